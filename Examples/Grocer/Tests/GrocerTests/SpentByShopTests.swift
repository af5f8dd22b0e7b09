import Daybook
import DaybookTesting
import Foundation
import Grocer
import Testing

/// Random histories: purchases are written down, corrected and returned, transactions arrive late
/// and some are taken back; what each shop has got is what the purchases give to it.
struct SpentByShopTests {
  private typealias Step = @Sendable (inout Draft) throws -> Void

  /// How many seeds; `DAYBOOK_EXAMPLE_SEEDS` for more.
  static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["DAYBOOK_EXAMPLE_SEEDS"].flatMap(UInt64.init) ?? 40)

  @Test(arguments: seeds)
  func `after random histories sums are what purchases give`(seed: UInt64) throws {
    let laws = ProjectionLaws(schema: .grocer, transactions: Self.history(seed))
    #expect(try laws.violations(seed: seed, orders: 1).map(\.description) == [])
  }

  private static func history(_ seed: UInt64) -> [Step] {
    var random = SeededGenerator(seed: seed)
    let purchases = (0..<6).map { _ in ID<Purchase>(random.uuid()) }
    var steps: [Step] = purchases.map { buy($0, 100, at: "Market") }
    for _ in 0..<40 {
      let purchase = purchases[Int.random(in: 0..<purchases.count, using: &random)]
      steps.append(step(purchase, &random))
    }
    return steps
  }

  private static func buy(_ purchase: ID<Purchase>, _ price: Int, at shop: String) -> Step {
    return { try $0.append(.bought(what: "bread", shop: shop, price: price), to: purchase) }
  }

  private static func step(
    _ purchase: ID<Purchase>, _ random: inout SeededGenerator
  ) -> Step {
    let price = Int.random(in: 0...500, using: &random)
    let shop = Bool.random(using: &random) ? "Market" : "Bakery"
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: return { try $0.append(.corrected(price: price), to: purchase) }
    case 2: return { try $0.append(.returned, to: purchase) }
    default: return buy(purchase, price, at: shop)
    }
  }
}
