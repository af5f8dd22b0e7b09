import Daybook
import Synchronization
import Testing

@testable import Interchange

/// How often an import reads its source.
struct ReadingCountTests {
  @Test(arguments: [(false, false, 1), (true, false, 2), (false, true, 2), (true, true, 3)])
  func `a source is read once to plan, once more for natural keys, and once more when it is long`(
    hasNaturalKeys: Bool, isLong: Bool, readings: Int
  ) throws {
    let store = try EventStore.temporary(schema: things)
    let rows = (1...3).map { ThingSource.Row(id: "\($0)", thing: Thing("thing \($0)")) }
    let source = CountedThings(
      things: ThingSource(rows: rows), hasNaturalKeys: hasNaturalKeys)
    var work = Import(source, author: "Ada")
    work.readsAgain = isLong
    let report = try work.commit(work.plan(in: store), to: store)
    #expect(report.counts.imported == 3)
    #expect(source.readings.value.load(ordering: .relaxed) == readings)
  }
}

/// Things whose readings are counted.
private struct CountedThings: ImportSource {
  final class Counter: Sendable { let value = Atomic(0) }

  let things: ThingSource
  let hasNaturalKeys: Bool
  let readings = Counter()

  var provider: String { things.provider }
  var files: [ImportFile] { things.files }
  func checkUnchanged() {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    readings.value.add(1, ordering: .relaxed)
    try things.read(subjects: subjects, visit)
  }
}
