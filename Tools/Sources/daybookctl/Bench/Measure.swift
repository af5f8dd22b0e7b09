/// One thing that `bench` measures, with its name in JSON.
enum Measure: String, CaseIterable, Sendable {
  case durable, durableSlowest, relaxed, batches, callers8, callers64, rebuild, verify, dayPage
  case point, eventsOfType, word, bytes, coldOpen

  var title: String {
    switch self {
    case .durable: "one durable append, median"
    case .durableSlowest: "one durable append, slower than 99 of 100"
    case .relaxed: "one relaxed append, median"
    case .batches: "append, 1,000 a transaction, every view"
    case .callers8: "durable appends, 8 callers at once"
    case .callers64: "durable appends, 64 callers at once"
    case .rebuild: "rebuild of all views"
    case .verify: "verify: checksums, folds, views"
    case .dayPage: "a day's page of 50 rows"
    case .point: "a row of a view by its key"
    case .eventsOfType: "all events of one type, by the index"
    case .word: "how many entries have a word"
    case .bytes: "size on disk"
    case .coldOpen: Eviction.isPossible ? "cold open to first view" : "warm open to first view"
    }
  }

  var unit: Unit {
    switch self {
    case .durable, .durableSlowest, .relaxed, .dayPage, .point, .eventsOfType, .word: .microseconds
    case .batches, .rebuild, .verify: .eventsPerSecond
    case .callers8, .callers64: .appendsPerSecond
    case .bytes: .bytesPerEvent
    case .coldOpen: .milliseconds
    }
  }

  /// Whether it depends on how many events there are, so that it can only be compared where they
  /// are as many.
  var dependsOnLength: Bool {
    switch self {
    case .eventsOfType, .word, .bytes, .coldOpen: true
    default: false
    }
  }

  /// What its numbers are of.
  enum Unit: String, Sendable {
    case microseconds = "µs"
    case milliseconds = "ms"
    case eventsPerSecond = "events/s"
    case appendsPerSecond = "appends/s"
    case bytesPerEvent = "bytes/event"

    /// Whether a greater number is a better one.
    var isRate: Bool { self == .eventsPerSecond || self == .appendsPerSecond }
  }
}

/// What was measured of a store of so many events.
struct Figures: Sendable {
  let events: Int
  let values: [Measure: Double]

  /// How many times as fast as others this is, or as small; above 1 it is better. Nil where one of
  /// the two is missing, or where they are not comparable.
  func times(_ others: Figures, _ measure: Measure) -> Double? {
    guard let value = values[measure], let other = others.values[measure], value > 0, other > 0,
      events == others.events || !measure.dependsOnLength
    else { return nil }
    return measure.unit.isRate ? value / other : other / value
  }
}
