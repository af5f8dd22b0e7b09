import Daybook
import DaybookTool
import Nursery

// All that the command line knows of the shape of `HistoryEntry`.

extension HistoryEntry {
  /// The entry as screens show it.
  func shown(_ id: UUID, _ screen: Screen) -> Shown {
    switch self {
    case .feed(let feed): FeedKind.shown(feed, id, screen)
    case .diaper(let diaper): DiaperKind.shown(diaper, id, screen)
    case .sleep(let sleep): SleepKind.shown(sleep, id, screen)
    case .pumping(let pumping): PumpingKind.shown(pumping, id, screen)
    case .activity(let activity): ActivityKind.shown(activity, id, screen)
    case .measurement(let measurement): MeasurementKind.shown(measurement, id, screen)
    case .medication(let dose): MedicationKind.shown(dose, id, screen)
    case .note(let note): NoteKind.shown(note, id, screen)
    case .customEvent(let event): EventKind.shown(event, id, screen)
    }
  }

  /// What every entry has.
  var facts: EntryFacts {
    EntryFacts(
      baby: baby, date: date, end: end, isRunning: isInProgress, day: entry.toldDay,
      memo: memo, tags: entry.tags, source: entry.source)
  }
}

extension Kinds {
  /// The words of a kind of the history.
  static func of(_ kind: EntryKind) -> any NurseryKind.Type {
    stored(kind.entity.kind) ?? NoteKind.self
  }
}

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// Calls `body` with every entry of the history until it says false.
  func forEachEntry(
    newestFirst: Bool = true, _ body: (UUID, HistoryEntry) throws -> Bool
  ) throws {
    try view(HistoryGroups.self).forEach(HistoryGroups.entries, reversed: newestFirst) {
      try body($0.id, $1)
    }
  }
}
