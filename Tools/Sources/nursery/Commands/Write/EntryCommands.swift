import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct AddCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Writes down an entry that is over.",
    discussion: """
      add feed 120ml formula --baby Noor --at -3h
      add feed left --at 14:30 --for 20m
      add sleep --at 13:00 end=14:30
      add diaper wet solid --memo "#rash"
      add event Bath

      \(Kinds.help)
      """)

  @Argument(
    help: "The kind of entry: \(Kinds.entryWords).",
    completion: .list(Kinds.entries.map { $0.word }))
  var kind: String

  @OptionGroup var entry: EntryArguments

  @Option(
    name: .customLong("for"),
    help: "How long it took, such as 20m or 1h30m; or say when it ended: end=14:30.")
  var length: String?

  @OptionGroup var photos: PhotoArguments
  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let kind = try Kinds.find(kind)
    if let needs = kind.needs, kind.needsWords, entry.words.isEmpty { throw BadText(needs) }
    let (store, screen) = try arguments.openScreen()
    try add(kind, store, screen)
  }

  private func add<K: NurseryKind>(
    _ kind: K.Type, _ store: EventStore, _ screen: Screen
  ) throws {
    guard var state = try entry.make(kind, screen) else {
      throw BadText("add makes no \(K.word)")
    }
    let hasLength = K.self is any TimedNurseryKind.Type
    try K.apply(entry.values, to: &state, screen, hasLength ? [.at, .length] : [.at])
    if K.facts(state).isRunning {
      throw BadText(
        "add writes down what is over, and without an end it runs: begin it with start \(K.word), or "
          + "leave end= out")
    }
    try setLength(of: &state, kind, screen)
    if K.lacks(state), let needs = K.needs {
      let facts = K.facts(state)
      let isNoLength = facts.end == facts.date && entry.tells(["end"])
      throw BadText(
        isNoLength ? "it ended when it began, at \(screen.time(facts.date)): \(needs)" : needs)
    }
    try K.attach(photos.kept(in: store), to: &state)
    let told = state
    let new = try store.read { try K.completed(told, $0, screen) }
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was added") {
      draft in
      try K.add(&draft, Surroundings.current.makeID("\(K.word) \(draft.newest)"), new)
    }
  }
}

extension AddCommand {
  /// Ends an entry as `--for` says.
  private func setLength<K: NurseryKind>(
    of state: inout K.State, _ kind: K.Type, _ screen: Screen
  ) throws {
    guard let length else { return }
    let start = K.facts(state).date
    guard let seconds = TimeText.span(length), let timed = K.self as? any TimedNurseryKind.Type
    else {
      throw BadText("--for takes a length of time such as 20m, of an entry that has one")
    }
    if seconds == 0 {
      throw BadText(
        "--for \(length.quoted) is no length of time: give one such as 20m, or leave --for out")
    }
    try entry.refuse(["end"], beside: "--for")
    let end = start.addingTimeInterval(seconds)
    // A beginning that has not come is told as that; what ends now may be off by a rounding.
    if start <= screen.now, end.timeIntervalSince(screen.now) > 1 {
      throw BadText(
        "--for \(length.quoted) ends in the future: it counts from the time of --at, or from now "
          + "without it; say when it began, such as --at -\(length.quoted)")
    }
    try timed.setEnd(of: &state, end)
  }
}

extension TimedNurseryKind {
  /// Sets the end of a state that is of this kind.
  static func setEnd<S>(of state: inout S, _ end: Date) throws {
    guard var own = state as? State else { return }
    setEnd(&own, end)
    if let changed = own as? S { state = changed }
  }
}

struct StartCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begins an entry that runs; the running one is given up.",
    discussion: "start feed left --baby Noor")

  @Argument(help: "The kind of entry: \(Kinds.timedWords).", completion: .list(Kinds.timed))
  var kind: String

  @OptionGroup var entry: EntryArguments
  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let kind = try Kinds.timed(kind)
    let (store, screen) = try arguments.openScreen()
    try start(kind, store, screen)
  }

  private func start<K: TimedNurseryKind>(
    _ kind: K.Type, _ store: EventStore, _ screen: Screen
  ) throws {
    let baby = try entry.baby(screen)
    guard var state = try entry.make(kind, screen) else { return }
    K.setEnd(&state, nil)
    try K.apply(entry.values, to: &state, screen, [.at])
    if K.facts(state).end != nil {
      throw BadText("start begins an entry that runs; add one that is over: add \(K.word) end=…")
    }
    if K.lacks(state), let needs = K.needs { throw BadText(needs) }
    let new = state
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was started") {
      draft in
      try K.start(
        &draft, Surroundings.current.makeID("\(K.word) \(draft.newest)"), baby, new)
    }
  }
}

struct FinishCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Ends the entry that runs.",
    discussion: "finish feed 120ml formula --baby Noor")

  @Argument(help: "The kind of entry: \(Kinds.timedWords).", completion: .list(Kinds.timed))
  var kind: String

  @OptionGroup var entry: EntryArguments
  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let kind = try Kinds.timed(kind)
    let (store, screen) = try arguments.openScreen()
    try finish(kind, store, screen)
  }

  private func finish<K: TimedNurseryKind>(
    _ kind: K.Type, _ store: EventStore, _ screen: Screen
  ) throws {
    let baby = try entry.baby(running: kind, store, screen)
    let (running, ofGone) = try store.read { reader in
      let running = try K.running(reader, of: baby).last.flatMap { id in
        try reader.entity(K.State.self, id).map { (try reader.short(id), K.facts($0).date) }
      }
      return (running, try K.runningOfGone(reader, screen))
    }
    guard let (short, start) = running else {
      throw NameError(
        "no \(K.word) of \(screen.babies[baby]) is in progress"
          + (ofGone ?? "; start one, or add one that is over"))
    }
    let time = try entry.time(screen, ["end"], notBefore: start)
    let words = entry.values
    let whose = screen.babies.option(for: baby)
    let wayOut =
      "the \(K.word) of \(screen.babies[baby]) has run for longer than 24 hours, and an entry takes 24 at "
      + "most: say when it ended, as in \(arguments.command("finish \(K.word)\(whose) --at TIME")), or "
      + "give it up: \(arguments.command("cancel \(K.word)\(whose)"))"
    let isAhead = start > screen.now
    let ahead =
      "the \(K.word) of \(screen.babies[baby]) begins at \(screen.time(start)), which has not come "
      + "yet, as when a clock was ahead: say when it began, as in "
      + "\(arguments.command("edit \(short) start=TIME")), and finish it then, or give it up: "
      + arguments.command("cancel \(K.word)\(whose)")
    try arguments.write(store, screen, by: writing.name, otherwise: "nothing was finished") {
      do { try K.finish(&$0, of: baby, at: time, words, screen) } catch NurseryError.invalid(
        let problems) where isAhead || problems.contains(where: \.isTooLong)
      {
        throw NameError(isAhead ? ahead : wayOut)
      }
    }
  }
}

struct CancelCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Gives up the entry that runs.")

  @Argument(help: "The kind of entry: \(Kinds.timedWords).", completion: .list(Kinds.timed))
  var kind: String

  @Option(
    name: .long,
    help: "The baby: the beginning of a name or an id; needed where several have one that runs.")
  var baby: String?

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var writing: WritingArguments

  func run() throws {
    let kind = try Kinds.timed(kind)
    let (store, screen) = try arguments.openScreen()
    let baby = try baby.map { try screen.babies.find($0) } ?? kind.runningBaby(store, screen)
    let ofGone = try store.read { try kind.runningOfGone($0, screen) }
    try arguments.write(
      store, screen, by: writing.name,
      otherwise: "no \(kind.word) of \(screen.babies[baby]) is in progress"
        + (ofGone ?? "; nothing was written")
    ) { _ = try kind.cancel(&$0, of: baby) }
  }
}

extension EntryArguments {
  /// The baby that is told, or else the one of whom such an entry runs.
  fileprivate func baby(
    running kind: any TimedNurseryKind.Type, _ store: EventStore, _ screen: Screen
  ) throws -> UUID {
    guard baby == nil, !tells(["baby"]) else { return try baby(screen) }
    return try kind.runningBaby(store, screen)
  }
}

extension TimedNurseryKind {
  /// The only one of the babies of whom such an entry runs, or else the only baby.
  ///
  /// - Throws: `BadText` when entries of several babies run, or none of several.
  fileprivate static func runningBaby(_ store: EventStore, _ screen: Screen) throws -> UUID {
    let babies = try store.read { try runningBabies($0, screen) }
    if babies.count > 1 { throw screen.babies.question(babies) }
    return try babies.first ?? screen.babies.only()
  }

  private static func runningBabies(
    _ reader: borrowing Reader, _ screen: Screen
  ) throws -> [UUID] {
    var babies: [UUID] = []
    for baby in screen.babies.all {
      if try !running(reader, of: baby.id).isEmpty { babies.append(baby.id) }
    }
    return babies
  }

  /// That one of a baby that is gone runs, which no command ends before the baby is back; nil when
  /// none does.
  fileprivate static func runningOfGone(
    _ reader: borrowing Reader, _ screen: Screen
  ) throws -> String? {
    for baby in screen.babies.gone.reversed() {
      guard let id = try running(reader, of: baby.id).last else { continue }
      return ", but \(try reader.short(id)) of \(baby.name) is: \(baby.sentence)"
    }
    return nil
  }
}

extension Kinds {
  /// The words of the kinds of entries, for `--help`.
  static var entryWords: String { entries.map { $0.word }.joined(separator: ", ") }

  /// The fields of each kind, for `--help`.
  static var help: String {
    entries.map { "\($0.word): \($0.fieldHelp)" }.joined(separator: "\n")
  }
}

extension NurseryKind {
  /// The fields that can be set, with what they take.
  static var fieldHelp: String {
    fields.filter { $0.set != nil && $0.name != "baby" }.map(\.name).joined(separator: ", ")
  }
}
