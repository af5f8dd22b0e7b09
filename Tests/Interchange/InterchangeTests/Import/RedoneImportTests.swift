import Daybook
import Testing

@testable import Interchange

/// Imports and changes of persons are taken back and brought back in any order: what the source
/// says comes over, or is told as a conflict, and is never left out without a word.
struct RedoneImportTests {
  private let store: EventStore
  private let id = SourceIdentity.uuid(
    provider: "things", instance: "", table: "numbered", id: "1")

  init() throws { store = try EventStore.temporary(schema: things) }

  @discardableResult
  private func take(_ thing: Thing?, removes: Bool = false) throws -> ImportReport {
    // A row of another entity, so that the source is not empty.
    var rows = [ThingSource.Row(id: "2", thing: Thing("other"))]
    if let thing { rows.append(.init(id: "1", thing: thing)) }
    let work = Import(ThingSource(rows: rows), author: "import", removesVanished: removes)
    let plan = try work.plan(in: store)
    let report = try work.commit(plan, to: store)
    #expect(report.counts == plan.report.counts)
    #expect(report.vanished == plan.report.vanished && report.removed == plan.report.removed)
    return report
  }

  private func edit(_ old: Thing, _ new: Thing) throws {
    let event = try #require(Thing.amended(from: old, to: new))
    try store.append(author: "Ada") { [id] in try $0.append(event, to: id) }
  }

  private var thing: Thing? { get throws { try store.read { try $0.entity(Thing.self, id) } } }

  /// The transactions of what is done.
  private func numbers(_ body: () throws -> Void) throws -> [UInt64] {
    let token = try store.read { try $0.token() }
    try body()
    return try store.history.transactions(after: token).all().map(\.number)
  }

  /// Takes transactions back, or what took some back; returns those that did.
  @discardableResult
  private func takeBack(_ taken: [UInt64]) throws -> [UInt64] {
    try numbers {
      try store.append(author: "Ben") { draft in
        for number in taken { try draft.retract(transaction: number) }
      }
    }
  }

  private func expectAgreement(_ thing: Thing) throws {
    #expect(try self.thing == thing)
    let token = try store.read { try $0.token() }
    #expect(try take(thing).counts.unchanged == 2)
    #expect(try store.read { try $0.token() } == token)
  }

  @Test func `what an older import says again gives way to what the source says`() throws {
    let first = try numbers { try take(Thing("first")) }
    let undone = try takeBack(first)
    try take(Thing("second"))
    try takeBack(undone)
    #expect(try thing == Thing("first"))
    #expect(try take(Thing("second")).counts.changed == 1)
    try expectAgreement(Thing("second"))
  }

  @Test func `cells that no later import has told anew come over too`() throws {
    let first = try numbers { try take(Thing("first", note: "old")) }
    let undone = try takeBack(first)
    try take(Thing("second", note: "new"))
    try take(Thing("second", note: "newer"))
    try takeBack(undone)
    #expect(try thing == Thing("first", note: "newer"))
    #expect(try take(Thing("second", note: "newer")).counts.changed == 1)
    try expectAgreement(Thing("second", note: "newer"))
  }

  @Test func `what came while the first import was taken back gives way as it does`() throws {
    let first = try numbers { try take(Thing("first")) }
    try take(Thing("first", note: "note"))
    let undone = try takeBack(first)
    #expect(try take(Thing("second", note: "note")).counts.imported == 2)
    try expectAgreement(Thing("second", note: "note"))
    try takeBack(undone)
    #expect(try thing == Thing("first", note: "note"))
    #expect(try take(Thing("second", note: "note")).counts.changed == 1)
    try expectAgreement(Thing("second", note: "note"))
  }

  @Test func `what a person said before the source did comes over once that is taken back`()
    throws
  {
    try take(Thing("first"))
    try edit(Thing("first"), Thing("second"))
    #expect(try take(Thing("second")).counts.unchanged == 2)
    try store.undo(by: "Ada")
    #expect(try thing == Thing("first"))
    #expect(try take(Thing("second")).counts.changed == 1)
    try expectAgreement(Thing("second"))
  }

  @Test func `a value of the source that a person took over is the source's to change`() throws {
    try take(Thing("first"))
    try edit(Thing("first"), Thing("mine"))
    #expect(try take(Thing("second")).counts.conflicts == 1)
    try edit(Thing("mine"), Thing("second"))
    #expect(try take(Thing("third")).counts.changed == 1)
    try expectAgreement(Thing("third"))
  }

  @Test(arguments: [true, false])
  func `a row that vanished is named once its entry is as it was told`(removes: Bool) throws {
    try take(Thing("first"))
    try edit(Thing("first"), Thing("mine"))
    #expect(try take(nil, removes: true).vanished == 1)
    #expect(try take(nil, removes: true).vanished == 0)
    try store.undo(by: "Ada")
    let report = try take(nil, removes: removes)
    #expect(report.vanished == 1)
    #expect(report.removed == (removes ? 1 : 0))
    #expect(try thing == (removes ? nil : Thing("first")))
    #expect(try take(nil, removes: true).vanished == (removes ? 0 : 1))
  }

  @Test func `a row that vanished says no more than the imports that count`() throws {
    try take(Thing("first"))
    try edit(Thing("first"), Thing("mine"))
    let second = try numbers { try take(Thing("second")) }
    #expect(try take(nil, removes: true).vanished == 1)
    try takeBack(second)
    #expect(try take(Thing("second")).counts.conflicts == 1)
    try store.undo(by: "Ada")
    #expect(try take(Thing("second")).counts.changed == 1)
    try expectAgreement(Thing("second"))
  }

  @Test func `a row whose readings were all taken back comes back from its removal`() throws {
    let first = try numbers { try take(Thing("first")) }
    try take(nil, removes: true)
    try takeBack(first)
    #expect(try take(Thing("second")).counts.imported == 2)
    try expectAgreement(Thing("second"))
  }

  @Test func `a removal that comes back gives way to the row that the source has`() throws {
    try take(Thing("first"))
    let removal = try numbers { try take(nil, removes: true) }
    let undone = try takeBack(removal)
    #expect(try take(Thing("second")).counts.changed == 1)
    try takeBack(undone)
    #expect(try thing == nil)
    #expect(try take(Thing("second")).counts.imported == 1)
    try expectAgreement(Thing("second"))
  }
}
