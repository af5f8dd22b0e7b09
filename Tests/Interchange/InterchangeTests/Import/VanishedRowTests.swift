import Daybook
import Testing

@testable import Interchange

/// What an import that removes must leave alone, and a row that is too large.
struct VanishedRowTests {
  private let store: EventStore

  init() throws { store = try .temporary(schema: things) }

  private func take(_ source: some ImportSource, removes: Bool = true) throws -> ImportReport {
    let work = Import(source, author: "Ada", removesVanished: removes)
    return try work.commit(work.plan(in: store), to: store)
  }

  private func rows(_ numbers: ClosedRange<Int>) -> [ThingSource.Row] {
    numbers.map { number in .init(id: "\(number)", thing: Thing("thing \(number)")) }
  }

  @Test func `nothing goes while the source has rows that nobody can tell`() throws {
    _ = try take(ThingSource(rows: rows(1...20)))
    var source = Bare(things: ThingSource(rows: rows(1...18)))
    source.things.rows[0].isUnreadable = true
    let report = try take(source)
    #expect(report.vanished == 3)
    #expect(report.removed == 0)
    #expect(try store.read { try $0.entities(of: Thing.self).count } == 20)
    #expect(try take(ThingSource(rows: rows(1...18))).removed == 2)
  }

  @Test func `an entry stays that is a row of another source too`() throws {
    let all = rows(1...20)
    _ = try take(ThingSource(rows: all))
    let other = Namesakes(things: ThingSource(rows: all))
    #expect(try take(other).counts.unchanged == 20)
    // It goes from one and from the other, and then it is gone.
    #expect(try take(Namesakes(things: ThingSource(rows: rows(1...19)))).removed == 0)
    #expect(try store.read { try $0.entities(of: Thing.self).count } == 20)
    #expect(try take(ThingSource(rows: rows(1...19))).removed == 1)
    #expect(try store.read { try $0.entities(of: Thing.self).count } == 19)
    #expect(try take(ThingSource(rows: rows(2...19))).removed == 0)
    #expect(try take(Namesakes(things: ThingSource(rows: rows(2...19)))).removed == 1)
    #expect(try store.read { try $0.entities(of: Thing.self).count } == 18)
  }

  @Test func `what a person made stays when its row goes, and a plan says what would go`() throws {
    let own = SourceIdentity.uuid(provider: "things", instance: "", table: "numbered", id: "own")
    try store.append(author: "Ada") { try $0.append(ThingEvent.recorded(Thing("own")), to: own) }
    let all = rows(1...20) + [ThingSource.Row(id: "own", thing: Thing("own"))]
    #expect(try take(ThingSource(rows: all)).counts.unchanged == 1)
    let left = Import(ThingSource(rows: rows(1...18)), author: "Ada", removesVanished: true)
    let plan = try left.plan(in: store)
    #expect(plan.report.vanished == 3 && plan.report.removed == 2)
    #expect(try left.commit(plan, to: store).removed == 2)
    #expect(try store.read { try $0.entity(Thing.self, own) } == Thing("own"))
  }

  @Test func `a row that is too large leaves the others`() throws {
    var source = ThingSource(rows: rows(1...3))
    _ = try take(source)
    source.rows[1].thing.note = String(repeating: "x", count: 400_000)
    source.rows.append(.init(id: "4", thing: Thing("thing 4")))
    let work = Import(source, author: "Ada", removesVanished: true)
    let plan = try work.plan(in: store)
    #expect(plan.report.counts.quarantined == 1)
    let report = try work.commit(plan, to: store)
    #expect(report.counts == plan.report.counts)
    #expect(report.counts.imported == 1)
    #expect(report.quarantined.map(\.position.line) == [2])
    #expect(report.removed == 0)
    #expect(try store.read { try $0.entities(of: Thing.self).count } == 4)
  }
}

/// Things whose source cannot tell which row it is that it cannot read.
private struct Bare: ImportSource {
  var things: ThingSource

  var provider: String { things.provider }
  var files: [ImportFile] { things.files }
  func checkUnchanged() {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    try things.read(subjects: subjects) { item in
      guard case .quarantined(var row) = item else { return try visit(item) }
      (row.table, row.id) = (nil, nil)
      try visit(.quarantined(row))
    }
  }
}

/// The things of another program, which are those that are here under the same name.
private struct Namesakes: ImportSource {
  let things: ThingSource

  var provider: String { "namesakes" }
  var files: [ImportFile] { things.files }
  func checkUnchanged() {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    try things.read(subjects: subjects, visit)
  }

  func candidates(for row: ImportRow, in reader: borrowing Reader) throws -> [UUID]? {
    guard let told = row.state as? Thing else { return [] }
    return try reader.entities(of: Thing.self).filter { $0.state.name == told.name }.map(
      \.id.rawValue)
  }
}
