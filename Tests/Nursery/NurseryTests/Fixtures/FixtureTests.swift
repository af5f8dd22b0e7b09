import Daybook
import Nursery
import NurseryHousehold
import Testing

struct FixtureTests {
  private let fixtures = NurseryFixtures()

  @Test func `identifiers and times follow from number and now`() {
    let later = NurseryFixtures(now: fixtures.now + 60)
    let baby = fixtures.makeBabyProfile().id
    #expect(baby == later.makeBabyProfile().id)
    let (feed, shifted) = (fixtures.makeFeedSession(of: baby), later.makeFeedSession(of: baby))
    #expect(feed == fixtures.makeFeedSession(of: baby))
    #expect(feed.id == shifted.id && feed.value.start + 60 == shifted.value.start)
    #expect(feed.value.end == feed.value.start + 1200)
  }

  @Test func `kinds and numbers have identifiers of their own`() {
    let baby = UUID()
    let ids = [
      fixtures.makeBabyProfile().id, fixtures.makeBabyProfile(2).id,
      fixtures.makeFeedSession(of: baby).id, fixtures.makeFeedSession(2, of: baby).id,
      fixtures.makeDiaperChange(of: baby).id, fixtures.makeSleepSession(of: baby).id,
      fixtures.makePumpingSession(of: baby).id, fixtures.makeActivitySession(of: baby).id,
      fixtures.makeBodyMeasurement(of: baby).id, fixtures.makeMedicationDose(of: baby).id,
      fixtures.makeNote(of: baby).id, fixtures.makeCustomEvent(of: baby).id,
      fixtures.makeCustomEventType().id, fixtures.makeRunningTimer().id,
    ]
    #expect(Set(ids).count == ids.count)
  }

  @Test func `a seeded amount is the last one`() throws {
    let store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let (baby, fixtures) = (fixtures.makeBabyProfile(), fixtures)
    let feed = try store.write { draft in
      try draft.addBaby(baby.id, baby.value)
      return try draft.seedLastFeedAmount(
        Amount(4, .fluidOunce), of: baby.id, fixtures: fixtures)
    }
    let last = try store.read { try $0.view(LastEntries.self).lastAmount(of: baby.id) }
    #expect(last?.feed == feed && last?.last.amount == Amount(4, .fluidOunce))
  }

  @Test func `the preview has months of both babies and all kinds, none later than now`() throws {
    let store = try EventStore.nurseryPreview(now: fixtures.now)
    try store.read { reader in
      let babies = try reader.view(CurrentProfiles.self).all()
      #expect(babies.map(\.profile.name) == ["Mina", "Noor"])
      let days = try reader.view(HistoryGroups.self).days(limit: 400)
      #expect(days.count >= 119)
      for baby in babies {
        let entries = days.flatMap(\.entries).filter { $0.entry.baby == baby.id }
        #expect(Set(entries.map(\.entry.kind)) == Set(EntryKind.allCases))
        #expect(entries.allSatisfy { $0.entry.end ?? $0.entry.date <= fixtures.now })
        #expect(try reader.checklist(of: baby.id, at: fixtures.now).count == 1)
      }
      #expect(try reader.view(RunningTimers.self).timers().count == 1)
      #expect(try reader.view(LastEntries.self).runningFeeds(of: babies[0].id).count == 1)
    }
    #expect(try store.verify().ok)
  }
}
