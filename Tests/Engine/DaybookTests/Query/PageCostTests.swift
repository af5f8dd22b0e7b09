import Daybook
import Foundation
import TemporaryFolders
import Testing

/// A later page reads its own rows, and none of those before.
struct PageCostTests {
  @Test func `damaged rows before and after a page do not matter to it`() throws {
    let directory = try TemporaryFolder()
    var keys: [Key3<String, Int64, UUID>] = []
    try { () throws in
      let store = try EventStore.open(at: directory.path, schema: prefabs)
      try store.append { draft in
        for number in 0..<200 {
          let item = PantryItem(name: "n\(number)", amount: Int64(number), shelf: "top")
          try draft.append(PantryEvent.bought(item), to: UUID())
        }
      }
      keys = try store.read { try $0.rows(ByShelf.all).map(\.key) }
    }()
    try damage(directory.path, except: 118..<142)
    let store = try EventStore.open(at: directory.path, schema: prefabs)
    try store.read { reader in
      // Beside the page itself, the row before it is checked: a changed key would hide rows.
      let page = try reader.rows(ByShelf.all.after(key: keys[119]).limit(20))
      #expect(page.map(\.key) == Array(keys[120..<140]))
      let back = try reader.rows(ByShelf.all.descending.after(key: keys[140]).limit(20))
      #expect(back.map(\.key) == keys[120..<140].reversed())
      #expect(try reader.count(ByShelf.where("top").from(120).before(140)) == 20)
      #expect(throws: StoreError.self) { try reader.rows(ByShelf.all) }
    }
  }

  /// Turns a bit of every row of the index that is not spared.
  private func damage(_ path: String, except spared: Range<Int>) throws {
    let rows = try RowBytes(of: path).rows.filter { $0.table.hasPrefix(ByShelf.name) }
    let file = URL(fileURLWithPath: path + "/data.mdb")
    var bytes = try Data(contentsOf: file)
    #expect(rows.count == 200)
    for (number, row) in rows.enumerated() where !spared.contains(number) {
      for place in row.places { bytes[place + row.key + row.value - 1] ^= 1 }
    }
    try bytes.write(to: file)
  }
}
