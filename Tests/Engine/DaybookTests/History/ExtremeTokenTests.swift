import Daybook
import DaybookTesting
import Testing

/// Tokens and dates as nobody makes them, but anybody can write them.
struct ExtremeTokenTests {
  private let store: EventStore
  private let clock = TestClock()
  private let id = UUID()
  private let last: History.Token

  init() throws {
    store = try EventStore.temporary(schema: pantry, options: clock.options)
    for amount in 1...3 as ClosedRange<Int64> {
      try store.buy("rice", amount, shelf: nil, as: id, author: "Ada")
    }
    last = try #require(History.Token("\(store.id):\(UInt64.max)"))
  }

  private static let filters: [History.Filter] = [
    .all, .author("Ada"), .author("nobody"), .kind(PantryItem.self),
    .entity(PantryItem.self, UUID()), .event("item.bought"),
  ]

  @Test(arguments: filters, [History.Order.oldestFirst, .newestFirst])
  func `nothing comes after the last token there can be`(
    filter: History.Filter, order: History.Order
  ) throws {
    let history = store.history
    #expect(try history.transactions(after: last, order: order, where: filter).all().isEmpty)
    #expect(
      try history.transactions(after: last, before: last, order: order, where: filter).all()
        .isEmpty)
  }

  @Test(arguments: filters)
  func `up to the last token there can be is everything`(filter: History.Filter) throws {
    let history = store.history
    let all = try history.transactions(where: filter).all().map(\.number)
    #expect(try history.transactions(before: last, where: filter).all().map(\.number) == all)
    let back = try history.transactions(before: last, order: .newestFirst, where: filter).all()
    #expect(back.map(\.number) == all.reversed())
  }

  @Test func `what reads from the last token on reads nothing`() throws {
    #expect(try store.read { try $0.transactions(after: last) }.isEmpty)
    try store.read { reader in try reader.replay(after: last) { _ in Issue.record("an event") } }
    #expect(try store.read { try $0.message(of: .max) } == nil)
    #expect(try store.read { try $0.transaction(.max) } == nil)
    #expect(try store.read { try $0.entity(PantryItem.self, id, asOf: last) }?.amount == 3)
  }

  @Test(arguments: [0, 4, .max] as [UInt64])
  func `a transaction that is not there is refused by its number`(number: UInt64) throws {
    let token = try #require(History.Token("\(store.id):\(number)"))
    let start = try store.read { try $0.token(at: .distantPast) }
    func code(_ body: () throws -> Void) -> StoreError.Code? {
      (#expect(throws: StoreError.self) { try body() })?.code
    }
    #expect(code { _ = try store.read { try $0.changes(in: number) } } == .noSuchTransaction)
    #expect(
      code { _ = try store.read { try $0.entities(touchedBy: number) } } == .noSuchTransaction)
    #expect(
      code { try store.append { try $0.retract(transaction: number) } } == .noSuchTransaction)
    guard number > 0 else { return }
    #expect(
      code { _ = try store.read { try $0.differences(from: start, to: token) } }
        == .noSuchTransaction)
    #expect(
      code { _ = try store.read { try $0.differences(from: token, to: start) } }
        == .noSuchTransaction)
    #expect(code { try store.read(asOf: token) { _ in } } == .noSuchTransaction)
    #expect(code { _ = try store.purge(before: token) } == .noSuchTransaction)
  }

  @Test func `one that follows the last token ends when it is cancelled`() async throws {
    let (store, last) = (store, last)
    let task = Task { () -> Int in
      var count = 0
      for try await _ in store.history.transactions(after: last).follow { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test(
    arguments: [
      (.nan, 0), (-.infinity, 0), (-1e300, 0), (1e300, 3), (.infinity, 3), (1e18, 3),
    ] as [(Double, UInt64)])
  func `any date is a place`(seconds: Double, number: UInt64) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(try store.read { try $0.token(at: date) }.number == number)
    let amount = try store.read(asOf: date) { [id] in try $0.entity(PantryItem.self, id)?.amount }
    #expect(amount == (number == 0 ? nil : 3))
    #expect(HybridTime(date).milliseconds == (number == 0 ? 0 : 1 << 47))
  }

  @Test(arguments: [.nan, -.infinity, .infinity, 1e300, -1e300, 1e18] as [Double])
  func `a clock that shows no date stops, and the log goes on`(seconds: Double) throws {
    let sane = try store.read { try $0.transactions() }.last?.time
    clock.advance(by: seconds)
    try store.append { [id] in try $0.append(PantryEvent.counted(5), to: id) }
    let time = try #require(try store.read { try $0.transactions() }.last?.time)
    #expect(time.milliseconds == sane?.milliseconds)
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 5)
    #expect(try store.complaints() == [])
  }
}
