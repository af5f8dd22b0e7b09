import Daybook
import Interchange
import Nursery
import Testing

/// The same files again change nothing and append nothing, whatever a person did in between.
struct RepeatedImportTests {
  private static let feeds = """
    babyName,timestamp,amountValue,amountUnit,feedType
    Noor,2026-02-01T08:00:00.000Z,90.0,mL,babyFormula
    Noor,2026-02-01T11:00:00.000Z,80.0,mL,babyFormula
    noor,2026-02-01T14:00:00.000Z,,,breastFeed
    Mina,2026-02-01T15:00:00.000Z,70.0,mL,babyFormula
    """
  private static let diapers = """
    babyName,timestamp,diaperType
    Noor,2026-02-01T09:00:00.000Z,pee
    Noor,2026-02-01T09:00:00.000Z,poo
    """

  /// A store with both files in it.
  private func filled() async throws -> EventStore {
    let store = try EventStore.family()
    let report = try await takeAgain(store)
    #expect(report.counts.imported == 6)
    #expect(report.counts.rows == 6)
    return store
  }

  private func takeAgain(_ store: EventStore) async throws -> ImportReport {
    try await store.takeDashboard(feeds: Self.feeds, diapers: Self.diapers)
  }

  /// Expects that another import finds everything there, and writes nothing.
  private func expectNothing(
    _ store: EventStore, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try store.end()
    let report = try await takeAgain(store)
    #expect(report.isAllUnchanged, sourceLocation: sourceLocation)
    #expect(report.tables.allSatisfy { $0.counts.unchanged == $0.counts.rows })
    #expect(try store.end() == before, sourceLocation: sourceLocation)
  }

  @Test func `a baby that was renamed keeps its entries`() async throws {
    let store = try await filled()
    let noor = try #require(try store.babies()["Noor"])
    try await store.append { try $0.editBaby(noor) { $0.name = "Noortje" } }
    try await expectNothing(store)
    #expect(Set(try store.babies().keys) == ["Noortje", "Mina"])
    #expect(try store.feeds().count { $0.feed.baby == noor } == 3)
  }

  @Test func `a baby that was renamed to the other's name keeps its entries`() async throws {
    let store = try await filled()
    let babies = try store.babies()
    let (noor, mina) = (try #require(babies["Noor"]), try #require(babies["Mina"]))
    try await store.append { draft in
      try draft.editBaby(noor) { $0.name = "Mina" }
      try draft.editBaby(mina) { $0.name = "Noor" }
    }
    try await expectNothing(store)
    #expect(try store.feeds().count { $0.feed.baby == noor } == 3)
  }

  @Test func `a deleted entry stays deleted`() async throws {
    let store = try await filled()
    let (feed, diaper) = (try store.feeds()[0].id, try store.diapers()[0].id)
    try await store.append { draft in
      try draft.delete(FeedSession.self, feed)
      try draft.delete(DiaperChange.self, diaper)
    }
    try await expectNothing(store)
    #expect(try store.feeds().count == 3)
    #expect(try store.diapers().count == 1)
  }

  @Test func `a moved entry stays where it is`() async throws {
    let store = try await filled()
    let (feed, diaper) = (try store.feeds()[0].id, try store.diapers()[0].id)
    try await store.append { draft in
      try draft.edit(FeedSession.self, feed) {
        $0.start.addTimeInterval(-3_600)
        $0.end = $0.start
      }
      try draft.edit(DiaperChange.self, diaper) { $0.time.addTimeInterval(60) }
    }
    try await expectNothing(store)
    #expect(try store.feeds().count == 4)
    #expect(try store.diapers().count == 2)
  }

  @Test func `an entry that was moved onto another's time stays`() async throws {
    let store = try await filled()
    let feeds = try store.feeds()
    try await store.append { draft in
      try draft.edit(FeedSession.self, feeds[0].id) {
        ($0.start, $0.end) = (feeds[1].feed.start, feeds[1].feed.end)
      }
    }
    try await expectNothing(store)
  }

  @Test func `an entry that was given to another baby stays there`() async throws {
    let store = try await filled()
    let mina = try #require(try store.babies()["Mina"])
    let feed = try store.feeds()[0].id
    try await store.append { draft in
      try draft.reassign(FeedSession.self, feed, to: mina)
    }
    try await expectNothing(store)
    #expect(try store.feeds().count { $0.feed.baby == mina } == 2)
  }

  @Test func `a person's edit does not make later runs say that something changed`() async throws {
    let store = try await filled()
    let feed = try store.feeds()[0].id
    try await store.append { draft in
      try draft.edit(FeedSession.self, feed) {
        $0.amount = Amount(95, .millilitre)
        $0.memo = "spilt some"
      }
    }
    for _ in 0..<3 { try await expectNothing(store) }
    #expect(try store.read { try $0.entity(FeedSession.self, feed) }?.amount?.value == 95)
  }

  @Test func `a baby that was deleted stays deleted, and its entries stay as they are`()
    async throws
  {
    let store = try await filled()
    let noor = try #require(try store.babies()["Noor"])
    try await store.append { try $0.deleteBaby(noor) }
    try await expectNothing(store)
    #expect(Set(try store.babies().keys) == ["Mina"])
  }

  @Test func `an import after a purge finds its rows`() async throws {
    let store = try await filled()
    try await store.purge(before: store.end())
    try await expectNothing(store)
  }

  @Test(arguments: [
    feeds.replacing("\n", with: "\r\n"), "\u{FEFF}" + feeds, "\u{FEFF}" + feeds + "\r\n",
    feeds.replacing("\n", with: "\r"), feeds.replacing("babyName,", with: "BABYNAME,"),
    feeds.replacing("mL", with: " mL "), feeds.replacing(".000Z", with: "+00:00"),
  ])
  func `another spelling of the same file says the same`(text: String) async throws {
    let store = try await filled()
    let before = try store.end()
    let report = try await store.takeDashboard(feeds: text, diapers: Self.diapers)
    #expect(report.isAllUnchanged)
    #expect(try store.end() == before)
  }

  @Test func `the older file without types says nothing about types`() async throws {
    let store = try await filled()
    let before = try store.end()
    let old = Self.feeds.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(separator: ",")
    }
    #expect(old[0] == "babyName,timestamp,amountValue,amountUnit")
    let report = try await store.takeDashboard(feeds: old.joined(separator: "\n"))
    #expect(report.isAllUnchanged)
    #expect(try store.end() == before)
    #expect(try store.feeds()[2].feed.feedType == .breastFeed)
  }

  @Test func `an older file first, then the one with types, adds the types`() async throws {
    let store = try EventStore.family()
    try await store.takeDashboard(
      feeds: "babyName,timestamp,amountValue,amountUnit\nNoor,2026-02-01T08:00:00Z,9,mL")
    let report = try await store.takeDashboard(
      feeds: "babyName,timestamp,amountValue,amountUnit,feedType\n"
        + "Noor,2026-02-01T08:00:00Z,9,mL,breastFeed")
    #expect(report.counts.changed == 1)
    #expect(try store.feeds().map(\.feed.feedType) == [.breastFeed])
  }

  @Test func `a reader whose file lacks a baby leaves that baby alone`() async throws {
    let store = try await filled()
    let report = try await store.takeDashboard(
      feeds: Self.feeds.split(separator: "\n").dropLast().joined(separator: "\n"))
    #expect(report.isAllUnchanged)
    #expect(report.vanished > 0)
    #expect(try store.feeds().count == 4)
    #expect(Set(try store.babies().keys) == ["Noor", "Mina"])
  }
}
