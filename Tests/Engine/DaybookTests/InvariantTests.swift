import DaybookTesting
import Foundation
import Testing

@testable import Daybook

#if DEBUG
/// What containers of the engine check of themselves, in debug builds and in the simulator: each is
/// broken here, and ends the process with a sentence.
struct InvariantTests {
  @Test func `an array with more values than memory is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var array = UnsharedArray<Int>(capacity: 4)
      array.append(1)
      array.count = 5
      array._checkInvariants()
    }
    expectSaid("5 values in memory for 4", by: result)
  }

  @Test func `a place that is not found by its hash is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var table = PlaceTable()
      // A hash that is another one each time it is asked for.
      var hash: UInt64 = 0
      table.add(upTo: 3) { _ in
        hash += 1
        return hash
      }
    }
    expectSaid("is not found", by: result)
  }

  @Test func `a collected row that ends after the bytes is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var table = CollectedTable()
      let bytes: [UInt8] = [1, 2, 3]
      bytes.withUnsafeBytes { bytes in
        let row = CollectedRow(
          prefix: bytes.prefixNumber, key: Place(start: 0, count: 4))
        _ = table.share(row, bytes)
      }
    }
    expectSaid("ends after the 3 bytes", by: result)
  }

  @Test func `a collected row with another key's number is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var table = CollectedTable()
      let bytes: [UInt8] = [1, 2, 3]
      bytes.withUnsafeBytes { bytes in
        _ = table.share(CollectedRow(prefix: 9, key: Place(start: 0, count: 3)), bytes)
      }
    }
    expectSaid("another key's number", by: result)
  }

  @Test func `a journal entry without a key is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var journal = RowJournal()
      journal.add(0, .none, nil)
    }
    expectSaid("has no key", by: result)
  }

  @Test(arguments: [
    "only 1 events", "is purged of", "after the last one", "has no number", "go back",
  ])
  func `counters that no log can have are noticed`(sentence: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [sentence] in
      var counters = LogCounters()
      (counters.transactions, counters.events) = (2, 4)
      switch sentence {
      case "only 1 events": counters.events = 1
      case "is purged of": counters.purged = 3
      case "after the last one":
        counters.projections = [ProjectionState()]
        counters.projections[0].building.transaction = 3
      case "has no number": counters.replica = 0
      default:
        var later = counters
        later.events = 3
        later._checkInvariants(after: counters)
      }
      counters._checkInvariants()
    }
    expectSaid(sentence, by: result)
  }

  @Test func `a build that outlives its transaction is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var state = WriterState(report: nil)
      state.building.append(Rebuild.Part())
      state.know(1)
    }
    expectSaid("a build has not ended", by: result)
  }

  @Test func `entities that no transaction has let go of are noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var state = WriterState(report: nil)
      state.followed.append(0)
      state.know(1)
    }
    expectSaid("touched entities", by: result)
  }

  @Test func `a draft that was not stored is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var state = WriterState(report: nil)
      state.draft.events.append(
        DraftBuffer.Event(type: 1, entity: PackedUUID(UUID()), previous: 0, payload: 0..<0))
      state.know(1)
    }
    expectSaid("0 of 1 events", by: result)
  }

  @Test func `an entity that is touched twice is noticed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let events = EventTypes(types: [], upcasters: [])
      var records = TouchedRecords(
        EntityKind(
          name: "note", revision: 1, shape: "", numbers: KindNumbers(kind: 1, events: events)))
      let id = UUID()
      records.add(id, nil)
      records.add(id, nil)
    }
    expectSaid("touched twice", by: result)
  }
}

/// The same containers against plain arrays; they check themselves after each change.
struct ContainerTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `an array holds what was put in`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var array = UnsharedArray<String>(capacity: 1)
    var model: [String] = []
    for step in 0..<2000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0:
        array.removeAll(keeping: 8)
        model = []
      case 1..<40: #expect(array.popLast() == model.popLast())
      default:
        array.append("\(step)")
        model.append("\(step)")
      }
      #expect(array.count == model.count)
      if let last = model.last { #expect(array[array.count - 1] == last) }
    }
    #expect(array.elements.elementsEqual(model))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a journal gives back what was noted, last first`(seed: UInt64) {
    struct Entry: Equatable {
      let table: Int
      let key: [UInt8]
      let row: [UInt8]?
    }
    var random = SeededGenerator(seed: seed)
    var journal = RowJournal()
    var model: [Entry] = []
    func bytes(_ counts: Range<Int>) -> [UInt8] {
      (0..<Int.random(in: counts, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    }
    for _ in 0..<300 {
      let entry = Entry(
        table: Int.random(in: 0..<5, using: &random), key: bytes(1..<40),
        row: Bool.random(using: &random) ? bytes(0..<90) : nil)
      entry.key.withUnsafeBytes { key in
        if let row = entry.row {
          row.withUnsafeBytes { journal.add(entry.table, key, $0) }
        } else {
          journal.add(entry.table, key, nil)
        }
      }
      model.append(entry)
    }
    while let found = journal.popLast() {
      #expect(
        Entry(table: found.table, key: [UInt8](found.key), row: found.row.map { [UInt8]($0) })
          == model.popLast())
    }
    #expect(model.isEmpty)
  }
}
#endif
