import Daybook
import DaybookTool
import Nursery

// What an app keeps beside the entries: the command line shows it, and leaves most of its changes
// to the app.

/// Timers that were started before anybody said for what.
enum TimerKind: NurseryKind {
  static let word = "timer"

  static var fields: [EntryField<RunningTimer>] {
    var fields: [EntryField<RunningTimer>] = [
      .baby(\.baby), .text("name", \.name, help: ""), .date("start", \.start),
      .text("user", \.user, help: ""), became,
    ]
    for index in fields.indices { fields[index].set = nil }
    return fields
  }

  static func facts(_ timer: RunningTimer) -> EntryFacts {
    EntryFacts(baby: timer.baby, date: timer.start, isRunning: timer.isRunning)
  }

  static func words(_ timer: RunningTimer, _ screen: Screen) -> String {
    let since = "\(screen.babies[timer.baby]), since \(screen.time(timer.start))"
    return [timer.name, since, entry(of: timer).map { "became \($0)" }].compactMap(\.self)
      .joined(separator: ", ")
  }

  static func make(_ baby: UUID, _ time: Date) -> RunningTimer? { RunningTimer(start: time) }

  static func named(_ event: TimerEvent) -> [String]? {
    switch event {
    case .started: nil
    case .restarted: ["start"]
    case .stopped: ["entry"]
    case .deleted, .restored: []
    }
  }

  static func add(_ draft: inout Draft, _ id: UUID, _ timer: RunningTimer) throws {
    throw BadText("timers are started in the app; start KIND begins an entry that runs")
  }

  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout RunningTimer) throws -> Void
  ) throws {
    throw BadText("a timer is changed in the app")
  }

  static func delete(_ draft: inout Draft, _ id: UUID) throws { try draft.deleteTimer(id) }

  static func restore(_ draft: inout Draft, _ id: UUID) throws { try draft.restoreTimer(id) }

  /// The entry that it became.
  private static var became: EntryField<RunningTimer> {
    EntryField(
      name: "entry", property: "entry", help: "", text: { timer, _ in entry(of: timer) },
      json: { ["entry": JSON.Value($0.entry), "entryKind": JSON.Value($0.entryWord)] })
  }

  @Sendable private static func entry(of timer: RunningTimer) -> String? {
    timer.entry.map { "\(timer.entryWord ?? "entry") \(IDPrefix.shortest($0))" }
  }
}

extension RunningTimer {
  /// What the command line calls the kind of the entry that it became.
  fileprivate var entryWord: String? { entryKind.map { Kinds.stored($0)?.word ?? $0 } }
}

/// What was told last of a kind, with which an app fills in its next form.
enum LastUsedKind: NurseryKind {
  static let word = "last-used"
  static let plural = "last-used values"
  static let initial: Record<LastUsedValues>? = Record(LastUsedValues())

  static var fields: [EntryField<Record<LastUsedValues>>] {
    var fields: [EntryField<Record<LastUsedValues>>] = [
      of, .line("type", \.value.type, help: ""), amount, .text("side", \.value.side, help: ""),
      .text("subtype", \.value.subtype, help: ""), minutes,
    ]
    for index in fields.indices { fields[index].set = nil }
    return fields
  }

  static func facts(_ values: State) -> EntryFacts { EntryFacts(baby: nil, date: .distantPast) }

  static func words(_ values: State, _ screen: Screen) -> String {
    let amount = told(values).map { AmountText.text($0, in: screen.unit) }
    let minutes = values.value.durationMinutes.map { "\($0) min" }
    return [kind(values), values.value.type, amount, values.value.side, values.value.subtype]
      .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
      + (minutes.map { ", \($0)" } ?? "")
  }

  static func make(_ baby: UUID, _ time: Date) -> State? { Record(LastUsedValues()) }

  static func add(_ draft: inout Draft, _ id: UUID, _ values: State) throws { throw isOfApp }

  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout State) throws -> Void
  ) throws {
    throw isOfApp
  }

  static func delete(_ draft: inout Draft, _ id: UUID) throws { throw isOfApp }

  static func restore(_ draft: inout Draft, _ id: UUID) throws { throw isOfApp }

  private static var isOfApp: BadText {
    BadText("what was told last is changed by the app, when somebody tells something else")
  }

  private static var of: EntryField<State> {
    EntryField(
      name: "of", property: "kindName", help: "", text: { values, _ in kind(values) },
      json: { ["of": .text(kind($0))] })
  }

  private static var amount: EntryField<State> {
    EntryField(
      name: "amount", property: "amount", help: "",
      text: { values, screen in told(values).map { AmountText.text($0, in: screen.unit) } },
      json: { ["amount": .amount(told($0))] })
  }

  /// The amount that was told.
  private static func told(_ values: State) -> Amount? {
    values.value.amount.map { Amount($0, unitText: values.value.unit) }
  }

  private static var minutes: EntryField<State> {
    EntryField(
      name: "minutes", property: "durationMinutes", help: "",
      text: { values, _ in values.value.durationMinutes.map { "\($0)" } },
      json: { ["minutes": JSON.Value($0.value.durationMinutes)] })
  }

  @Sendable private static func kind(_ values: State) -> String {
    Kinds.stored(values.value.kindName)?.word ?? values.value.kindName
  }
}
