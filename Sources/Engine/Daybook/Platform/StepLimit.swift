/// When a step of long work is to end, so that those who wait get their turn.
struct StepLimit {
  private let end: ContinuousClock.Instant?
  private let waiting: Waiting?

  /// No limit.
  static let none = StepLimit(end: nil)

  /// Whether it has no end of its own.
  var isNone: Bool { end == nil && waiting == nil }

  private init(end: ContinuousClock.Instant?) { (self.end, waiting) = (end, nil) }

  /// Ends so long from now, or as soon as somebody waits.
  init(_ duration: Duration, waiting: Waiting? = nil) {
    (end, self.waiting) = (ContinuousClock.now + duration, waiting)
  }

  var isOver: Bool {
    waiting?.isAwaited == true || end.map { ContinuousClock.now >= $0 } ?? false
  }
}
