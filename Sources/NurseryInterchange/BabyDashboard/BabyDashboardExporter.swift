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

extension DiaperChange {
  /// BabyDashboard's type: poo when anything solid was in it, else pee.
  var dashboardType: String { solid ? "poo" : "pee" }
}
