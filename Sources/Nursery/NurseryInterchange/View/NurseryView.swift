internal import Nursery

/// A view of the nursery that can be written as a table.
///
/// The names, and those of the columns, are those of the command line and its JSON.
public enum NurseryView: String, CaseIterable, Codable, Sendable {
  /// Entries of all kinds, newest first, with the columns of all.
  case entries
  /// Feeds, newest first; the next eight are the other kinds.
  case feeds
  case diapers
  case sleeps
  case pumpings
  case activities
  case measurements
  case medications
  case notes
  case events
  /// Days with entries, oldest first.
  case days
  /// What each baby had on each day, days ascending.
  case totals
  /// The same for each kind of entries: how many, how long, how much.
  case kinds
  /// The last entry of every kind and sort of each baby, and its last feed with an amount.
  case last
  /// The babies, oldest profile first.
  case profiles
  /// Tags, the last written first.
  case tags
  /// Entries that may be wrong, a row for each of those that belong together.
  case conflicts
  /// A family's own types of events.
  case types
  /// What is on each baby's checklist.
  case checklist
  /// Timers that run.
  case timers

  /// The kind of the entries, when it is a view of one kind.
  var kind: EntryKind? {
    switch self {
    case .feeds: .feed
    case .diapers: .diaper
    case .sleeps: .sleep
    case .pumpings: .pumping
    case .activities: .activity
    case .measurements: .measurement
    case .medications: .medication
    case .notes: .note
    case .events: .customEvent
    default: nil
    }
  }

  /// Whether its rows belong to babies, so that one baby's can be asked for.
  public var isOfBabies: Bool {
    switch self {
    case .tags, .types: false
    default: true
    }
  }

  /// Whether it goes by days, so that its rows are others in another zone.
  public var isByDay: Bool {
    switch self {
    case .days, .totals, .kinds: true
    default: false
    }
  }

  /// The names of its columns, in their order.
  public var columns: [String] {
    switch self {
    case .entries: EntryRows.names(of: nil)
    case .last: ["last"] + EntryRows.names(of: nil)
    case .days: DayColumns.days.flatMap(\.names)
    case .totals: DayColumns.totals(.millilitre, [:]).flatMap(\.names)
    case .kinds: DayColumns.kinds(.millilitre, [:]).flatMap(\.names)
    case .profiles: BesideColumns.profiles.flatMap(\.names)
    case .tags: BesideColumns.tags.flatMap(\.names)
    case .conflicts: BesideColumns.conflicts([:]).flatMap(\.names)
    case .types: BesideColumns.types.flatMap(\.names)
    case .checklist: BesideColumns.items([:]).flatMap(\.names)
    case .timers: BesideColumns.timers([:]).flatMap(\.names)
    default: EntryRows.names(of: kind)
    }
  }
}
