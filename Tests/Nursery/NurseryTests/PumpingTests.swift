import Daybook
import Nursery
import Testing

/// Pumped milk by its whole amount, or by its parts.
struct PumpingTests {
  private static let noon = Date(timeIntervalSinceReferenceDate: 700_000_000)

  struct Told: Sendable {
    let amount: Amount?
    let left: Amount?
    let right: Amount?
    let volume: Amount?
    let millilitres: Double
    let unknown: [String]
  }

  @Test(arguments: [
    Told(
      amount: nil, left: Amount(50, .millilitre), right: Amount(40, .millilitre),
      volume: Amount(90, .millilitre), millilitres: 90, unknown: []),
    Told(
      amount: Amount(100, .millilitre), left: Amount(50, .millilitre), right: nil,
      volume: Amount(100, .millilitre), millilitres: 100, unknown: []),
    Told(
      amount: nil, left: nil, right: Amount(2, .fluidOunce), volume: Amount(2, .fluidOunce),
      millilitres: 59.147, unknown: []),
    Told(
      amount: nil, left: Amount(1, .litre), right: Amount(500, .millilitre),
      volume: Amount(1.5, .litre), millilitres: 1_500, unknown: []),
    Told(
      amount: nil, left: Amount(1, unitText: "jar"), right: Amount(2, unitText: "jar"),
      volume: Amount(3, unitText: "jar"), millilitres: 0, unknown: ["2 3.0 jar"]),
    Told(
      amount: nil, left: Amount(1, unitText: "jar"), right: Amount(50, .millilitre), volume: nil,
      millilitres: 50, unknown: ["1 1.0 jar"]),
    Told(amount: nil, left: nil, right: nil, volume: nil, millilitres: 0, unknown: []),
  ])
  func `the volume is the amount, or the sum of both parts`(told: Told) throws {
    let pumping = PumpingSession(
      start: Self.noon, end: Self.noon,
      PumpingDetails(amount: told.amount, left: told.left, right: told.right))
    #expect(pumping.volume == told.volume)
    let store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let id = try store.write { try $0.add(pumping) }
    let day = try store.read { try $0.view(HistoryGroups.self).days(limit: 1) }
    let totals = try #require(day.first?.totals.first?.totals[.pumping])
    #expect(Double(totals.nanolitres) / 1e6 == told.millilitres)
    #expect(
      totals.unknownAmounts.sums.map { "\($0.count) \($0.value) \($0.unitText)" } == told.unknown)
    try store.append { _ = try $0.delete(PumpingSession.self, id) }
    #expect(try store.read { try $0.view(HistoryGroups.self).totals() }.isEmpty)
  }
}
