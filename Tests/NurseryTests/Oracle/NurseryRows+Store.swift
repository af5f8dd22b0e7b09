import Daybook
import Nursery

extension NurseryRows {
  /// The rows that a store holds.
  init(_ store: EventStore, babies: [UUID?]) throws {
    self = try store.read { reader in
      var rows = NurseryRows()
      let profiles = try reader.view(CurrentProfiles.self)
      rows.profiles = try profiles.rows(CurrentProfiles.profiles).map {
        Profile(createdAt: $0.key.createdAt, id: $0.key.id, profile: $0.row)
      }
      try rows.read(try reader.view(HistoryGroups.self))
      try rows.read(try reader.view(LastEntries.self), babies)
      return rows
    }
  }

  private mutating func read(_ history: borrowing ProjectionReader<HistoryGroups>) throws {
    entries = try history.rows(HistoryGroups.entries).map {
      Entry(
        day: $0.key.day, date: $0.key.date, created: $0.key.created.rawValue, id: $0.key.id,
        entry: $0.row)
    }
    totals = try history.rows(HistoryGroups.totals).map {
      Totals(day: $0.key.day, baby: $0.key.baby, totals: $0.row)
    }
    days = try history.days(limit: .max).map {
      Day(day: $0.day, entries: $0.entries.map(\.id), totals: $0.totals.map(\.totals))
    }
  }

  private mutating func read(
    _ last: borrowing ProjectionReader<LastEntries>, _ babies: [UUID?]
  ) throws {
    let all = try last.rows(LastEntries.entries).map(\.key)
    feeds = all.filter { $0.kind == .feed }.map { Last($0) }
    diapers = all.filter { $0.kind == .diaper }.map { Last($0) }
    running = try last.rows(LastEntries.running).map { Last($0.key) }
    amounts = try last.rows(LastEntries.amounts).map { key, row in
      var found = Last(key)
      found.amount = row.amount
      found.modified = row.modified.rawValue
      return found
    }
    for baby in babies {
      latest.append(
        Latest(
          baby: baby, feed: try last.lastFeed(of: baby),
          amount: try last.lastAmount(of: baby)?.last.amount,
          diaper: try last.lastDiaper(of: baby),
          finished: try last.lastFinishedFeed(of: baby), running: try last.runningFeeds(of: baby)))
    }
  }
}

extension NurseryRows.Last {
  fileprivate init(_ key: LastKey) {
    self.init(
      baby: key.baby, start: key.start, end: key.end, created: key.created.rawValue, id: key.id)
  }
}
