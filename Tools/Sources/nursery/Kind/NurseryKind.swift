import Daybook
import DaybookTool
import Nursery

/// What the command line knows of one sort of thing: its words, its fields, and how to write it.
///
/// Another kind is one file with a type like `DiaperKind`, a line in `Kinds.all`, and a case in
/// `HistoryEntry+Kind.swift` when it stands in the history.
protocol NurseryKind: KindWords where Screen == NurseryScreen {
  /// Whether it stands in the history.
  static var isEntry: Bool { get }
  /// What `add` needs to be told beside the baby; nil when that is enough.
  static var needs: String? { get }
  /// Whether options alone, such as `--memo`, leave nothing to write down.
  static var needsWords: Bool { get }
  /// Whether one lacks what makes it one, so that `add` has to be told it.
  static func lacks(_ state: State) -> Bool
  /// The words of a command in the way in which fields take them.
  ///
  /// - Throws: `BadText` for words that contradict each other.
  static func together(_ words: [String]) throws -> [String]
  /// Lets one be of a day whose time nobody knows; false for what has a time.
  static func setDay(_ state: inout State, _ day: CivilDay) -> Bool
  /// A new one with what the store knows of it, such as the sign of an event's type.
  static func completed(
    _ state: State, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> State
  /// What is odd about one, in words: nothing that keeps it from being written.
  static func oddities(
    of state: State, _ id: UUID, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> [String]
  /// A new one; nil for what `add` does not make.
  static func make(_ baby: UUID, _ time: Date) -> State?

  static func add(_ draft: inout Draft, _ id: UUID, _ state: State) throws
  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout State) throws -> Void) throws
  static func delete(_ draft: inout Draft, _ id: UUID) throws
  static func restore(_ draft: inout Draft, _ id: UUID) throws
}

extension NurseryKind {
  /// The kind as every tool knows it.
  static var asWords: any KindWords<NurseryScreen>.Type { Self.self }
  static var needs: String? { nil }
  static var needsWords: Bool { needs != nil }
  static func together(_ words: [String]) throws -> [String] { words }
  static func setDay(_ state: inout State, _ day: CivilDay) -> Bool { false }
  static func lacks(_ state: State) -> Bool { false }
  static func completed(
    _ state: State, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> State { state }
  static var isEntry: Bool { false }

  /// One of them, such as `an event`.
  static var named: String {
    let isVowel = word.first.map { "aeiou".contains($0) } ?? false
    return "\(isVowel ? "an" : "a") \(word)"
  }

  /// Something for an amendment to change.
  static var blank: State? {
    make(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), .distantPast)
  }

  static func owner(_ state: State, _ screen: NurseryScreen) -> String? {
    isEntry ? screen.babies[facts(state).baby] : nil
  }

  static func line(_ content: String, of state: State, _ screen: NurseryScreen) -> String {
    guard let owner = owner(state, screen) else { return content }
    return "\(owner), \(screen.time(facts(state))): \(content)"
  }

  static func json(_ state: State, _ screen: NurseryScreen) -> [String: JSON.Value] {
    var json: [String: JSON.Value] = [:]
    if fields.contains(where: { $0.name == "baby" }) {
      json["babyName"] = .text(screen.babies[facts(state).baby])
    }
    return json
  }
}

extension DaybookTool.Found where Screen == NurseryScreen {
  /// The kind with all that the nursery knows of it.
  var own: any NurseryKind.Type { Kinds.stored(kind.storedKind) ?? NoteKind.self }
}

extension DaybookTool.Shown where Screen == NurseryScreen {
  /// Whether it stands in the history.
  var isEntry: Bool { Kinds.stored(kind.storedKind)?.isEntry == true }
}

/// A kind that begins and ends, one at a time for each baby.
protocol TimedNurseryKind: NurseryKind {
  static func start(_ draft: inout Draft, _ id: UUID, _ baby: UUID, _ state: State) throws
  /// Ends the running one with what words say.
  static func finish(
    _ draft: inout Draft, of baby: UUID, at end: Date, _ words: [String], _ screen: Screen
  ) throws
  /// Whether there was one to give up.
  static func cancel(_ draft: inout Draft, of baby: UUID) throws -> Bool
  /// Those of a baby that run, the newest last.
  static func running(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, of baby: UUID
  ) throws -> [UUID]
  static func setEnd(_ state: inout State, _ end: Date?)
}

extension NurseryKind where State: NurseryEntry {
  static var isEntry: Bool { true }

  static func facts(_ entry: State) -> EntryFacts {
    EntryFacts(
      baby: entry.baby, date: entry.date, end: entry.end, isRunning: entry.isInProgress,
      day: entry.toldDay, memo: entry.memo, tags: entry.tags, source: entry.source)
  }

  static func add(_ draft: inout Draft, _ id: UUID, _ entry: State) throws {
    _ = try draft.add(id, entry, rules: rules)
  }

  /// By the rules for what people enter, unless the entry breaks them already.
  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout State) throws -> Void
  ) throws {
    let old = try draft.entity(State.self, id)
    let baby = try old?.baby.map { try draft.entity(BabyProfile.self, $0) != nil } ?? true
    let isSound = old.map { rules.problems(of: $0).isEmpty } ?? true
    try draft.edit(State.self, id, rules: baby && isSound ? rules : .imports, body)
  }

  static func delete(_ draft: inout Draft, _ id: UUID) throws {
    try draft.delete(State.self, id)
  }

  static func restore(_ draft: inout Draft, _ id: UUID) throws {
    try draft.restore(State.self, id)
  }

  /// A clock may be a minute ahead.
  fileprivate static var rules: EntryRules {
    EntryRules(now: Surroundings.current.now, clockTolerance: 60)
  }
}

extension TimedNurseryKind where State: TimedEntry {
  static func start(
    _ draft: inout Draft, _ id: UUID, _ baby: UUID, _ entry: State
  ) throws {
    var running = entry
    running.end = nil
    let started = running
    try draft.start(id, started, rules: rules)
    // What a start has no room for.
    try draft.edit(State.self, id) { $0 = started }
  }

  static func finish(
    _ draft: inout Draft, of baby: UUID, at end: Date, _ words: [String], _ screen: Screen
  ) throws {
    // What was added meanwhile within its time does not keep it from ending.
    var rules = rules
    rules.refusesOverlaps = false
    try draft.finish(State.self, of: baby, at: end, rules: rules) {
      try apply(words, to: &$0, screen, [.at])
    }
  }

  static func cancel(_ draft: inout Draft, of baby: UUID) throws -> Bool {
    try draft.cancel(State.self, of: baby) != nil
  }

  static func running(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, of baby: UUID
  ) throws -> [UUID] {
    try reader.view(LastEntries.self).running(State.entryKind, of: baby)
  }

  static func setEnd(_ entry: inout State, _ end: Date?) { entry.end = end }

  /// How long it took, or that it runs; nil for no time at all.
  static func length(_ entry: State) -> String? {
    guard let seconds = entry.durationSeconds else { return "in progress" }
    return seconds == 0 ? nil : Measures.span(seconds)
  }
}

/// What every entry has.
struct EntryFacts: Sendable {
  var baby: UUID?
  var date: Date
  var end: Date?
  var isRunning = false
  /// The day, when no time of day is known.
  var day: CivilDay?
  var memo: String?
  var tags: [String] = []
  var source: SourceReference?
}

/// The kinds that there are.
enum Kinds {
  static let all: [any NurseryKind.Type] = [
    FeedKind.self, DiaperKind.self, SleepKind.self, PumpingKind.self, ActivityKind.self,
    MeasurementKind.self, MedicationKind.self, NoteKind.self, EventKind.self, BabyKind.self,
    TypeKind.self, ItemKind.self, TimerKind.self, SettingsKind.self, LastUsedKind.self,
  ]

  /// As every tool knows them.
  static let words: [any KindWords<NurseryScreen>.Type] = all.map { $0.asWords }

  /// Those that stand in the history.
  static var entries: [any NurseryKind.Type] { all.filter { $0.isEntry } }

  /// The kind of a word that `add` takes.
  ///
  /// - Throws: `BadText` for what is none.
  static func find(_ word: String) throws -> any NurseryKind.Type {
    let kinds = entries
    if let kind = kinds.first(where: { [$0.word, $0.plural].contains(word.lowercased()) }) {
      return kind
    }
    let words = kinds.map { $0.word }
    throw BadText(
      "“\(word)” is no kind of entry; there is \(words.joined(separator: ", "))"
        + Suggestion.sentence(for: word, among: words))
  }

  /// The kind of a word that `start`, `finish` and `cancel` take.
  static func timed(_ word: String) throws -> any TimedNurseryKind.Type {
    let kind = try find(word)
    if let timed = kind as? any TimedNurseryKind.Type { return timed }
    throw BadText("\(kind.named) neither starts nor ends: add it; what does is \(timedWords)")
  }

  /// The kinds that `start`, `finish` and `cancel` take.
  static var timed: [String] {
    entries.filter { $0 is any TimedNurseryKind.Type }.map { $0.word }
  }

  /// The same for `--help`.
  static var timedWords: String { timed.joined(separator: ", ") }

  /// The kind that is stored under a name; nil for one that is not known here.
  static func stored(_ kind: String) -> (any NurseryKind.Type)? {
    all.first { $0.storedKind == kind }
  }
}
