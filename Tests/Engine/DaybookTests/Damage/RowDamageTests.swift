import Daybook
import DaybookSnapshot
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// One bit of one byte of a row, in its key or in its value, turned over in the file.
///
/// `DAYBOOK_ROW_FLIPS=all` takes every byte; else every sixteenth, from one that the seed chooses.
struct RowDamageTests {
  private enum Outcome: Hashable {
    case right, error, wrong
  }

  let directory: TemporaryFolder
  let pristine: [UInt8]

  init() async throws {
    directory = try TemporaryFolder()
    try await FullStore.fill(
      directory.path, inbox: InboxFolder(path: directory.path + "/inbox"))
    pristine = [UInt8](try Data(contentsOf: URL(fileURLWithPath: directory.path + "/data.mdb")))
  }

  @Test func `the store has rows of every table`() throws {
    let tables = Set(try RowBytes(of: directory.path).rows.map(\.table))
    let expected: Set = [
      "heads", "meta", "events", "transactions", "names", "replicas", "dots", "entities",
      "baselines",
      "retractions", "quarantine", "summaries", "inbox",
    ]
    #expect(expected.subtracting(tables) == [])
    #expect(
      tables.contains { $0.hasSuffix("/items") } && tables.contains { $0.hasSuffix("/totals") })
    let store = try EventStore.open(at: directory.path, schema: pantry)
    for check in try store.verify().checks {
      #expect(check.isSound, "\(check.name): \(check.detail)")
    }
    #expect(!FullStore.readings(store).contains { $0.hasPrefix("error") })
  }

  @Test(arguments: [0xDA7B_0001] as [UInt64])
  func `a bit of a row that turns over is never read as if it were whole`(seed: UInt64) throws {
    let expected = FullStore.readings(try EventStore.open(at: directory.path, schema: pantry))
    let takesAll = ProcessInfo.processInfo.environment["DAYBOOK_ROW_FLIPS"] == "all"
    var generator = SeededGenerator(seed: seed)
    let step = takesAll ? 1 : 16
    var next = takesAll ? 0 : Int.random(in: 0..<step, using: &generator)
    var counts: [Outcome: Int] = [:]
    for row in try RowBytes(of: directory.path).rows {
      #expect(!row.places.isEmpty, "a row of \(row.table) is not in the file as one piece")
      while next < row.key + row.value {
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
        var bytes = pristine
        for place in row.places { bytes[place + next] ^= bit }
        let part = next < row.key ? "key \(next)" : "value \(next - row.key)"
        let outcome = try outcome(of: bytes, expected, "\(row.table), \(part), bit \(bit)")
        counts[outcome, default: 0] += 1
        next += step
      }
      next -= row.key + row.value
    }
    #expect(counts[.wrong] == nil)
    #expect(counts[.error, default: 0] > 0)
    print("row damage: \(counts.map { "\($0.key) \($0.value)" }.sorted())")
  }

  /// Opens a store of these bytes, compares its reads, and expects `verify` to find the damage.
  private func outcome(
    of bytes: [UInt8], _ expected: [String], _ what: String
  ) throws -> Outcome {
    let place = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: place.path + "/data.mdb"))
    do {
      let store = try EventStore.open(at: place.path, schema: pantry)
      let found = FullStore.readings(store)
      let verified = (try? store.verify().isSound) ?? false
      #expect(!verified, "verify finds nothing wrong: \(what)")
      var outcome = Outcome.right
      for (line, whole) in zip(found, expected) where line != whole {
        let isError = line.hasPrefix("error: damaged") || line.hasPrefix("error: storage")
        #expect(isError, "\(what): \(line)")
        if !isError { return .wrong }
        outcome = .error
      }
      return outcome
    } catch let error as StoreError {
      #expect([.damaged, .storage, .notAStore].contains(error.code), "\(what): \(error)")
      return .error
    }
  }
}
