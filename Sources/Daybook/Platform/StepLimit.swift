/// When a step of long work is to end, so that those who wait get their turn.
struct StepLimit {
  private let end: ContinuousClock.Instant?

  /// No limit.
  static let none = StepLimit(end: nil)

  private init(end: ContinuousClock.Instant?) { self.end = end }

  /// Ends so long from now.
  init(_ duration: Duration) { end = ContinuousClock.now + duration }

  var isOver: Bool { end.map { ContinuousClock.now >= $0 } ?? false }
}
