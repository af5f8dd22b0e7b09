import Daybook
import Interchange
import Nursery
import NurseryInterchange
import Testing

extension EventStore {
  /// An empty store of a family, whose days begin at midnight.
  static func family(zone: String = "UTC") throws -> EventStore {
    try temporary(
      schema: .nursery(boundary: DayBoundary(zone: zone, hour: 0, minute: 0)).importing())
  }

  /// Imports a source, and expects that the same import once more writes nothing.
  @discardableResult
  func take(
    _ source: some ImportSource, author: String? = nil, corrects: Bool = false
  ) async throws -> ImportReport {
    let work = Import(source, author: author, corrects: corrects)
    let report = try await work.run(into: self)
    let end = try end()
    let again = try await work.run(into: self)
    #expect(try self.end() == end)
    #expect(again.counts.imported + again.counts.changed + again.counts.conflicts == 0)
    return report
  }

  /// Imports what BabyDashboard wrote.
  @discardableResult
  func takeDashboard(
    feeds: String? = nil, diapers: String? = nil, author: String? = nil
  ) async throws -> ImportReport {
    try await take(BabyDashboardFiles(feeds: feeds, diapers: diapers), author: author)
  }

  /// Where the log ends.
  func end() throws -> History.Token { try read { try $0.token() } }

  /// The babies that are there, by name.
  func babies() throws -> [String: UUID] {
    Dictionary(
      try read { try $0.view(CurrentProfiles.self).all() }.map { ($0.profile.name, $0.id) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The feeds that are there, oldest first.
  func feeds() throws -> [(id: UUID, feed: FeedSession)] {
    try read { try $0.entities(of: FeedSession.self) }
      .map { (id: $0.id.rawValue, feed: $0.state) }.sorted { $0.feed.start < $1.feed.start }
  }

  /// The diaper changes that are there, oldest first.
  func diapers() throws -> [(id: UUID, diaper: DiaperChange)] {
    try read { try $0.entities(of: DiaperChange.self) }
      .map { (id: $0.id.rawValue, diaper: $0.state) }.sorted { $0.diaper.time < $1.diaper.time }
  }

  /// What was fed in all, in millilitres.
  func fed() throws -> Double {
    AmountSum(try feeds().compactMap(\.feed.amount)).value(in: .millilitre)
  }
}

extension BabyDashboardFiles {
  /// Files in memory.
  init(feeds: String? = nil, diapers: String? = nil) throws {
    try self.init(
      feeds: feeds.map { SourceFile(bytes: Array($0.utf8), name: "feeds.csv") },
      diapers: diapers.map { SourceFile(bytes: Array($0.utf8), name: "diapers.csv") })
  }
}

extension ImportReport {
  /// Whether each of its rows was there, as it is.
  var isAllUnchanged: Bool { counts.rows > 0 && counts.unchanged == counts.rows }
}
