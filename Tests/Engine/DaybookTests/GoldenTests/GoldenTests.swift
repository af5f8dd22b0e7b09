import Daybook
import Foundation
import LMDB
import TemporaryFolders
import Testing

/// The stored format, byte for byte. What these tests hold may only change together with the
/// format's version, or with new fields that older versions skip.
struct GoldenTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private var resources: URL { Bundle.module.bundleURL.appendingPathComponent("Golden") }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_RECORD_GOLDEN"] != nil))
  func `the golden files are written anew when DAYBOOK_RECORD_GOLDEN is set`() throws {
    try GoldenStore.fill(directory.path)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden")
    let text = try GoldenStore.text(of: directory.path)
    try Data(text.utf8).write(to: folder.appendingPathComponent("format-3.txt"))
    let copy = try TemporaryFolder()
    try Environment(path: directory.path).copy(to: copy.path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: copy.path + "/data.mdb"))
    try bytes.write(to: folder.appendingPathComponent("format-3.mdb"))
    try purge()
    let purged = try GoldenStore.text(of: directory.path)
    try Data(purged.utf8).write(to: folder.appendingPathComponent("format-3-purged.txt"))
    let other = try TemporaryFolder()
    try GoldenStore.fill(other.path)
    try GoldenStore.share(other.path)
    let shared = try GoldenStore.text(of: other.path, through: 8)
    try Data(shared.utf8).write(to: folder.appendingPathComponent("format-3-shared.txt"))
  }

  /// Purges whatever can be.
  private func purge() throws {
    let store = try EventStore.open(at: directory.path, schema: GoldenStore.schema)
    try store.purge(before: try store.read { try $0.token() })
  }

  @Test func `every row of every table is as it was written by format 3`() throws {
    try GoldenStore.fill(directory.path)
    try compare(with: "format-3.txt")
  }

  @Test func `every row that a purge leaves is as it was written by format 3`() throws {
    try GoldenStore.fill(directory.path)
    try purge()
    try compare(with: "format-3-purged.txt")
  }

  @Test func `every row of a store that is shared is as it was written by format 3`() throws {
    try GoldenStore.fill(directory.path)
    try GoldenStore.share(directory.path)
    try compare(with: "format-3-shared.txt", through: 8)
  }

  private func compare(with name: String, through last: UInt64 = 5) throws {
    let found = try GoldenStore.text(of: directory.path, through: last).split(separator: "\n")
    let golden = resources.appendingPathComponent(name)
    let expected = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
    for (line, golden) in zip(found, expected) { #expect(line == golden) }
    #expect(found.count == expected.count)
  }

  @Test func `a file that format 3 wrote opens, verifies and says what it said`() throws {
    let file = URL(fileURLWithPath: directory.path + "/data.mdb")
    try FileManager.default.copyItem(
      at: resources.appendingPathComponent("format-3.mdb"), to: file)
    var options = StoreOptions()
    options.createsStore = false
    let store = try EventStore.open(at: directory.path, schema: pantry, options: options)
    for check in try store.verify().checks {
      #expect(check.isSound, "\(check.name): \(check.detail)")
    }
    let (rice, beans, rows) = try store.read { reader in
      (
        try reader.entity(PantryItem.self, GoldenStore.rice),
        try reader.entity(PantryItem.self, GoldenStore.beans),
        try reader.view(Shelves.self).rows(Shelves.items).map(\.key.shelf)
      )
    }
    #expect(rice == PantryItem(name: "rice", amount: 3, shelf: "A"))
    #expect(beans == PantryItem(name: "beans", amount: 2))
    #expect(rows == ["", "A"])
    let history = try store.read { try $0.transactions() }
    #expect(history.map(\.author) == ["Ada", nil, nil, nil, nil])
    #expect(history.map(\.isRetracted) == [false, true, false, false, false])
    #expect(history[0].wallTime == Date(timeIntervalSinceReferenceDate: 784_152_300))
    let token = try store.append { try $0.append(PantryEvent.moved("C"), to: GoldenStore.beans) }
    #expect(token.number == 6)
    #expect(try store.verify().isSound)
  }
}
