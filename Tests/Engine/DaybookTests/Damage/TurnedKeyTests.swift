import Foundation
import TemporaryFolders
import Testing

@testable import Daybook

/// The key of a row in a leaf that nobody has looked at, turned so that it lies beside its range.
struct TurnedKeyTests {
  @Test func `a range whose first row has another key is told as damage, not given without it`()
    throws
  {
    let directory = try TemporaryFolder()
    let schema = Schema().entity(PantryItem.self).projection(Shelves())
    do {
      let store = try EventStore.open(at: directory.path, schema: schema)
      try store.append { draft in
        for (shelf, name) in [("a", "oats"), ("c", "rice"), ("c", "salt")] {
          let item = PantryItem(name: name, amount: 1, shelf: shelf)
          try draft.append(PantryEvent.bought(item), to: UUID())
        }
      }
    }
    let file = URL(fileURLWithPath: directory.path + "/data.mdb")
    var bytes = try Data(contentsOf: file)
    // The key of the first row of shelf c, which becomes one of shelf b.
    let key = Data(Array("c".utf8) + [0, 0] + Array("rice".utf8))
    var start = bytes.startIndex
    while let found = bytes.range(of: key, in: start..<bytes.endIndex) {
      bytes[found.lowerBound] ^= 1
      start = found.upperBound
    }
    try #require(start > bytes.startIndex)
    try bytes.write(to: file)
    let store = try EventStore.open(at: directory.path, schema: schema)
    expectError(.damaged) {
      try store.read { reader in
        _ = try reader.view(Shelves.self).rows(Shelves.items) { $0.string("c") }
      }
    }
  }
}
