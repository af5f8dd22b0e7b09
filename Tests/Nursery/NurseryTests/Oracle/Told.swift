import Daybook
import Nursery

/// What is told of an entry of any kind, in one shape, as the oracle keeps it.
struct Told: Equatable, Sendable {
  var kind: EntryKind
  var baby: UUID?
  var start: Date
  var end: Date?
  var memo: String?
  var tags: [String] = []
  var source: SourceReference?
  var isDeleted = false
  /// Of a feed or a pumping session; the dosage of a medication.
  var amount: Amount?
  var content = FeedContent.unknown
  var route = FeedRoute.unknown
  /// The type of a feed or a diaper change as it was found.
  var typeText: String?
  var wet = false
  var solid = false
  var color: String?
  var size: Double?
  var nap: Bool?
  var left: Amount?
  var right: Amount?
  /// The activity, the measure, the medication, the custom event.
  var name = ""
  var emoji = ""
  /// The text of an activity, the unit of a measurement, the image of a note.
  var text: String?
  var value = 0.0
  var toldDay: CivilDay?
  var interval: Double?

  init(_ kind: EntryKind, start: Date) {
    self.kind = kind
    self.start = start
  }
}

/// What follows from it, by DOMAIN's words and none of the library's code.
extension Told {
  var takesTime: Bool { [.feed, .sleep, .pumping, .activity].contains(kind) }
  var runs: Bool { takesTime && end == nil }

  /// Which of its kind.
  var type: String {
    switch kind {
    case .activity, .measurement, .medication: name
    case .customEvent: emoji
    default: ""
    }
  }

  /// What counts for the volumes of a day; where nobody told the whole, both parts.
  var volumes: [Amount] {
    switch kind {
    case .feed: [amount].compactMap(\.self)
    case .pumping: amount.map { [$0] } ?? [left, right].compactMap(\.self)
    default: []
    }
  }

  /// An unknown type of diaper is shown as a pee.
  var isPee: Bool { kind == .diaper && (wet || !solid) }
  var isPoo: Bool { kind == .diaper && solid }

  /// The words that a text is looked for in, besides the memo.
  var words: [String] {
    switch kind {
    case .feed: ["feed"]
    case .diaper: (isPee ? ["pee"] : []) + (isPoo ? ["poo"] : [])
    case .sleep: ["sleep"]
    case .pumping: ["pumping"]
    case .activity: ["activity"] + (name.isEmpty ? [] : [name.lowercased()])
    case .measurement: ["measurement"] + (name.isEmpty ? [] : [name.lowercased()])
    case .medication: ["medication", name.lowercased()]
    case .note: ["note"]
    case .customEvent: [name.lowercased()]
    }
  }
}
