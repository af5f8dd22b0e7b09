import Daybook
import Nursery

/// Timers, types, items of checklists, settings and values that were used last.
extension RandomNursery {
  /// Kinds and types whose last values are kept.
  static let used: [(kind: EntryKind, type: String)] = [
    (.feed, ""), (.activity, "cry"), (.activity, "\u{E9}"), (.activity, "e\u{301}"),
  ]

  mutating func recordStep() -> NurseryStep {
    switch random.integer(0..<10) {
    case 0..<4: .timer(Self.identifier(20, random.integer(0..<6)), timerEvent())
    case 4..<6: .type(step(Self.identifier(21, random.integer(0..<4)), typeAction()))
    case 6..<8: .item(step(Self.identifier(22, random.integer(0..<6)), itemAction()))
    case 8: .settings(step(AppSettings.entityID, settingsAction()))
    default: lastUsedStep()
    }
  }

  private func step<Value>(
    _ id: UUID, _ action: RecordStep<Value>.Action
  ) -> RecordStep<Value> {
    RecordStep(id: id, action: action)
  }

  private mutating func timerEvent() -> TimerEvent {
    switch random.integer(0..<8) {
    case 0: return .deleted
    case 1...2: return .restored
    case 3: return .restarted(makeDate())
    case 4: return .stopped(TimedEntryReference(kind: SleepSession.kind, id: UUID()))
    default:
      let name = random.pick([nil, "", "nap"])
      return .started(
        RunningTimer(baby: random.pick(Self.babies), name: name, start: makeDate()))
    }
  }

  /// Mostly one that makes or changes something.
  private mutating func action<Value>(
    _ value: Value, _ edits: [RecordStep<Value>.Edit]
  ) -> RecordStep<Value>.Action {
    switch random.integer(0..<8) {
    case 0: .deleted
    case 1...2: .restored
    case 3...4: .created(value)
    default:
      .amended(Array(edits.shuffled(using: &random).prefix(random.integer(1..<4))))
    }
  }

  private mutating func typeAction() -> RecordStep<CustomEventType>.Action {
    let (name, emoji, date) = (random.pick(["Nap", "Bath"]), random.pick(Self.signs), makeDate())
    return action(
      CustomEventType(name: name, emoji: emoji, createdAt: date),
      [
        .init(\.name, name, not: "-"), .init(\.emoji, emoji, not: "-"),
        .init(\.createdAt, date, not: .distantFuture),
      ])
  }

  private mutating func itemAction() -> RecordStep<ChecklistItem>.Action {
    let (baby, order, emoji) = (
      random.pick(Self.babies), random.integer(0..<3), random.pick(Self.signs)
    )
    let date = makeDate()
    return action(
      ChecklistItem(baby: baby, order: order, name: "Do", emoji: emoji, createdAt: date),
      [
        .init(\.baby, baby, not: Self.identifier(99, 9)), .init(\.order, order, not: -1),
        .init(\.emoji, emoji, not: "-"), .init(\.createdAt, date, not: .distantFuture),
      ])
  }

  private mutating func settingsAction() -> RecordStep<AppSettings>.Action {
    let (hours, goal) = (random.integer(0..<24), random.pick([nil, "", "sleep"]))
    let (isPaused, start) = (random.chance(0.5), random.chance(0.5) ? nil : makeDate())
    var settings = AppSettings()
    settings.dayStartHour = hours
    settings.userGoal = goal
    return action(
      settings,
      [
        .init(\.dayStartHour, hours, not: -1), .init(\.userGoal, goal, not: "-"),
        .init(\.remindersPaused, isPaused, not: !isPaused),
        .init(\.quietHoursStart, start, not: .distantFuture),
      ])
  }

  private mutating func lastUsedStep() -> NurseryStep {
    let (kind, type) = random.pick(Self.used)
    let (amount, minutes) = (random.pick([nil, 0, 4.5]), random.pick([nil, 0, 15]))
    var values = LastUsedValues()
    values.kindName = kind.entity.kind
    values.type = type
    values.amount = amount
    let action = action(
      values,
      [
        .init(\.kindName, kind.entity.kind, not: "-"), .init(\.type, type, not: "-"),
        .init(\.amount, amount, not: -1), .init(\.durationMinutes, minutes, not: -1),
      ])
    return .lastUsed(step(LastUsedValues.entityID(kind, type: type), action))
  }
}
