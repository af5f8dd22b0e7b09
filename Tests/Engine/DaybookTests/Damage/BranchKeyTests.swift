import Foundation
import TemporaryFolders
import Testing

@testable import Daybook

/// Keys of branch pages that were turned, which lead a search to the leaf beside the right one.
struct BranchKeyTests {
  private static let pageSize = 4096

  private let ids: [UUID]
  private let sound: Data

  init() throws {
    let directory = try TemporaryFolder()
    let ids = (0..<800).map { _ in UUID() }
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      for part in stride(from: 0, to: ids.count, by: 100) {
        try store.append(durability: .relaxed) { draft in
          for id in ids[part..<part + 100] {
            try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
          }
        }
      }
    }
    self.ids = ids
    sound = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/data.mdb"))
  }

  /// Where the identifiers in the keys of branches of the table of entities begin.
  ///
  /// A node has the number of its page (six bytes), the size of its key (two) and the key.
  private var places: [Int] {
    var places: [Int] = []
    for page in 2..<sound.count / Self.pageSize {
      let start = page * Self.pageSize
      let end = number(start + 12)
      guard number(start + 10) == 1, end <= Self.pageSize else { continue }
      for pointer in stride(from: start + 16, to: start + end, by: 2) {
        let node = start + number(pointer)
        if number(node + 6) == 20 { places.append(node + 12) }
      }
    }
    return places
  }

  private func number(_ place: Int) -> Int {
    sound.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: place, as: UInt16.self)) }
  }

  @Test func `an entity that a turned branch key hides is told as damage, not as absent`() throws {
    let places = places
    try #require(places.count > 5)
    var options = StoreOptions()
    options.pageChecks = .none
    var errors = 0
    for (index, place) in places.enumerated() where index % max(1, places.count / 12) == 0 {
      let directory = try TemporaryFolder()
      var bytes = sound
      bytes[place + index % 2] ^= 1 << UInt8(index % 8)
      try bytes.write(to: URL(fileURLWithPath: directory.path + "/data.mdb"))
      let store = try EventStore.open(at: directory.path, schema: pantry, options: options)
      for id in ids {
        do {
          let item = try store.read { try $0.entity(PantryItem.self, id) }
          #expect(item?.name == "rice", "\(place)")
        } catch let error as StoreError {
          #expect(error.code == .damaged)
          errors += 1
        }
      }
    }
    #expect(errors > 0)
  }
}
