import Daybook
import Testing

/// The examples beside the comparison with Core Data and SwiftData: what those do not offer.
struct HistoryBeyond {
  let shop: HistoryStore
  private var store: EventStore { shop.store }
  private var token: History.Token { shop.token }

  init() async throws { shop = try await HistoryStore() }

  @Test func `an update tells the values before and after`() async throws {
    // snippet: beyond-values
    let changes = try store.read { try $0.changes(of: Grocery.self, in: 2) }
    for (_, change) in changes {
      if let old = change.old, let new = change.new { print(old.isBought, "became", new.isBought) }
    }
    // end
    #expect(changes.map { $0.change.old?.isBought } == [false])
    #expect(changes.map { $0.change.new?.isBought } == [true])
  }

  @Test func `every version of an entity can be read`() async throws {
    let milk = shop.milk
    // snippet: beyond-versions
    let versions = try store.read { try $0.versions(of: milk) }
    for version in versions {
      print(version.transaction.author ?? "somebody", version.value?.isBought ?? "gone")
    }
    // end
    #expect(versions.map { $0.value?.isBought } == [false, true])
  }

  @Test func `following goes from what was there to what comes`() async throws {
    let (store, token) = (store, token)
    // snippet: beyond-follow
    let following = Task {
      var numbers: [UInt64] = []
      for try await transaction in store.history.transactions(after: token).follow {
        numbers.append(transaction.number)  // what was there, then what comes, nothing twice
        if transaction.author == "last" { break }
      }
      return numbers
    }
    // end
    try await store.append(author: "last") { [milk = shop.milk] in
      try $0.append(.removed, to: milk)
    }
    #expect(try await following.value == [2, 3, 4])
  }

  @Test func `a consumer's place is kept by the store`() async throws {
    @Sendable func upload(_ transactions: [History.Transaction]) async throws {}
    // snippet: beyond-deliver
    let mirror = store.history.consumer("mirror", where: .notAuthor("sync"))
    try await mirror.deliver { transactions in
      try await upload(transactions)  // the place moves after it has returned
    }
    // end
    #expect(try mirror.token()?.number == 3)
  }

  @Test func `work within the store is done exactly once`() async throws {
    // snippet: beyond-process
    let restock = store.history.consumer("restock")
    try await restock.process { transaction, draft in
      let changes = try draft.now().changes(of: Grocery.self, in: transaction.number)
      for (_, change) in changes where change.new?.isBought == true && change.old?.isBought == false
      {
        let next = Grocery.Event.added(name: "more \(change.new?.name ?? "")", aisle: "later")
        try draft.append(next, to: .timeOrdered())
      }
    }
    // end
    try await restock.process { _, _ in Issue.record("nothing comes twice") }
    let names = try store.read { try $0.rows(ToBuy.all).map(\.key.second) }
    #expect(names == ["more milk"])
  }

  @Test func `a purge stops at a consumer that is behind`() async throws {
    try await store.history.consumer("mirror").deliver { _ in }
    let mirrored = try store.read { try $0.token() }
    try await store.append {
      try $0.append(.added(name: "tea", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    // snippet: beyond-purge
    let digests = try store.digests()
    let everything = try store.read { try $0.token() }
    let result = try await store.purge(before: everything)
    print(result.heldBackBy ?? "nobody")  // mirror
    print(try store.digests() == digests)  // true
    // end
    #expect(result.heldBackBy == "mirror")
    #expect(result.oldest == mirrored)
    #expect(try store.digests() == digests)
    #expect(try await store.verify().ok)
  }

  @Test func `the store can be read as it was`() async throws {
    // snippet: beyond-past
    let names = try store.read(asOf: token) { past in
      try past.rows(ToBuy.all).map(\.key.second)
    }
    // end
    #expect(names == ["milk", "rice"])
  }

  @Test func `two moments can be compared`() async throws {
    // snippet: beyond-difference
    let now = try store.read { try $0.token() }
    let differences = try store.read { try $0.differences(from: token, to: now) }
    for change in differences { print(change.sort, change.kind, change.entity) }
    // end
    #expect(Set(differences.map(\.sort)) == [.updated, .deleted])
  }

  @Test func `undo takes back the last thing of one author`() async throws {
    // snippet: beyond-undo
    try await store.undo(by: "Ben")
    // end
    #expect(try store.read { try $0.entity(shop.milk) }?.isBought == false)
    // snippet: beyond-undo
    try await store.redo(by: "Ben")
    // end
    #expect(try store.read { try $0.entity(shop.milk) }?.isBought == true)
  }
}
