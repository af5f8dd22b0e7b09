public import Daybook
internal import Nursery

/// Writes a store's entries as BabyDashboard would.
public enum BabyDashboardExporter {
  /// The two files as text, newest first: feeds and diapers.
  ///
  /// The format has no end, no memo, no side and one type for a diaper; what does not fit stays
  /// behind. The older app's has no type for a feed either.
  public static func texts(
    of store: EventStore, era: BabyDashboardEra = .coreData
  ) throws -> (feeds: String, diapers: String) {
    var feeds: [BabyDashboardFeed] = []
    var diapers: [BabyDashboardDiaper] = []
    try store.read { reader in
      let names = Dictionary(
        try reader.view(CurrentProfiles.self).all().map { ($0.id, $0.profile.name) },
        uniquingKeysWith: { first, _ in first })
      try reader.view(HistoryGroups.self).forEach(HistoryGroups.entries, reversed: true) {
        _, entry in
        let name = entry.baby.flatMap { names[$0] } ?? ""
        switch entry {
        case .feed(let feed): feeds.append(row(feed, name, era))
        case .diaper(let diaper):
          diapers.append(
            BabyDashboardDiaper(babyName: name, time: diaper.time, type: diaper.dashboardType))
        // The format has no other kinds.
        default: break
        }
        return true
      }
    }
    return (
      BabyDashboardCSV.text(feeds: feeds, era: era), BabyDashboardCSV.text(diapers: diapers)
    )
  }

  /// An entry that the format cannot hold, or not whole.
  public struct Loss: Hashable, Sendable, Codable {
    /// The entry.
    public let entity: UUID
    /// The kind of the entry.
    public let kind: String
    /// What is lost, in one sentence.
    public let reason: String
    /// Whether the entry is missing altogether.
    public let isMissing: Bool
  }

  /// What `texts` leaves out.
  ///
  /// Cost: O(entries).
  public static func losses(
    of store: EventStore, era: BabyDashboardEra = .coreData
  ) throws -> [Loss] {
    try store.read { reader in
      try losses(FeedSession.self, reader) { $0.isWhole(in: era) }
        + losses(DiaperChange.self, reader) { $0.isWhole }
        + losses(SleepSession.self, reader) + losses(PumpingSession.self, reader)
        + losses(ActivitySession.self, reader) + losses(BodyMeasurement.self, reader)
        + losses(MedicationDose.self, reader) + losses(Note.self, reader)
        + losses(CustomEvent.self, reader)
    }
  }

  /// - Parameter isWhole: whether a row says all of an entry; nil for a kind that has no rows.
  private static func losses<E: NurseryEntry>(
    _ type: E.Type, _ reader: borrowing Reader, _ isWhole: ((E) -> Bool)? = nil
  ) throws -> [Loss] {
    let reason =
      isWhole == nil
      ? "BabyDashboard's files have no entries of this kind."
      : "BabyDashboard's files hold a part of what is told."
    return try reader.entities(of: type).filter { isWhole?($0.state) != true }.map {
      Loss(entity: $0.id.rawValue, kind: E.kind, reason: reason, isMissing: isWhole == nil)
    }
  }

  static func row(
    _ feed: FeedSession, _ name: String, _ era: BabyDashboardEra = .coreData
  ) -> BabyDashboardFeed {
    let symbol = era == .swiftData ? nil : feed.amount?.unit?.symbol
    let unit = symbol ?? feed.amount?.unitText ?? ""
    return BabyDashboardFeed(
      babyName: name, start: feed.start, amount: feed.amount?.value, unit: unit,
      feedType: feed.feedType?.rawValue)
  }
}

extension FeedSession {
  /// Whether a row says all that is told, but for where it came from and for milliseconds.
  fileprivate func isWhole(in era: BabyDashboardEra) -> Bool {
    var told = FeedSession(
      baby: baby, start: start, end: start, amount: amount, source: source)
    told.feedType = era == .swiftData ? nil : feedType
    told.typeText = typeText
    return told == self
  }
}

extension DiaperChange {
  fileprivate var isWhole: Bool {
    wet != solid && color == nil && amount == nil && memo == nil && tags.isEmpty
  }

  /// BabyDashboard's type: poo when anything solid was in it, else pee.
  var dashboardType: String { solid ? "poo" : "pee" }
}
