import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Interchange
import Nursery

/// What can be done on the way from another app's store to this one.
enum MigrationStep: String, CaseIterable {
  case rehearse, follow, compare
  case switchOver = "switch"
  case status
  case backOut = "back-out"
  case finish

  /// What is to be done with the files of the command that runs; nil for an import.
  @TaskLocal static var current: MigrationStep?
  /// Whether the new store may lead although it lacks something.
  @TaskLocal static var accepts = false

  /// - Throws: `BadText` for a step that there is not.
  static func of(_ text: String) throws -> MigrationStep {
    if let step = MigrationStep(rawValue: text) { return step }
    throw BadText("takes rehearse, follow, compare, switch, status, back-out or finish")
  }

  var needsFiles: Bool {
    switch self {
    case .rehearse, .follow, .compare, .switchOver: true
    case .status, .backOut, .finish: false
    }
  }
}

struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Goes over from another app's store to this one, and back.",
    discussion: """
      `rehearse` tries the way in a store that is thrown away. While the old store leads, `follow` \
      brings what is new, changed and deleted there, and `compare` says what is not the same. \
      `switch` follows once more, compares, and lets this store lead; `back-out` gives the lead \
      back; `finish` ends the way back after 30 days. The old store is never written. \
      All is by the author “migration”, so that no person's undo takes it back, unless --author \
      tells another.

        rehearse, follow, compare, switch   and what `import PROVIDER` takes
        switch --accept                     also when something is missing or differs
        status, back-out, finish            and PROVIDER [--instance NAME]

        nursery migrate switch babydashboard BabyDashboard.sqlite
      """)

  @Argument(
    help: "rehearse, follow, compare, switch, status, back-out or finish.",
    transform: { try MigrationStep.of($0) })
  var step: MigrationStep

  @Argument(
    parsing: .captureForPassthrough,
    help: "The app, such as babydashboard; then its files and options, as for import.")
  var words: [String] = []

  func run() async throws {
    if words.isEmpty {
      throw BadText("say which app it is, such as migrate \(step.rawValue) babydashboard")
    }
    if step.needsFiles, words.contains(where: { $0 == "--help" || $0 == "-h" }) {
      return Terminal.text(help)
    }
    guard step.needsFiles else {
      let arguments = try MigrationArguments.parse(words)
      try arguments.store.requirePath()
      return try await arguments.run(step)
    }
    let accepts = step == .switchOver && words.contains("--accept")
    var command = try ImportCommand<NurseryTool>.parseAsRoot(
      accepts ? words.filter { $0 != "--accept" } : words)
    try (command as? any StoreCommand)?.requirePath()
    guard var importing = command as? any AsyncParsableCommand & ImportingCommand else {
      // A log is no other app's store.
      if command is ImportLog<NurseryTool> { throw BadText("a log is imported, not migrated from") }
      return try command.run()
    }
    try await MigrationStep.$accepts.withValue(accepts) {
      try await MigrationStep.$current.withValue(step) { try await importing.run() }
    }
  }

  /// What the app's files take, or what all steps are.
  private var help: String {
    let named = ImportCommand<NurseryTool>.configuration.subcommands.first {
      $0.configuration.commandName == words.first
    }
    guard let named else { return NurseryTool.help(of: Self.self) }
    return NurseryTool.help(of: named)
      .replacing("USAGE: nursery import", with: "USAGE: nursery migrate \(step.rawValue)")
  }
}

/// A command that reads another app's files.
protocol ImportingCommand {}

/// Which migration is meant, where no file is needed.
struct MigrationArguments: ParsableArguments {
  @Argument(help: "The app, such as babydashboard.")
  var provider: String

  @Option(name: .long, help: "Its installation, when there are several.")
  var instance: String?

  @Option(
    name: .long, help: "After how many days at least the way back may end.",
    transform: { text in
      guard let days = Int(text), days >= 0 else { throw BadText("takes a number of days") }
      return days
    })
  var safeDays = 30

  @Option(
    name: .long, help: "Who migrates; “migration” unless told.", transform: Typed.author)
  var author: String?

  @OptionGroup var store: StoreArguments

  func run(_ step: MigrationStep) async throws {
    let opened = try store.open()
    let migration = Migration(
      of: provider, instance: try begunInstance(in: opened),
      from: OldStore(files: []) { throw NoFiles() }, to: opened,
      author: author ?? Migration.author)
    var done = MigrationDocument(step, migration)
    switch step {
    case .backOut: done.transactions = try await migration.backOut().transactions
    case .finish: try await migration.finish(safePeriod: TimeInterval(safeDays) * 86_400)
    default: break
    }
    try done.print(migration, store)
  }

  /// The installation of the app that a migration was begun from: the one of that name, or the
  /// only one. A store of Core Data has a name that nobody knows.
  private func begunInstance(in opened: EventStore) throws -> String {
    let begun = try opened.read { try $0.entities(of: MigrationState.self) }.map(\.state)
    let own = begun.filter { $0.provider == provider }.map(\.instance).sorted()
    if let instance, own.contains(instance) { return instance }
    if instance == nil, own.count == 1 { return own[0] }
    if own.isEmpty || instance != nil {
      throw NameError("no migration from \(name(instance ?? "")) was begun in \(store.path)")
    }
    throw BadText(
      "say which installation it is: "
        + own.map { "--instance “\($0)”" }.joined(separator: " or "))
  }

  private func name(_ instance: String) -> String {
    instance.isEmpty ? provider : "\(provider) “\(instance)”"
  }
}

/// Nobody reads the files of a migration that was named without them.
private struct NoFiles: Error {}

extension ImportArguments {
  /// Does a step of a migration with the files that an import was told.
  func run(
    _ step: MigrationStep, _ source: any ImportSource, boundary: DayBoundary,
    unchanged: @escaping @Sendable () throws -> Void
  ) async throws {
    let old = OldStore(
      position: {
        try unchanged()
        return source.files.map { "\($0.name) \($0.digest)" }.joined(separator: "; ")
      }, rows: { source })
    let answers = try readAnswers()
    if step == .rehearse {
      let rehearsal = await Migration.rehearse(
        of: source.provider, instance: source.instance, from: old,
        schema: try .nursery(boundary: boundary).importing(), answers: answers)
      return try MigrationDocument(rehearsal).print(nil, store)
    }
    let exists = FileManager.default.fileExists(atPath: store.path + "/data.mdb")
    let opened = step == .compare ? try store.open() : try store.openForImport(boundary)
    if !exists { printMade(boundary) }
    if step != .compare { try store.prepareToWrite(opened) }
    var migration = Migration(
      of: source.provider, instance: source.instance, from: old, to: opened,
      author: author ?? Migration.author, answers: answers)
    migration.corrects = correct
    var done = MigrationDocument(step, migration)
    switch step {
    case .compare: done.take(try await migration.compare())
    case .switchOver:
      done.take(
        try await switchOver(migration))
    default:
      done.take(
        try await migration.follow { Terminal.progress("importing", $0, of: $1) })
    }
    try done.print(migration, store)
  }

  private func switchOver(_ migration: Migration) async throws -> MigrationComparison {
    do {
      return try await migration.switchOver(accepting: MigrationStep.accepts) {
        Terminal.progress("importing", $0, of: $1)
      }
    } catch let error as InterchangeError where error.code == .differs {
      throw error.advising(
        "see what with `migrate compare`, or go on all the same with `switch --accept`")
    }
  }
}

extension InterchangeError {
  /// The same failure, and what to do about it on this command line.
  func advising(_ advice: String) -> InterchangeError {
    InterchangeError(code, file: file, "\(PlainError.oneLine(message)); \(advice).")
  }
}
