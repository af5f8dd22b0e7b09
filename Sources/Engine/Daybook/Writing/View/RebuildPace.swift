internal import LMDB

/// How far one transaction of a rebuild goes.
///
/// Long steps are the cheapest: what is collected is sorted and loaded at once. While appends come,
/// steps are short; one that an append interrupts is dropped and done again.
package struct RebuildStep {
  /// Entities at the most.
  let entities: Int
  /// For collecting rows; loading them takes about as long again.
  var time = StepLimit.none
  /// Whether it is dropped when somebody waits for the writer.
  var makesRoom = false

  /// Everything that is left.
  static let whole = RebuildStep(entities: .max)

  /// So many entities, however long that takes and whoever waits.
  package init(entities: Int) { self.entities = entities }

  /// The same; it is dropped when somebody waits if it `makesRoom`.
  init(entities: Int, makesRoom: Bool) {
    self.entities = entities
    self.makesRoom = makesRoom
  }

  /// Whether it goes on for as long as it takes.
  var isUntimed: Bool { time.isNone }

  /// A step that keeps nobody waiting: neither threads of this process nor, by its time, others.
  fileprivate static func long(othersWait: Bool) -> RebuildStep {
    var step = RebuildStep(entities: RowCollector.entities)
    if othersWait { step.time = StepLimit(RebuildPace.patience) }
    step.makesRoom = true
    return step
  }

  /// A step that is done to its end.
  fileprivate static var short: RebuildStep {
    var step = RebuildStep(entities: RowCollector.entities)
    step.time = StepLimit(RebuildPace.patience)
    return step
  }
}

/// Chooses the steps of a rebuild by who waits for the writer.
struct RebuildPace {
  /// How long a short step collects rows.
  fileprivate static let patience = Duration.milliseconds(10)
  /// Short steps that follow one during which somebody waited.
  private static let shortSteps = 16

  private var shortStepsLeft = 0

  var isShort: Bool { shortStepsLeft > 0 }

  /// The next step; other processes, whose waiting nobody sees, count as waiting.
  func next(_ context: WriterContext) -> RebuildStep {
    if isShort { return .short }
    return .long(othersWait: context.environment.environment.isOpenElsewhere)
  }

  /// Notes whether somebody waited during a step, or was in the way of it.
  mutating func note(wasAwaited: Bool) {
    shortStepsLeft = wasAwaited ? Self.shortSteps : max(0, shortStepsLeft - 1)
  }
}
