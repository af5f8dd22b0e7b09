import Daybook
import DaybookTesting

/// Random saves of a shop: new goods, late ones, work that is taken back, another replica's,
/// merges, deletions, purges.
struct ShopHistory {
  let store: EventStore
  private let other: EventStore
  private let ids: [UUID]
  private let memos: [UUID]
  private var random: SeededGenerator
  private var sent: UInt64 = 0
  private var newest: UInt64 = 0

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    ids = (0..<12).map { _ in random.uuid() }
    memos = (0..<3).map { _ in random.uuid() }
    self.random = random
    store = try EventStore.temporary(schema: .shop)
    other = try EventStore.temporary(schema: .shop)
  }

  /// Does something.
  mutating func step() throws {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<4 where newest > 1: try takeBack()
    case 4..<8: try receive()
    case 8 where newest > 12: try purge()
    case 9: try nothing()
    case 10..<13:
      let time = HybridTime(milliseconds: Int64.random(in: 1...1_000_000, using: &random))
      try append(stamp: time)
    default: try append(stamp: nil)
    }
    newest = try store.read { try $0.token().number }
  }

  private mutating func append(stamp: HybridTime?) throws {
    let author = ["Ada", "Ben", nil].randomElement(using: &random) ?? nil
    let bodies = (0..<Int.random(in: 1...4, using: &random)).map { _ in event() }
    // What the fold refuses is not appended; another replica's event may make it refuse others.
    do {
      try store.append(
        author: author, context: author == nil ? "import" : nil, stamp: stamp, durability: .relaxed
      ) { draft in
        for body in bodies { try body(&draft) }
      }
    } catch ShopError.negative {
    } catch let error as StoreError where error.code == .refusedByFold {}
  }

  private mutating func takeBack() throws {
    let purged = try store.read { try $0.oldestToken().number }
    guard purged < newest else { return }
    let target = UInt64.random(in: purged + 1...newest, using: &random)
    try store.append(author: "Ada", durability: .relaxed) { try $0.retract(transaction: target) }
  }

  /// Takes in what another store wrote.
  private mutating func receive() throws {
    let undoes = sent > 0 && Bool.random(using: &random)
    let (target, body) = (sent, event())
    do {
      try other.append(author: "Cleo", durability: .relaxed) { draft in
        if undoes { try draft.retract(transaction: target) } else { try body(&draft) }
      }
    } catch ShopError.negative {
      return
    }
    sent += 1
    let number = sent
    guard let message = try other.read({ try $0.message(of: number) }) else { return }
    try store.absorb(message, durability: .relaxed)
  }

  private mutating func purge() throws {
    let purged = try store.read { try $0.oldestToken().number }
    guard purged + 4 < newest else { return }
    let last = UInt64.random(in: purged + 1...newest - 3, using: &random)
    let token = try store.history.transactions().all().first { $0.number == last }?.token
    if let token { try store.purge(before: token, forced: true) }
  }

  /// A transaction that changes no state.
  private mutating func nothing() throws {
    let id = ids.randomElement(using: &random) ?? UUID()
    try store.append(durability: .relaxed) { try $0.append(GoodEvent.tagged(tag: ""), to: id) }
  }

  private mutating func event() -> @Sendable (inout Draft) throws -> Void {
    let place = Int.random(in: 0..<ids.count, using: &random)
    let id = ids[place]
    // Merges lead in no circle.
    let into = ids[Int.random(in: place..<ids.count, using: &random)]
    let memo = memos.randomElement(using: &random) ?? UUID()
    let number = Int.random(in: 0..<1000, using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<6:
      let good = good(number)
      return { try $0.append(GoodEvent.bought(good), to: id) }
    // One that the fold refuses after a sale.
    case 6: return { try $0.append(GoodEvent.priced(Double(number) - 300), to: id) }
    case 7, 8: return { try $0.append(GoodEvent.tagged(tag: "t\(number)"), to: id) }
    case 9: return { try $0.append(GoodEvent.merged(into: ID(into)), to: id) }
    case 10: return { try $0.append(GoodEvent.thrownAway, to: id) }
    case 11: return { try $0.append(GoodEvent.forgotten, to: id) }
    default: return { try $0.append(MemoEvent.written("“\(number)”\n\\"), to: memo) }
    }
  }

  private mutating func good(_ number: Int) -> Good {
    var good = Good()
    good.name = ["Milk", "Tea", "Soap"].randomElement(using: &random) ?? ""
    good.amount = number - 500
    good.price = number % 3 == 0 ? nil : Double(number) / 8
    good.isSold = number % 5 == 0
    good.boughtAt = number % 2 == 0 ? nil : Date(timeIntervalSince1970: Double(number) * 1e5 + 0.25)
    good.shelf = number % 4 == 0 ? nil : ids[number % ids.count]
    good.tags = Array(["a", "\"b\"", "ü"].prefix(number % 4))
    good.id = number % 7 == 0 ? number : nil
    good.label = number % 6 == 0 ? Label(text: "l\(number)", size: number) : nil
    good.order = number % 9 == 0 ? .second : nil
    return good
  }
}
