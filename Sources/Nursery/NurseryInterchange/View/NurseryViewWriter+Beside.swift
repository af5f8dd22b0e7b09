internal import Daybook
internal import Interchange
internal import Nursery

extension NurseryViewWriter {
  /// The last entries by kind, of each the newest first, then the last feed with an amount.
  func last(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ profiles: [CurrentProfile],
    _ babies: [UUID: String], _ body: ([TableCell]) throws -> Void
  ) throws {
    let rows = EntryRows(nil, babies)
    let last = try reader.view(LastEntries.self)
    for profile in profiles {
      for kind in EntryKind.allCases {
        let keys = try last.lastOfEachType(kind, of: profile.id)
        for key in keys.sorted(by: { $0.start > $1.start }) {
          let entry = try reader.historyEntry(kind, key.id)
          guard let cells = entry.flatMap({ rows.row(key.id, $0) }) else { continue }
          try body([.text(EntryTable.of(kind).word)] + cells)
        }
      }
      guard let amount = try last.lastAmount(of: profile.id),
        let feed = try reader.entity(FeedSession.self, amount.feed),
        let cells = rows.row(amount.feed, feed.historyEntry)
      else { continue }
      try body([.text("lastFeedWithAmount")] + cells)
    }
  }

  func tags(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable,
    _ body: ([TableCell]) throws -> Void
  ) throws {
    let view = try reader.view(TagIndex.self)
    let counts = Dictionary(try view.all().map { ($0.name, $0.count) }) { a, _ in a }
    for tag in try view.recent(limit: .max) {
      let used = BesideColumns.UsedTag(
        name: tag, count: counts[TagKey.name(tag)] ?? 0,
        last: try view.entries(with: tag, limit: 1).first?.date)
      try body([TableCell](BesideColumns.tags, used))
    }
  }

  func conflicts(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ babies: [UUID: String],
    _ body: ([TableCell]) throws -> Void
  ) throws {
    let columns = BesideColumns.conflicts(babies)
    var number = 0
    for conflict in try reader.conflicts() {
      let (sort, kind, whose) =
        switch conflict {
        case .running(let kind, let baby, _): ("running", kind, baby)
        case .possibleDuplicates(let kind, let baby, _): ("duplicate", kind, baby)
        }
      if baby != nil, baby != whose { continue }
      number += 1
      for entry in conflict.entries {
        let row = BesideColumns.Disputed(
          number: number, sort: sort, kind: kind, baby: whose, entry: entry)
        try body([TableCell](columns, row))
      }
    }
  }

  /// Types, items of checklists, and timers.
  func beside(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ profiles: [CurrentProfile],
    _ babies: [UUID: String], _ body: ([TableCell]) throws -> Void
  ) throws {
    switch view {
    case .types:
      for type in try reader.view(CustomCatalogue.self).customEventTypes() {
        try body([TableCell](BesideColumns.types, type))
      }
    case .checklist:
      let columns = BesideColumns.items(babies)
      let catalogue = try reader.view(CustomCatalogue.self)
      for profile in profiles {
        for item in try catalogue.checklistItems(of: profile.id) {
          try body([TableCell](columns, item))
        }
      }
    default:
      let columns = BesideColumns.timers(babies)
      for timer in try reader.view(RunningTimers.self).timers()
      where baby == nil || timer.value.baby == baby {
        try body([TableCell](columns, timer))
      }
    }
  }
}

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// An entry of a kind as the history shows it; nil when there is none.
  fileprivate func historyEntry(_ kind: EntryKind, _ id: UUID) throws -> HistoryEntry? {
    func read<E: NurseryEntry>(_ type: E.Type) throws -> HistoryEntry? {
      try entity(type, id)?.historyEntry
    }
    return try read(kind.entity)
  }
}
