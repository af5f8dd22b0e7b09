internal import Nursery

/// How long a child was fed at one side, as a cell tells it: `00:06R` or `6L`.
struct HuckleberrySide {
  let side: BreastSide
  /// The time in seconds: the digits are hours and minutes, unless that is more than four hours;
  /// then they are minutes and seconds.
  let seconds: Double
  /// The time when the digits are minutes and seconds, as some versions of the app write them.
  let shortSeconds: Double
  let text: String

  /// Reads a cell without blanks around it; nil for anything else.
  init?(_ text: String) {
    switch text.last {
    case "L", "l": side = .left
    case "R", "r": side = .right
    default: return nil
    }
    self.text = text
    let parts = text.dropLast().split(separator: ":", omittingEmptySubsequences: false)
      .map { Double($0) ?? -1 }
    guard parts.allSatisfy({ $0 >= 0 && $0 < 1e4 }) else { return nil }
    switch parts.count {
    case 1: (seconds, shortSeconds) = (parts[0] * 60, parts[0] * 60)
    case 2:
      let asHours = parts[0] * 3600 + parts[1] * 60
      shortSeconds = parts[0] * 60 + parts[1]
      seconds = asHours <= 4 * 3600 ? asHours : shortSeconds
    default: return nil
    }
  }
}

/// The sides of one feed.
struct HuckleberrySides {
  /// A side that took no time was not fed at, unless neither took any.
  let sides: [HuckleberrySide]

  init(_ told: [HuckleberrySide]) {
    let timed = told.filter { $0.seconds > 0 }
    sides = timed.isEmpty ? told : timed
  }

  var seconds: Double { sides.reduce(0) { $0 + $1.seconds } }

  private var shortSeconds: Double { sides.reduce(0) { $0 + $1.shortSeconds } }

  /// By how much the sum may be off: each is told to the minute.
  private var tolerance: Double { 60 * Double(sides.count) }

  var route: FeedRoute {
    switch Set(sides.map(\.side)) {
    case [.left]: .breast(.left)
    case [.right]: .breast(.right)
    case [.left, .right]: .breast(.both)
    default: .other("Breast")
    }
  }

  /// The times of the sides as the cells have them, in their order; nil when an entry that takes
  /// that long says it already.
  func text(span: Double) -> String? {
    let isTold = sides.count == 1 && (seconds - span).magnitude <= 60
    return sides.isEmpty || isTold || seconds == 0
      ? nil : sides.map(\.text).joined(separator: ", ")
  }

  /// Whether they took longer than the feed, by both readings of their digits. There may be pauses,
  /// so that less is no doubt.
  func isLonger(than span: Double) -> Bool {
    span >= 0 && seconds > span + tolerance && (shortSeconds - span).magnitude > tolerance
  }
}
