public import Daybook

/// One part of a filter as BabyDashboard's search field shows it.
///
/// Encoded as that app keeps it (`historySearchTokens`), so that what a user had chosen is still
/// chosen.
public enum HistoryToken: Hashable, Codable, Sendable, Identifiable {
  /// A baby, with the name that it had when it was chosen.
  case baby(id: UUID, name: String)
  /// Feeds.
  case feed
  /// Diaper changes that were wet.
  case pee
  /// Diaper changes that were solid.
  case poo
  /// Custom events of a type.
  case customEvent(emoji: String, name: String)
  /// A tag; the app keeps the `#`.
  case hashtag(String)
  /// Entries of a kind that BabyDashboard does not know, such as sleeps.
  case kind(EntryKind)

  /// What tells it from other tokens, such as `custom-😴`.
  public var id: String {
    switch self {
    case .baby(let id, _): "baby-\(id.uuidString)"
    case .feed: "feed"
    case .pee: "pee"
    case .poo: "poo"
    case .customEvent(let emoji, _): "custom-\(emoji)"
    case .hashtag(let tag): "hashtag-\(tag)"
    case .kind(let kind): "kind-\(kind.name)"
    }
  }

  /// What the search field shows. A tag is shown with one `#`; the app shows two.
  public var displayText: String {
    switch self {
    case .baby(_, let name): name
    case .feed: "🍼 Feed"
    case .pee: "💧 Pee"
    case .poo: "💩 Poo"
    case .customEvent(let emoji, let name): "\(emoji) \(name)"
    case .hashtag(let tag): "#\(Hashtags.name(tag))"
    case .kind(let kind): "\(kind.emoji) \(kind.name.capitalized)"
    }
  }

  /// The tokens that a text offers: those that are not chosen yet and have the text in them, in any
  /// case; all of them for an empty text.
  ///
  /// In the order of BabyDashboard: babies, feed, pee, poo, custom events, tags; other kinds stand
  /// after poo. A tag is chosen in any spelling, with or without `#`.
  ///
  /// - Parameters:
  ///   - babies: oldest profile first.
  ///   - events: sign and name of the custom types, oldest first.
  ///   - kinds: other kinds to offer, in order.
  ///   - tags: in any order.
  public static func suggestions(
    for text: String, chosen: [HistoryToken] = [], babies: [CurrentProfile],
    kinds: [EntryKind] = [], events: [(emoji: String, name: String)] = [], tags: [String] = []
  ) -> [HistoryToken] {
    let chosen = Set(chosen.map(\.choice))
    let search = text.lowercased()
    let all: [HistoryToken] =
      babies.map { .baby(id: $0.id, name: $0.profile.name) } + [.feed, .pee, .poo]
      + kinds.map { .kind($0) } + events.map { .customEvent(emoji: $0.emoji, name: $0.name) }
      + tags.sorted().map { .hashtag($0) }
    return all.filter { token in
      !chosen.contains(token.choice)
        && (search.isEmpty || token.displayText.lowercased().contains(search))
    }
  }

  /// What it chooses: tags are the same in any spelling.
  private var choice: String {
    if case .hashtag(let tag) = self { return "hashtag-\(TagKey.name(tag))" }
    return id
  }
}

extension HistoryFilter {
  /// The filter that tokens and a text stand for.
  public init(_ tokens: [HistoryToken], text: String = "", mode: Mode = .corrected) {
    self.init(text: text, mode: mode)
    for token in tokens {
      switch token {
      case .baby(let id, _): babies.insert(id)
      case .feed: kinds.insert(.feed)
      case .pee: kinds.insert(.pee)
      case .poo: kinds.insert(.poo)
      case .customEvent(let emoji, _): customEvents.insert(emoji)
      case .hashtag(let tag): tags.insert(tag)
      case .kind(let kind): kinds.insert(.kind(kind))
      }
    }
  }
}
