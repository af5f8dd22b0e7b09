import Daybook
import Nursery
import Testing

/// BD-4: day totals in mixed units by the baby's identifier.
struct MixedUnitsAcceptanceTests {
  private let twins = [UUIDs.number(1, 1), UUIDs.number(1, 2)]
  private let start = Date(timeIntervalSinceReferenceDate: 784_000_000)

  private func store() throws -> EventStore {
    let store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    try store.append { draft in
      for baby in twins { try draft.addBaby(baby, BabyProfile(name: "A", createdAt: start)) }
      for (number, amount) in [
        Amount(120, .millilitre), Amount(4, .fluidOunce), Amount(2, unitText: "scoop"),
      ].enumerated() {
        try draft.record(
          UUIDs.number(2, number), FeedSession(baby: twins[0], start: start, amount: amount))
      }
      try draft.record(
        UUIDs.number(3, 0),
        FeedSession(baby: twins[1], start: start, amount: Amount(1, .fluidOunce)))
    }
    return store
  }

  @Test func `BD-4: 120 mL and 4 fl oz are 8.1 fl oz`() throws {
    let day = try #require(
      try store().read { try $0.view(HistoryGroups.self).days(limit: 1) }.first)
    let totals = try #require(day.totals.first { $0.baby == twins[0] }).totals
    #expect(abs(totals.feedAmount(in: .fluidOunce) - 8.0577) < 0.00005)
    #expect(AmountText.total(nanolitres: totals.feedNanolitres, in: .fluidOunce) == "8.1 fl oz")
    #expect(AmountText.total(nanolitres: totals.feedNanolitres, in: .millilitre) == "238 mL")
    #expect(totals.feedsWithAmount == 3)
    #expect(totals.unknownFeedAmounts.sums.map(\.unitText) == ["scoop"])
    #expect(totals.unknownFeedAmounts.sums.map(\.value) == [2])
  }

  @Test func `BD-4: two babies with one name have totals of their own`() throws {
    let day = try #require(
      try store().read { try $0.view(HistoryGroups.self).days(limit: 1) }.first)
    #expect(day.totals.map(\.baby) == twins)
    #expect(day.totals.map(\.totals.feedCount) == [3, 1])
  }

  @Test func `BD-4: totals of one name can be added up`() throws {
    let (day, profiles) = try store().read { reader in
      (
        try reader.view(HistoryGroups.self).days(limit: 1),
        try reader.view(CurrentProfiles.self).all()
      )
    }
    let names = Dictionary(uniqueKeysWithValues: profiles.map { ($0.id, $0.profile.name) })
    let merged = Dictionary(
      try #require(day.first).totals.map { ($0.baby.flatMap { names[$0] } ?? "", $0.totals) },
      uniquingKeysWith: +)
    #expect(merged.keys.sorted() == ["A"])
    let totals = try #require(merged["A"])
    #expect(totals.feedCount == 4)
    #expect(totals.feedNanolitres == 267_867_500)
  }
}
