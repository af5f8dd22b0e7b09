import Daybook
import DaybookTesting
import Foundation
import Testing

/// Which entities give what to a row, and which do not count.
struct ContributionTests {
  private struct Grams: Totals {
    static let name = "pantry.grams"
    static func group(_ item: Stamped<PantryItem>) -> String? { item.state.shelf }
    static func amount(_ item: Stamped<PantryItem>) -> Int64 { item.state.amount }
  }

  /// The items of each shelf, by a handler that looks at what is there.
  private struct Looking: Projection {
    static let name = "pantry.looking"
    static let items = ViewTable<Key2<String, UUID>, Empty>("items", at: 0)
    static let tables: [any AnyViewTable] = [items]

    func register(_ handlers: inout ChangeHandlers) {
      handlers.on(PantryItem.self) { change, rows in
        _ = try rows.last(Self.items) { $0.string("top") }
        try rows.replace(Self.items, change) { item in
          (Key2(item.state.shelf ?? "", item.id.rawValue), Empty())
        }
      }
    }
  }

  private let clock = TestClock()
  private let store: EventStore
  private let ids: [UUID]
  private var rice: UUID { ids[0] }
  private var salt: UUID { ids[1] }
  private var oats: UUID { ids[2] }

  init() throws {
    let made = CountingIDs()
    ids = (0..<3).map { _ in made.next() }
    store = try EventStore.temporary(
      schema: pantry.projection(Grams()).projection(Looking()), options: clock.options)
    for (id, amount) in zip(ids, [3, 4, 5] as [Int64]) {
      try append("Ada", .bought(PantryItem(name: "i\(amount)", amount: amount, shelf: "top")), id)
    }
  }

  private func append(
    _ author: String, _ event: PantryEvent, _ id: UUID, late seconds: Double? = nil
  ) throws {
    clock.advance(by: 10)
    let stamp = seconds.map { HybridTime(clock.now.addingTimeInterval(-$0)) }
    try store.append(author: author, stamp: stamp) { try $0.append(event, to: id) }
  }

  /// The key of the row of the shelf `top`.
  private func top(_ why: ViewContributions) throws -> [UInt8] {
    try #require(try why.read { try $0.rows(ofView: why.view, limit: 9) }.first).key
  }

  private func tallies(_ why: ViewContributions) throws -> [Tally] {
    try why.contributions(to: top(why), limit: 10).map { try tally($0.row) }
  }

  private func tally(_ row: [UInt8]) throws -> Tally {
    try row.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      return try Tally(from: &reader)
    }
  }

  @Test func `totals are a tally of one for each entity, and these add up`() throws {
    let why = try store.contributions(to: Grams.name)
    #expect(try tallies(why) == [3, 4, 5].map { Tally(count: 1, sum: $0) })
    #expect(try why.contributions(to: top(why), limit: 10).map(\.entity) == ids)
    #expect(try why.contributions(to: top(why), limit: 10).allSatisfy(\.isShare))
    #expect(try why.sum(of: top(why)) == .addsUp)
    #expect(try why.omissions(of: top(why), limit: 10).isEmpty)
    #expect(try why.token == store.read { try $0.token() })
  }

  @Test func `pages are all of them, each once`() throws {
    let why = try store.contributions(to: Grams.name)
    var (found, last) = ([UUID](), [UInt8]?.none)
    while let next = try why.contributions(to: top(why), after: last, limit: 1).first {
      found.append(next.entity)
      last = next.place
    }
    #expect(found == ids)
  }

  @Test func `an edit that came late and is overruled gives nothing, and one that is not does`()
    throws
  {
    try append("Ben", .counted(9), salt)
    try append("Eva", .counted(7), salt, late: 15)
    try append("Eva", .counted(8), oats, late: 5)
    let why = try store.contributions(to: Grams.name)
    #expect(try tallies(why).map(\.sum) == [3, 9, 8])
    let origin = try why.read { reader in
      try reader.origins(ofKind: PantryItem.kind, salt).first { $0.name == "amount" }
    }
    #expect(origin?.transaction?.author == "Ben" && origin?.isLate == false)
    #expect(try why.sum(of: top(why)) == .addsUp)
  }

  @Test func `what was taken back or deleted is told with what it would give and by whom`() throws {
    try append("Ben", .eaten, salt)
    clock.advance(by: 10)
    try store.undo(transaction: 3, by: "Cleo")
    let why = try store.contributions(to: Grams.name)
    #expect(try tallies(why) == [Tally(count: 1, sum: 3)])
    let lost = try why.omissions(of: top(why), limit: 10)
    #expect(lost.map(\.entity) == [salt, oats])
    #expect(lost.map(\.reason) == [.deleted, .takenBack])
    #expect(lost.map(\.transaction?.author) == ["Ben", "Cleo"])
    #expect(lost.allSatisfy { !$0.row.isEmpty })
    let next = try why.omissions(of: top(why), after: lost[0].place, limit: 10)
    #expect(next.map(\.entity) == [oats])
    #expect(try why.sum(of: top(why)) == .addsUp)
  }

  @Test func `what was taken back before something went is no part of what it would give`() throws {
    try append("Ben", .counted(9), salt)
    try store.undo(by: "Ben")
    try append("Ben", .eaten, salt)
    try append("Ben", .counted(8), oats)
    try store.undo(transaction: 3, by: "Cleo")
    let why = try store.contributions(to: Grams.name)
    let lost = try why.omissions(of: top(why), limit: 10)
    #expect(lost.map(\.reason) == [.deleted, .takenBack])
    #expect(try lost.map { try tally($0.row).sum } == [4, 8])
  }

  @Test func `what a projection left out is told with why`() throws {
    let schema = Schema().entity(PantryItem.self).projection(Picky())
    let picky = try EventStore.temporary(schema: schema, options: clock.options)
    for number in 1...4 as ClosedRange<UInt64> {
      guard let message = try store.read({ try $0.message(of: number) }) else { continue }
      try picky.absorb(message)
    }
    let why = try picky.contributions(to: Picky.name)
    let left = try why.leftOut(limit: 10)
    #expect(left.map(\.entity) == [salt] && left.map(\.reason) == [.leftOut("four")])
    #expect(try why.problems() == [])
  }

  /// Takes no four.
  private struct Picky: Projection {
    struct Four: Error, CustomStringConvertible { let description = "four" }
    static let name = "pantry.picky"
    static let items = ViewTable<UUID, Empty>("items", at: 0)
    static let tables: [any AnyViewTable] = [items]

    func register(_ handlers: inout ChangeHandlers) {
      handlers.on(PantryItem.self) { change, rows in
        try rows.replace(Self.items, change) { item in
          if item.state.amount == 4 { throw Four() }
          return (item.id.rawValue, Empty())
        }
      }
    }
  }

  @Test func `a handler that looks at other rows gives keys and no shares`() throws {
    let why = try store.contributions(to: Looking.name)
    let key = try top(why)
    let touched = try why.contributions(to: key, limit: 10)
    #expect(!touched.isEmpty && touched.allSatisfy { !$0.isShare })
    #expect(try why.sum(of: key) == .unknown)
    #expect(try why.problems() == nil)
  }

  @Test func `the store goes on and stays as it is, and a view that it lacks is told`() throws {
    let before = try store.digests()
    let why = try store.contributions(to: Shelves.name)
    #expect(try why.problems() == [])
    #expect(try store.digests() == before)
    #expect(try store.verify().ok)
    try append("Ada", .counted(1), rice)
    #expect(try why.read { try $0.entity(PantryItem.self, rice) }?.amount == 3)
    #expect(throws: StoreError.self) { try store.contributions(to: "none") }
  }

  @Test func `in the background it says how far it is`() async throws {
    let told = Told()
    _ = try await store.contributions(to: Grams.name) { told.add($0) }
    #expect(told.all.map(\.done) == [3] && told.all.last?.hasEnded == true)
  }
}

/// What was told.
private final class Told: @unchecked Sendable {  // a lock
  private let lock = NSLock()
  private var found: [RebuildProgress] = []
  var all: [RebuildProgress] { lock.withLock { found } }
  func add(_ progress: RebuildProgress) { lock.withLock { found.append(progress) } }
}
