internal import Daybook
internal import Interchange
internal import Nursery

/// One of Nuzzle's events.
struct NuzzleEvent {
  /// What its types are here.
  static let kinds: [String: (kind: EntryKind, type: String)] = [
    "feed": (.feed, ""), "diaper": (.diaper, ""), "sleep": (.sleep, ""),
    "tummy_time": (.activity, ActivityType.tummyTime.rawValue),
    "cry": (.activity, ActivityType.cry.rawValue),
  ]

  private let row: NuzzleRow
  private let start: Date
  private let end: Date?
  private let baby: UUID?
  private let memo: String?

  /// - Parameter now: the moment of an import; nil for a row that was not read from a file.
  init(_ row: NuzzleRow, start: Date, now: Date? = nil) throws(RowRefusal) {
    self.row = row
    self.start = start
    if let now { end = try row.moment("endTime", now: now) } else { end = try row.date("endTime") }
    baby = row.text("babyId").flatMap(UUID.init(uuidString:))
    memo = row.text("note").flatMap { $0.isEmpty ? nil : $0 }
  }

  func entry() throws(RowRefusal) -> any NurseryImport {
    var entry = try told()
    entry.provenance = provenance
    return entry
  }

  /// What the app keeps of how it was written down; nil where it says nothing of that.
  private var provenance: Provenance? {
    let times = [row.dateIfAny("createdAt"), row.dateIfAny("updatedAt")]
    let isAssumed = row.holds(NuzzleRow.assumedTimes)
    let found = Provenance(
      createdAt: isAssumed ? nil : times[0], updatedAt: isAssumed ? nil : times[1],
      createdBy: row.text("createdBy"), photos: row.texts("photoUrls"))
    return found.isEmpty ? nil : found
  }

  private func told() throws(RowRefusal) -> any NurseryImport {
    let type = row.text("type") ?? ""
    switch type.lowercased() {
    case "feed": return feed
    case "diaper": return diaper
    case "sleep": return SleepSession(baby: baby, start: start, end: end, memo: memo)
    case "tummy_time": return activity(.tummyTime, end)
    case "cry": return activity(.cry, end)
    case "": throw RowRefusal("type", "The event has no type.")
    // What nobody knows is not taken for something that still runs.
    default: return activity(.other(type), end ?? start)
    }
  }

  /// Words of the event that are not on its type's list.
  var warnings: [ImportWarning] {
    let isKnown =
      switch row.text("type")?.lowercased() {
      case "diaper"?: diaperParts.isKnown
      case "feed"?: row.text("side") == nil || side != nil
      default: true
      }
    return isKnown ? [] : [.unknownEnum]
  }

  private func activity(_ activity: ActivityType, _ end: Date?) -> ActivitySession {
    ActivitySession(
      baby: baby, start: start, end: end,
      ActivityDetails(activity: activity, text: row.text("subtype")), memo: memo)
  }

  /// The unit `oz` is the fluid ounce here.
  private var amount: Amount? {
    let unit = row.text("unit")
    let value = row.number("amount")
    // A unit of nothing says nothing.
    if value == nil, unit?.isEmpty == false { row.noteNothing(of: "unit") }
    return value.map { value in
      switch unit {
      case "oz"?: Amount(value, .fluidOunce)
      case "ml"?: Amount(value, .millilitre)
      case let unit: Amount(value, unitText: unit)
      }
    }
  }

  private var side: BreastSide? {
    switch row.text("side")?.lowercased() {
    case "left"?: .left
    case "right"?: .right
    case "both"?: .both
    default: nil
    }
  }

  private var feed: FeedSession {
    let subtype = row.text("subtype")
    var (content, route) = (FeedContent.unknown, FeedRoute.unknown)
    switch subtype?.lowercased() {
    case "breast"?: (content, route) = (.breastMilk, side.map { .breast($0) } ?? .other("breast"))
    case "bottle"?: route = .bottle
    case "formula"?: (content, route) = (.formula, .bottle)
    case "pumped"?, "breast_milk"?: (content, route) = (.breastMilk, .bottle)
    case "solid"?, "solids"?: content = .solidFood
    case _?: content = .other(subtype ?? "")
    case nil: break
    }
    if let side {
      if route == .unknown { route = .breast(side) }
      if route != .breast(side) { row.noteNothing(of: "side") }
    }
    // A feed without an end is a moment there, unless it is at the breast.
    return FeedSession(
      baby: baby, start: start, end: end ?? (side == nil ? start : nil), amount: amount,
      content: content, route: route, memo: memo(after: side == nil ? row.text("side") : nil))
  }

  /// The memo, after a word that has no property of its own.
  private func memo(after word: String?) -> String? {
    let lines = [word, memo].compactMap(\.self).filter { !$0.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private var diaper: DiaperChange {
    let (wet, solid, isKnown) = diaperParts
    return DiaperChange(
      baby: baby, time: start, wet: wet, solid: solid,
      memo: memo(after: isKnown ? nil : row.text("subtype")))
  }

  private var diaperParts: (wet: Bool, solid: Bool, isKnown: Bool) {
    switch row.text("subtype")?.lowercased() ?? "" {
    case "both", "mixed": (true, true, true)
    case "wet": (true, false, true)
    case "dirty", "solid": (false, true, true)
    case "dry", "": (false, false, true)
    default: (false, false, false)
    }
  }
}

extension Importable where Self: NurseryEntry {
  /// Fields about which Nuzzle says nothing: source and deletion.
  var untoldByNuzzle: [Int] {
    switch self {
    case is FeedSession: [7, 9, 10, 11]
    case is DiaperChange: [5, 6, 7, 9, 10, 11]
    default: [5, 6, 7]
    }
  }
}
