import Daybook
import Testing

@testable import Interchange

/// A change of a person that is taken back is in the way of its source no more.
struct TakenBackTests {
  enum Act: CaseIterable {
    case edit, deletion

    var event: ThingEvent {
      switch self {
      case .edit: .amended(FieldPatch(from: Thing("first"), to: Thing("mine")))
      case .deletion: .deleted
      }
    }
  }

  private let store: EventStore
  private let id = SourceIdentity.uuid(
    provider: "things", instance: "", table: "numbered", id: "1")

  init() throws { store = try EventStore.temporary(schema: things) }

  private func take(_ name: String?, removes: Bool = false) throws -> ImportReport {
    // A row of another entity, so that the source is not empty.
    var rows = [ThingSource.Row(id: "2", thing: Thing("other"))]
    if let name { rows.append(.init(id: "1", thing: Thing(name))) }
    let work = Import(ThingSource(rows: rows), author: "import", removesVanished: removes)
    let plan = try work.plan(in: store)
    let report = try work.commit(plan, to: store)
    #expect(report.counts == plan.report.counts)
    return report
  }

  private func thing() throws -> Thing? { try store.read { try $0.entity(Thing.self, id) } }

  /// Imports a row, changes it here, and imports it as the source has changed it.
  private func meet(_ act: Act) throws {
    _ = try take("first")
    let event = act.event
    try store.append(author: "Ada") { [id] in try $0.append(event, to: id) }
    #expect(try take("second").counts.conflicts == 1)
    // What has been told once is not told again.
    #expect(try take("second").counts.unchanged == 2)
    #expect(try thing()?.name == (act == .edit ? "mine" : nil))
  }

  @Test(arguments: Act.allCases)
  func `what the source said meanwhile is taken over`(act: Act) throws {
    try meet(act)
    _ = try store.undo(by: "Ada")
    #expect(try thing()?.name == "first")
    #expect(try take("second").counts.changed == 1)
    #expect(try thing()?.name == "second")
    #expect(try take("second").counts.unchanged == 2)
  }

  @Test(arguments: Act.allCases)
  func `what the source says next is a conflict again`(act: Act) throws {
    try meet(act)
    #expect(try take("third").counts.conflicts == 1)
    // It says what it said at first, and that is here once the change is taken back.
    #expect(try take("first").counts.conflicts == 0)
    _ = try store.undo(by: "Ada")
    #expect(try take("first").counts.unchanged == 2)
    #expect(try thing()?.name == "first")
  }

  @Test(arguments: Act.allCases)
  func `a row that goes takes with it what no person has changed any more`(act: Act) throws {
    try meet(act)
    _ = try store.undo(by: "Ada")
    #expect(try take(nil, removes: true).removed == 1)
    #expect(try thing() == nil)
    #expect(try take("second").counts.imported == 1)
    #expect(try thing()?.name == "second")
  }
}
