package import Daybook
package import Interchange
internal import Nursery

/// Which entries of a log may be what BabyDashboard tells, in its files and in its stores: those of
/// the same baby at the same millisecond, diapers also of the same type.
package enum BabyDashboardEntries {
  /// As `ImportSource.candidates`.
  package static func candidates(
    for row: ImportRow, in reader: borrowing Reader
  ) throws -> [UUID] {
    switch row.state {
    case let own as FeedSession: try entries(like: own, reader) { _ in true }
    case let own as DiaperChange:
      try entries(like: own, reader) { $0.dashboardType == own.dashboardType }
    default: []
    }
  }

  /// The baby's entries of the millisecond; of a row without a name those of no baby, and of one
  /// that is gone. O(log n + entries).
  private static func entries<E: NurseryEntry>(
    like own: E, _ reader: borrowing Reader, _ isAlike: (E) -> Bool
  ) throws -> [UUID] {
    if own.baby == nil { return try nameless(like: own, reader, isAlike) }
    let text = BabyDashboardTimestamp.text(own.date)
    let near = LastEntries.all.where(E.entryKind, own.baby).where(LastKey.typeText(own.type))
      .from(own.date.addingTimeInterval(-0.001)).through(own.date.addingTimeInterval(0.001))
    return try reader.view(LastEntries.self).rows(near).map(\.key)
      .filter { BabyDashboardTimestamp.text($0.start) == text }.map(\.id)
      .filter { try reader.entity(E.self, $0).map(isAlike) ?? false }
  }

  private static func nameless<E: NurseryEntry>(
    like own: E, _ reader: borrowing Reader, _ isAlike: (E) -> Bool
  ) throws -> [UUID] {
    let history = try reader.view(HistoryGroups.self)
    let text = BabyDashboardTimestamp.text(own.date)
    let (first, last) = (own.date.addingTimeInterval(-0.001), own.date.addingTimeInterval(0.001))
    var found: [UUID] = []
    for day in Set([history.day(of: first), history.day(of: last)]).sorted() {
      let near = HistoryGroups.query(HistoryGroups.entries).where(day).from(first).through(last)
      for key in try history.rows(near).map(\.key)
      where BabyDashboardTimestamp.text(key.date) == text {
        guard let entry = try reader.entity(E.self, key.id), isAlike(entry) else { continue }
        let baby = try entry.baby.flatMap { try reader.entity(BabyProfile.self, $0) }
        if baby == nil { found.append(key.id) }
      }
    }
    return found
  }

  /// As `ImportSource.agreement`: what only the form of the files makes different.
  package static func agreement(of row: ImportRow, with own: any Importable) -> [Int] {
    switch (row.state, own) {
    case (let told as FeedSession, let own as FeedSession):
      return [2] + sameWords(told, own) + (own.feedType == nil ? [5, 6, 7] : [])
    case (is DiaperChange, is DiaperChange): return [2, 3, 4, 5]
    // The name in the case of the first file that had it.
    case (is BabyProfile, is BabyProfile): return [1]
    default: return []
    }
  }

  /// As `ImportSource.restatement`: each era spells units in its own way, and the older one has no
  /// types. A name in another case names the same baby.
  static func restatement(in row: ImportRow, of before: any Importable) -> [Int] {
    if before is BabyProfile { return [1] }
    guard let told = row.state as? FeedSession, let before = before as? FeedSession else {
      return []
    }
    return sameWords(told, before)
  }

  /// Numbers of the fields of amount and type in which two feeds are the same row of a file.
  private static func sameWords(_ told: FeedSession, _ own: FeedSession) -> [Int] {
    let (told, own) = (BabyDashboardExporter.row(told, ""), BabyDashboardExporter.row(own, ""))
    let units = (BabyDashboardUnit.symbol(told.unit), BabyDashboardUnit.symbol(own.unit))
    let isSameUnit = told.unit == own.unit || (units.0 != nil && units.0 == units.1)
    return (told.amount == own.amount && isSameUnit ? [4] : [])
      + (told.feedType == own.feedType ? [5, 6, 7] : [])
  }
}
