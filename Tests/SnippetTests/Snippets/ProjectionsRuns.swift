import Daybook
import Testing

/// What the page on projections says, run.
struct ProjectionsRuns {
  @Test func `totals follow, and a rebuild gives the same digests`() throws {
    let schema = Schema().entity(Grocery.self).projection(AisleTotals(hidden: []))
    let store = try EventStore.temporary(schema: schema)
    try store.append { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: ID<Grocery>.timeOrdered())
      try draft.append(.added(name: "milk", aisle: "cold"), to: ID<Grocery>.timeOrdered())
    }
    // snippet: digests
    let before = try store.digests()
    try store.rebuild()
    let isSame = try store.digests() == before
    let isWhole = try store.verify().ok
    // end
    #expect(isSame)
    #expect(isWhole)
    // snippet: preview
    let total = try store.preview(AisleTotals(hidden: ["dry"])) { view in
      try view.rows(AisleTotals.totals).map(\.row.items).reduce(0, +)
    }
    // end
    #expect(total == 1)
  }

  @Test func `a store is opened once more with other parameters`() async throws {
    let store = try EventStore.temporary(
      schema: Schema().entity(Grocery.self).projection(AisleTotals(hidden: [])))
    try await store.append { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: ID<Grocery>.timeOrdered())
      try draft.append(.added(name: "milk", aisle: "cold"), to: ID<Grocery>.timeOrdered())
    }
    // snippet: replay
    let replay = try await store.replay()
    for difference in replay.differences { print(difference) }
    // end
    #expect(replay.agrees)
    // snippet: reopened
    let schema = Schema().entity(Grocery.self).projection(AisleTotals(hidden: ["dry"]))
    let next = try await store.reopened(with: schema)
    try await store.close()
    // end
    #expect(try next.read { try $0.view(AisleTotals.self).rows(AisleTotals.totals).count } == 1)
  }
}
