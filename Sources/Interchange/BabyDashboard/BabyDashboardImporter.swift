public import Daybook
internal import Foundation
internal import Nursery

/// Takes BabyDashboard's rows into a store, and gives them back.
public enum BabyDashboardImporter {
  /// Imports what is not there yet; a second run imports nothing.
  ///
  /// A row is there when the same baby has an entry less than a millisecond away, because the files
  /// keep milliseconds only; each entry stands for one row. A name that no profile has (in any
  /// case) gets a profile. An existing feed without amount takes the row's.
  public static func run(
    feeds: BabyDashboardImport<BabyDashboardFeed>?,
    diapers: BabyDashboardImport<BabyDashboardDiaper>?, into store: EventStore,
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> ImportReport {
    try await ImportRun(store: store, context: "import babydashboard") {
      var plan = try BabyDashboardPlan($0)
      for row in feeds?.rows ?? [] { plan.add(row) }
      for row in diapers?.rows ?? [] { plan.add(row) }
      var report = plan.report
      report.quarantined = (feeds?.quarantined ?? []) + (diapers?.quarantined ?? [])
      report.rows += report.quarantined.count
      if let feeds { report.files.append(feeds.summary) }
      if let diapers { report.files.append(diapers.summary) }
      return ImportPlan(report: report, batch: plan.batch)
    }.run(progress: progress)
  }
}

/// What an import is going to write.
private struct BabyDashboardPlan {
  private(set) var report = ImportReport()
  private(set) var batch = ImportBatch()
  private var babies: [String: UUID] = [:]
  private var feeds = NearbyEntries()
  private var diapers: [String: NearbyEntries] = [:]
  private var emptyFeeds: Set<UUID> = []
  private var changes: Set<UUID> = []
  private var occurrences: [String: Int] = [:]

  init(_ reader: borrowing Reader) throws {
    for baby in try reader.view(CurrentProfiles.self).all() {
      let name = baby.profile.name.lowercased()
      if babies[name] == nil { babies[name] = baby.id }
    }
    try reader.view(HistoryGroups.self).forEach(HistoryGroups.entries) { key, entry in
      switch entry {
      case .feed(let feed):
        feeds.add(feed.baby, feed.start, key.id)
        if feed.amount == nil { emptyFeeds.insert(key.id) }
      case .diaper(let diaper):
        changes.insert(key.id)
        diapers[diaper.dashboardType, default: NearbyEntries()].add(
          diaper.baby, diaper.time, key.id)
      default: break
      }
      return true
    }
  }

  mutating func add(_ row: BabyDashboardFeed) {
    let baby = baby(named: row.babyName, since: row.start)
    let amount = row.amount.map { Amount($0, unitText: row.unit.isEmpty ? nil : row.unit) }
    if let id = feeds.take(baby, row.start) {
      guard let amount, emptyFeeds.contains(id) else { return report.count(.unchanged, []) }
      batch.add(id, .refined) { draft in
        try draft.edit(FeedSession.self, id, rules: .imports) { $0.amount = amount }
      }
      return report.count(.refined, [])
    }
    let type = row.feedType ?? BabyDashboardFeed.defaultFeedType
    var feed = FeedSession(baby: baby, start: row.start, end: row.start, amount: amount)
    feed.feedType = FeedType(rawValue: type)
    feed.typeText = row.feedType ?? ""
    let id = identity("feeds", row.babyName, row.start)
    batch.add(id, .imported) { [feed] in try $0.append(FeedEvent.recorded(feed), to: id) }
    report.count(.imported, row.feedType == nil ? [.unknownEnum] : [])
  }

  mutating func add(_ row: BabyDashboardDiaper) {
    let baby = baby(named: row.babyName, since: row.time)
    if diapers[row.type, default: NearbyEntries()].take(baby, row.time) != nil {
      return report.count(.unchanged, [])
    }
    let diaper = DiaperChange(
      baby: baby, time: row.time, wet: row.type == "pee", solid: row.type == "poo",
      typeText: row.type)
    let id = identity("diapers/" + row.type, row.babyName, row.time)
    // It came in as this row, and somebody corrected it.
    if changes.contains(id) { return report.count(.unchanged, []) }
    batch.add(id, .imported) { try $0.append(DiaperEvent.recorded(diaper), to: id) }
    report.count(.imported, [])
  }

  private mutating func baby(named name: String, since date: Date) -> UUID? {
    guard !name.isEmpty else { return nil }
    if let id = babies[name.lowercased()] { return id }
    let id = SourceIdentity.uuid(
      provider: "babydashboard", instance: "", table: "babies", id: name.lowercased())
    babies[name.lowercased()] = id
    batch.add(id, nil) {
      try $0.append(BabyEvent.created(BabyProfile(name: name, createdAt: date)), to: id)
    }
    return id
  }

  private mutating func identity(_ table: String, _ name: String, _ date: Date) -> UUID {
    let content =
      "\(name.lowercased())\(SourceIdentity.separator)\(NearbyEntries.millisecond(date))"
    let count = occurrences[table + content, default: 0]
    occurrences[table + content] = count + 1
    return SourceIdentity.uuid(
      provider: "babydashboard", instance: "", table: table,
      id: SourceIdentity.contentID(content, occurrence: count))
  }
}

/// Entries by baby and time, found again within a millisecond, each once.
private struct NearbyEntries {
  private struct Place: Hashable {
    let baby: UUID?
    let millisecond: Int
  }

  private var entries: [Place: [(date: Date, id: UUID)]] = [:]

  static func millisecond(_ date: Date) -> Int {
    let value = (date.timeIntervalSince1970 * 1000).rounded(.down)
    return value.magnitude < 9e15 ? Int(value) : 0
  }

  mutating func add(_ baby: UUID?, _ date: Date, _ id: UUID) {
    entries[Place(baby: baby, millisecond: Self.millisecond(date)), default: []].append((date, id))
  }

  mutating func take(_ baby: UUID?, _ date: Date) -> UUID? {
    let middle = Self.millisecond(date)
    for millisecond in [middle, middle - 1, middle + 1] {
      let place = Place(baby: baby, millisecond: millisecond)
      let near = entries[place]?.firstIndex { abs($0.date.timeIntervalSince(date)) < 0.001 }
      if let near { return entries[place]?.remove(at: near).id }
    }
    return nil
  }
}

extension DiaperChange {
  /// BabyDashboard's type: poo when anything solid was in it, else pee.
  var dashboardType: String { solid ? "poo" : "pee" }
}
