import Daybook
import Testing

@testable import Interchange

struct DeletedEntryTests {
  @Test func `a row of what a person made and deleted is a conflict, and tells of nothing new`()
    throws
  {
    let store = try EventStore.temporary(schema: things)
    let id = SourceIdentity.uuid(provider: "things", instance: "", table: "numbered", id: "1")
    try store.append(author: "Ada") { draft in
      try draft.append(ThingEvent.recorded(Thing("mine")), to: id)
      try draft.append(ThingEvent.deleted, to: id)
    }
    let source = ThingSource(rows: [.init(id: "1", thing: Thing("theirs"))])
    let work = Import(source, author: "import")
    let plan = try work.plan(in: store)
    #expect(plan.report.counts.imported == 0)
    #expect(plan.report.counts.conflicts == 1)
    #expect(try work.commit(plan, to: store).counts == plan.report.counts)
    #expect(try store.read { try $0.entity(Thing.self, id) } == nil)
    #expect(try work.commit(work.plan(in: store), to: store).counts.unchanged == 1)
    // When the person brings it back, it is what it was.
    try store.append(author: "Ada") { try $0.append(ThingEvent.restored, to: id) }
    #expect(try store.read { try $0.entity(Thing.self, id) }?.name == "mine")
  }
}
