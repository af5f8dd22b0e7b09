import Daybook
import Foundation
import Nursery
import NurseryInterchange
import Testing

/// What was imported and then corrected by a person.
struct BabyDashboardCorrectionTests {
  private let text = "babyName,timestamp,diaperType\nA,2025-11-06T18:00:00.000Z,pee"

  @Test func `a diaper that was corrected is exported as it is, and not imported again`()
    async throws
  {
    let store = try EventStore.family()
    try await store.takeDashboard(diapers: text)
    let days = try store.read { try $0.view(HistoryGroups.self).days(limit: 1) }
    let id = try #require(days.first?.entries.first?.id)
    try await store.append { draft in
      try draft.edit(DiaperChange.self, id) { ($0.wet, $0.solid) = (false, true) }
    }
    #expect(
      try BabyDashboardExporter.texts(of: store).diapers
        == text.replacingOccurrences(of: "pee", with: "poo"))
    let before = try store.statistics().transactions
    #expect(try await store.takeDashboard(diapers: text).isAllUnchanged)
    #expect(try store.statistics().transactions == before)
  }

  @Test func `a diaper whose time was set and that was corrected is exported as it is`() throws {
    let store = try EventStore.family()
    let (baby, time) = (UUID(), Date(timeIntervalSince1970: 1_762_452_000))
    try store.append { draft in
      try draft.addBaby(baby, BabyProfile(name: "A", createdAt: time))
      let id = try draft.setDiaperTime(of: baby, to: time)
      try draft.edit(DiaperChange.self, id) { $0.solid = true }
    }
    #expect(
      try BabyDashboardExporter.texts(of: store).diapers
        == text.replacingOccurrences(of: "pee", with: "poo"))
  }
}
