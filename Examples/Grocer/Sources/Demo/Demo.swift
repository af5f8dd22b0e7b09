import Daybook
import Foundation
import Grocer
import Synchronization

/// Writes some weeks of a made-up household: `grocer-demo DIR`.
@main enum Demo {
  /// A clock that is put to the day that is written.
  private final class Clock: Sendable {
    /// The first of November 2026, noon in UTC.
    private static let first = Date(timeIntervalSince1970: 1_793_534_400)
    private let time = Mutex(first)

    var now: Date { time.withLock { $0 } }
    static func day(_ day: Int) -> Date { first.addingTimeInterval(Double(day - 1) * 86_400) }
    func set(_ day: Int) { time.withLock { $0 = Self.day(day) } }
  }

  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first else {
      print("usage: grocer-demo DIR")
      exit(64)
    }
    let clock = Clock()
    var options = StoreOptions()
    options.now = { clock.now }
    try write(try EventStore.open(at: path, schema: .grocer, options: options), clock)
  }

  private static func write(_ store: EventStore, _ clock: Clock) throws {
    func buy(
      _ day: Int, _ who: String, _ what: String, _ price: Int, at shop: String = "Market",
      of other: Int? = nil
    ) throws -> ID<Purchase> {
      clock.set(day)
      let id = ID<Purchase>.timeOrdered()
      let stamp = other.map { HybridTime(Clock.day($0)) }
      try store.append(author: who, stamp: stamp) {
        try $0.append(.bought(what: what, shop: shop, price: price), to: id)
      }
      return id
    }
    _ = try buy(2, "Ada", "milk", 119)
    _ = try buy(2, "Ada", "bread", 340, at: "Bakery")
    let cheese = try buy(7, "Ben", "cheese", 2590)
    clock.set(9)
    // A comma was in the wrong place.
    try store.append(author: "Ada") { try $0.append(.corrected(price: 259), to: cheese) }
    _ = try buy(14, "Ben", "rice", 229)
    _ = try buy(20, "Ada", "coffee", 699)
    // Written down twice.
    _ = try buy(20, "Ada", "coffee", 699)
    try store.undo(by: "Ada")
    let tea = try buy(22, "Ben", "tea", 319)
    clock.set(23)
    try store.append(author: "Ben") { try $0.append(.returned, to: tea) }
    // Eva writes down what she bought two weeks before.
    _ = try buy(24, "Eva", "apples", 280, of: 10)
  }
}
