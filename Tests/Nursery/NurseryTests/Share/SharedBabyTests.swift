import Daybook
import DaybookSync
import Nursery
import NurseryHousehold
import TemporaryFolders
import Testing

/// A baby on two phones with a folder between them.
struct SharedBabyTests {
  @Test func `what two phones write down apart is the same on both`() async throws {
    let phones = try await Phones(events: 600)
    try await phones.meet()
    try phones.compare()
    let baby = try phones.baby()
    let evening = Household.standardEnd.addingTimeInterval(60)
    // Ada is offline and feeds; Ben, who is too, feeds later, and writes so first.
    phones.clock.show(evening.addingTimeInterval(3_000))
    let late = try await phones.feed(phones.ben, baby, at: evening.addingTimeInterval(1_200), 90)
    phones.clock.show(evening.addingTimeInterval(3_600))
    let early = try await phones.feed(phones.ada, baby, at: evening, 120)
    #expect(try phones.last(phones.ada, baby) != late)
    try await phones.meet()
    try phones.compare()
    for phone in [phones.ada, phones.ben] {
      #expect(try phones.last(phone, baby) == late)
      let shown = Set(try phones.today(phone, evening).entries.map(\.id))
      #expect(shown.isSuperset(of: [early, late]))
    }
  }

  @Test func `of two edits of one feed each leaves the other's field, and the later one wins`()
    async throws
  {
    let phones = try await Phones(events: 100)
    let baby = try phones.baby()
    let evening = Household.standardEnd.addingTimeInterval(60)
    phones.clock.show(evening)
    let feed = try await phones.feed(phones.ada, baby, at: evening, 120)
    try await phones.meet()
    let amount = FieldPatch<FeedSession> { $0.value(4, Amount(90, .millilitre)) }
    let memo = FieldPatch<FeedSession> {
      $0.value(4, Amount(100, .millilitre))
      $0.string(8, "asleep at once")
    }
    phones.clock.show(evening.addingTimeInterval(600))
    try await phones.ben.store.append { try $0.append(FeedEvent.amended(memo), to: feed) }
    phones.clock.show(evening.addingTimeInterval(900))
    try await phones.ada.store.append {
      try $0.append(FeedEvent.amended(amount), to: feed)
    }
    try await phones.meet()
    try phones.compare()
    let entry = try phones.ben.store.read { try $0.entity(FeedSession.self, feed) }
    #expect(entry?.amount == Amount(90, .millilitre))
    #expect(entry?.memo == "asleep at once")
  }

  @Test func `an import that comes after a frontier leaves what was edited and deleted since`()
    async throws
  {
    let phones = try await Phones(events: 100)
    let baby = try phones.baby()
    let fixtures = NurseryFixtures(now: Household.standardEnd.addingTimeInterval(86_400))
    let (feed, note) = (fixtures.makeFeedSession(of: baby), fixtures.makeNote(of: baby))
    phones.clock.show(fixtures.now)
    try await phones.meet()
    // Both import the same rows apart; Ben is offline from then on.
    for phone in [phones.ada, phones.ben] {
      try await phone.store.append { draft in
        try draft.record(feed.id, feed.value)
        try draft.record(note.id, note.value)
      }
    }
    try await phones.ada.store.append { draft in
      try draft.edit(FeedSession.self, feed.id) { $0.memo = "spat half of it" }
      try draft.delete(Note.self, note.id)
    }
    try await phones.ada.setFrontier(phones.ada.vector())
    try await phones.meet()
    try phones.compare()
    for phone in [phones.ada, phones.ben] {
      let (shown, deleted) = try phone.store.read { reader in
        (try reader.entity(FeedSession.self, feed.id), try reader.entity(Note.self, note.id))
      }
      #expect(shown?.memo == "spat half of it")
      #expect(deleted == nil)
    }
  }

  @Test func `households that two phones generate apart come to the same`() async throws {
    let phones = try await Phones(events: 300)
    try await phones.meet()
    for (seed, phone) in [(21, phones.ada), (22, phones.ben)] as [(UInt64, Replication)] {
      try await phone.store.append(
        Household(
          seed: seed, events: 400, end: Household.standardEnd.addingTimeInterval(20 * 86_400),
          profile: .tidy), clock: phones.clock)
    }
    try await phones.meet()
    try phones.compare()
    #expect(try phones.ben.vector().count > 1_000)
  }
}

/// Two members of one space.
private struct Phones {
  let folder: TemporaryFolder
  let clock = HouseholdClock()
  let ada: Replication
  let ben: Replication

  /// Ada's store holds a made-up household before she shares it.
  init(events: Int) async throws {
    folder = try TemporaryFolder(inMemory: true)
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    let schema = try Schema.nursery(boundary: DayBoundary(zone: HouseholdStore.zone))
    let store = try EventStore.open(
      at: folder.path("ada"), schema: schema, options: options)
    try await store.append(Household(seed: 7, events: events), clock: clock)
    ada = try Replication(
      of: store, key: .load(at: folder.path("ada.key"), creating: true))
    try await ada.createSpace(named: "Noor", member: "Ada")
    let key = try ReplicaKey.load(
      at: folder.path("ben.key"), creating: true)
    let invitation = try await ada.enrol(
      Replication.request(of: key), as: .writer, member: "Ben")
    ben = try Replication.join(
      at: folder.path("ben"), schema: schema, key: key, invitation: invitation, options: options)
  }

  /// Lets both exchange with the folder until each has all.
  func meet() async throws {
    for phone in [ada, ben, ada] {
      let report = try await phone.exchange(
        with: FolderPeer(at: folder.path("drive")))
      #expect(report.failure == nil && report.refused.isEmpty)
    }
  }

  func baby() throws -> UUID {
    try #require(try ada.store.read { try $0.view(CurrentProfiles.self).all() }.first).id
  }

  @discardableResult
  func feed(
    _ phone: Replication, _ baby: UUID, at start: Date, _ millilitres: Double
  ) async throws -> UUID {
    let id = UUID.timeOrdered()
    let feed = FeedSession(
      baby: baby, start: start, amount: Amount(millilitres, .millilitre), content: .formula)
    try await phone.store.append { try $0.append(FeedEvent.recorded(feed), to: id) }
    return id
  }

  func last(_ phone: Replication, _ baby: UUID) throws -> UUID? {
    try phone.store.read { try $0.view(LastEntries.self).lastFeed(of: baby) }
  }

  func today(_ phone: Replication, _ time: Date) throws -> HistoryDay {
    try phone.store.read { reader in
      let view = try reader.view(HistoryGroups.self)
      return try view.day(view.day(of: time))
    }
  }

  /// Expects that both show the same profiles, days and last feeds, and that nothing else
  /// differs.
  func compare() throws {
    let shown = try [ada, ben].map { phone in
      try phone.store.read { reader in
        let profiles = try reader.view(CurrentProfiles.self).all()
        let entries = try reader.view(LastEntries.self)
        return Shown(
          profiles: profiles, days: try reader.view(HistoryGroups.self).days(limit: 1_000),
          feeds: try profiles.map { try entries.lastFeed(of: $0.id) })
      }
    }
    #expect(shown[0] == shown[1])
    #expect(!shown[0].profiles.isEmpty && !shown[0].days.isEmpty)
    let comparison = try ada.store.compare(with: ben.store)
    #expect(comparison.isEqual && comparison.notCompared.isEmpty, "\(comparison)")
  }

  private struct Shown: Equatable {
    let profiles: [CurrentProfile]
    let days: [HistoryDay]
    let feeds: [UUID?]
  }
}
