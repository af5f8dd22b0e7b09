internal import Nursery

/// How long a child was fed at one side, as a cell tells it: `00:06R` or `6L`.
struct HuckleberrySide {
  let side: BreastSide
  /// The time in seconds, with digits that are hours and minutes.
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
      seconds = parts[0] * 3600 + parts[1] * 60
      shortSeconds = parts[0] * 60 + parts[1]
    default: return nil
    }
  }
}

/// The sides of one feed.
struct HuckleberrySides {
  /// A side that took no time was not fed at, unless neither took any.
  let sides: [HuckleberrySide]
  /// The time in seconds: the digits are hours and minutes where those fit what the feed took, and
  /// minutes and seconds where only these do. Where neither does, or nothing tells that, more than
  /// four hours are minutes and seconds.
  let seconds: Double
  /// Whether digits may be hours or minutes, and nothing beside them tells which.
  let isAmbiguous: Bool
  /// That they took longer than the feed by both readings, in words that follow “it”; nil when one
  /// fits. There may be pauses, so that less is no doubt.
  let doubt: String?

  /// - Parameters:
  ///   - span: how many seconds the feed took by its other cells; nil when they do not tell it.
  ///   - source: what tells it, such as `its end`.
  init(_ told: [HuckleberrySide], span: Double?, by source: String) {
    let timed = told.filter { $0.seconds > 0 }
    let sides = timed.isEmpty ? told : timed
    func sum(_ seconds: (HuckleberrySide) -> Double) -> Double {
      sides.reduce(0) { $0 + seconds($1) }
    }
    let (long, short) = (sum(\.seconds), sum(\.shortSeconds))
    // Each side is told to the minute.
    let tolerance = 60 * Double(sides.count)
    let isLong = span.map { long <= $0 + tolerance } ?? false
    let isShort = span.map { (short - $0).magnitude <= tolerance } ?? false
    let taken =
      isLong
      ? long : isShort ? short : sum { $0.seconds <= 4 * 3600 ? $0.seconds : $0.shortSeconds }
    let isTooLong = !isShort && span.map { taken > $0 + tolerance } ?? false
    doubt =
      isTooLong
      ? DurationCheck.words(span ?? 0, by: source, taken, by: "its sides") : nil
    (self.sides, seconds) = (sides, taken)
    isAmbiguous =
      !isLong && !isShort && !isTooLong
      && sides.contains { $0.seconds >= 3600 && $0.seconds != $0.shortSeconds }
  }

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
}
