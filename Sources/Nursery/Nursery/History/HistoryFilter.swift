public import Daybook

/// Which entries a history shows.
///
/// ```swift
/// let filter = HistoryFilter(babies: [noor], kinds: [.feed, .pee], text: "warm")
/// ```
/// Within a category any match is enough; all categories that are not empty must match. No
/// category and no text means every entry.
public struct HistoryFilter: Hashable, Codable, Sendable {
  /// What kind of entry; diaper changes by what was in them.
  public enum Kind: Hashable, Codable, Sendable {
    /// Entries of a kind.
    case kind(EntryKind)
    /// Diaper changes that were wet.
    case pee
    /// Diaper changes that were solid.
    case poo

    /// Feeds.
    public static var feed: Kind { .kind(.feed) }
  }

  /// How kinds and custom events go together.
  public enum Mode: String, Codable, Sendable {
    /// A row matches if it is of one of the kinds or one of the custom events.
    case corrected
    /// As BabyDashboard: kinds and custom events are categories of their own, so that a filter with
    /// both matches nothing.
    case parity
  }

  /// Babies; nil among them is entries without a baby.
  public var babies: Set<UUID?>
  /// Kinds.
  public var kinds: Set<Kind>
  /// The signs of custom events.
  public var customEvents: Set<String>
  /// Tags, with or without `#`, in any case.
  public var tags: Set<String>
  /// Text that the words of the kind, the title or the memo have in them, in any case.
  public var text: String
  /// How kinds and custom events go together.
  public var mode: Mode

  /// Names what is wanted; nothing wants everything.
  public init(
    babies: Set<UUID?> = [], kinds: Set<Kind> = [], customEvents: Set<String> = [],
    tags: Set<String> = [], text: String = "", mode: Mode = .corrected
  ) {
    self.babies = babies
    self.kinds = kinds
    self.customEvents = customEvents
    self.tags = tags
    self.text = text
    self.mode = mode
  }

  /// Whether it wants every entry.
  public var isEmpty: Bool {
    babies.isEmpty && kinds.isEmpty && customEvents.isEmpty && tags.isEmpty && text.isEmpty
  }

  /// A test for many entries: what does not depend on the entry is worked out once.
  public var predicate: Predicate { Predicate(self) }

  /// Whether an entry is wanted.
  public func matches(_ entry: HistoryEntry) -> Bool { predicate.matches(entry) }

  /// A filter made ready.
  public struct Predicate: Sendable {
    private let filter: HistoryFilter
    private let tags: Set<String>
    private let text: String

    fileprivate init(_ filter: HistoryFilter) {
      self.filter = filter
      tags = Set(filter.tags.map { Hashtags.name($0).lowercased() })
      text = filter.text.lowercased()
    }

    /// Whether an entry is wanted.
    public func matches(_ entry: HistoryEntry) -> Bool {
      (filter.babies.isEmpty || filter.babies.contains(entry.baby))
        && matchesKind(entry)
        && (tags.isEmpty || entry.tags.contains { tags.contains($0.lowercased()) })
        && (text.isEmpty || matchesText(entry))
    }

    private func matchesKind(_ entry: HistoryEntry) -> Bool {
      let isKind = filter.kinds.contains { $0.matches(entry) }
      let isCustom =
        if case .customEvent(let event) = entry {
          filter.customEvents.contains(event.emoji)
        } else {
          false
        }
      switch filter.mode {
      case .corrected:
        return filter.kinds.isEmpty && filter.customEvents.isEmpty || isKind || isCustom
      case .parity:
        return (filter.kinds.isEmpty || isKind) && (filter.customEvents.isEmpty || isCustom)
      }
    }

    private func matchesText(_ entry: HistoryEntry) -> Bool {
      entry.words.contains { $0.contains(text) }
        || entry.memo?.lowercased().contains(text) == true
    }
  }
}

extension HistoryFilter.Kind {
  /// Whether an entry is of it.
  ///
  /// A diaper change of an unknown type is a pee, as BabyDashboard shows it.
  public func matches(_ entry: HistoryEntry) -> Bool {
    switch (self, entry) {
    case (.kind(let kind), _): entry.kind == kind
    case (.pee, .diaper(let change)): change.wet || !change.solid
    case (.poo, .diaper(let change)): change.solid
    default: false
    }
  }
}

extension HistoryEntry {
  /// The words by which a text finds entries of the kind: BabyDashboard's `feed`, `pee` and `poo`,
  /// the name of a custom event or of a kind, and the title; in lower case.
  public var words: [String] {
    switch self {
    case .feed: ["feed"]
    case .diaper(let change):
      (change.wet || !change.solid ? ["pee"] : []) + (change.solid ? ["poo"] : [])
    case .customEvent(let event): [event.details.name.lowercased()]
    default: [kind.name] + (title.map { [$0.lowercased()] } ?? [])
    }
  }
}

extension EntryKind {
  /// The sign that stands for the kind in lists.
  public var emoji: String {
    switch self {
    case .feed: "🍼"
    case .diaper: "💧"
    case .sleep: "😴"
    case .pumping: "🥛"
    case .activity: "🧸"
    case .measurement: "📏"
    case .medication: "💊"
    case .note: "📝"
    case .customEvent: "✨"
    }
  }

  /// A word for the kind, in lower case.
  public var name: String {
    switch self {
    case .feed: "feed"
    case .diaper: "diaper"
    case .sleep: "sleep"
    case .pumping: "pumping"
    case .activity: "activity"
    case .measurement: "measurement"
    case .medication: "medication"
    case .note: "note"
    case .customEvent: "event"
    }
  }
}
