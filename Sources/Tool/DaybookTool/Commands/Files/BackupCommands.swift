#if Tools
public import ArgumentParser
import Daybook
@_spi(Tools) import Interchange

public struct BackupCommand<Tool: StoreTool>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup", abstract: "Backs a store up while it is used, and restores it.",
      discussion: "For a backup every night let cron call `\(Tool.name) backup run`.",
      subcommands: [BackupRun<Tool>.self, BackupList<Tool>.self, BackupRestore<Tool>.self])
  }

  public init() {}
}

public struct BackupRun<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Makes a backup of what was written since the last one, or a full one.",
      discussion: """
        The first one is full, and so is one when those since have grown to half its size. Nothing is \
        made when nothing was written. What is copied is checked: a damaged store makes no backup, and \
        nothing is removed then. Works with stores of any app. Exit status 1 when views of the store are \
        damaged, which a restore builds anew, when its log was changed, when a backup had to be kept \
        beyond --keep, or when the file of an attachment was changed, is missing or cannot be copied; \
        all else is backed up then. --full reads the files that are there, too, and mends them.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The folder of the backups; made when it is missing.", completion: .directory)
  var directory: String

  @Option(
    name: .long,
    help: "Keep the newest of the last days, weeks, months and years, such as 7d,4w,12m.",
    transform: Self.policy)
  var keep: RetentionPolicy?

  @Flag(name: .long, help: "Make a full backup.")
  var full = false

  public init() {}

  public func run() async throws {
    try arguments.requireStore()
    try StoreFolder.refuse(
      directory, unless: (try? Backup(directory).list().isEmpty) == false)
    let store = try arguments.openAsStranger()
    let zone = try Tool.zone(for: store.parameters)
    let report = try await Backup(directory).run(
      store, full: full, keep: keep, zone: zone, now: Surroundings.current.now)
    if arguments.printsJSON {
      try arguments.print(
        json: "made", report.made.map(BackupList<Tool>.row),
        with: [
          "removed": JSON.Value(report.removed), "transaction": JSON.Value(report.transaction),
          "problem": JSON.Value(report.problem), "spared": JSON.Value(report.spared),
          "damagedViews": JSON.Value(report.damagedViews),
          "finding": JSON.Value(report.finding), "attachments": JSON.Value(report.attachments),
          "changedAttachments": JSON.Value(report.changedAttachments),
          "missingAttachments": JSON.Value(report.missingAttachments),
          "awaitedAttachments": JSON.Value(report.awaitedAttachments),
          "attachmentProblems": JSON.Value(
            report.attachmentProblems.map { "\($0): \($1)" }.sorted()),
        ])
    } else {
      print(report)
    }
    if !report.damagedViews.isEmpty || report.finding != nil || report.spared != nil
      || report.lacksAttachments
    {
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }

  private func print(_ report: Backup.Report) {
    if let problem = report.problem { Terminal.line("A full one, because \(problem)") }
    for point in report.made {
      let sort = point.isFull ? "full backup" : "backup"
      Terminal.line("made the \(sort) \(point.name), \(Measures.bytes(Int(point.size)))")
    }
    for name in report.removed { Terminal.line("removed \(name)") }
    if let spared = report.spared { Terminal.line(spared) }
    if let finding = report.finding {
      Terminal.line(
        "The log is not what was written: \(finding); \(arguments.command("doctor")) says more")
    }
    for view in report.damagedViews {
      Terminal.line(
        "Rows of the view \(view) are damaged in the store; a restore builds them anew, and so does "
          + arguments.command("rebuild \(view.quoted)"))
    }
    if report.attachments > 0 {
      Terminal.line("copied \(Measures.count(report.attachments, "attachment"))")
    }
    for line in report.attachmentLines { Terminal.line(line) }
    let state = report.made.isEmpty ? "nothing was written since" : "done"
    Terminal.line("\(state): \(directory) leads to transaction \(report.transaction)")
  }

  @Sendable private static func policy(_ text: String) throws -> RetentionPolicy {
    guard let policy = try? RetentionPolicy(text) else {
      throw BadText("takes counts of days, weeks, months and years such as 7d,4w,12m")
    }
    return policy
  }
}

extension Backup.Report {
  /// Whether a file is lacking that nobody will send.
  fileprivate var lacksAttachments: Bool {
    !changedAttachments.isEmpty || !missingAttachments.isEmpty || !attachmentProblems.isEmpty
  }

  /// What is told of the files that are not in the backups.
  fileprivate var attachmentLines: [String] {
    changedAttachments.map { "left out the attachment \($0), whose file was changed" }
      + missingAttachments.map { "left out the attachment \($0), whose file is missing" }
      + awaitedAttachments.map { "left out the attachment \($0), whose file is not here yet" }
      + attachmentProblems.sorted { $0.key < $1.key }.map { "left out \($0): \($1)" }
  }
}

public struct BackupList<Tool: StoreTool>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "The backups in a folder, the oldest first.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The folder of the backups.", completion: .directory)
  var directory: String

  @Flag(
    name: .long,
    help:
      "Read every byte, also of attachments, and compare it with what was written, and check every row of full ones."
  )
  var check = false

  public init() {}

  public func run() throws {
    let points = try Terminal.activity("looking") {
      try Backup(directory).list(checksAll: check)
    }
    if arguments.printsJSON {
      try arguments.print(json: "backups", points.map(Self.row))
    } else {
      var table = TextTable(["made", "has", "transactions", "size", "name"], right: [2, 3])
      for point in points {
        table.add([
          Instant.seconds(point.time), point.isFull ? "all" : "more",
          point.isFull ? "\(point.transaction)" : "\(point.after + 1)–\(point.transaction)",
          Measures.bytes(Int(clamping: point.size)), point.name,
        ])
      }
      table.print(nothing: "There is no backup in \(directory).")
      for point in points {
        if let problem = point.problem { Terminal.line(problem) }
        for view in point.damagedViews {
          Terminal.line("\(point.name): a restore builds the view \(view) anew, which is damaged")
        }
        for name in point.damagedAttachments {
          Terminal.line(
            "\(point.name): the file of the attachment \(name) was changed; "
              + "\(arguments.command("backup run \(directory.quotedPath) --full")) copies it anew")
        }
        for name in point.missingAttachments {
          Terminal.line("\(point.name): the file of the attachment \(name) is not in the folder")
        }
        for name in point.awaitedAttachments {
          Terminal.line(
            "\(point.name): the file of the attachment \(name) is not in the folder yet; "
              + "a member may still send it")
        }
      }
    }
    let isWanting = points.contains {
      $0.problem != nil || !$0.damagedAttachments.isEmpty || !$0.missingAttachments.isEmpty
    }
    if isWanting {
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }

  static func row(_ point: Backup.Point) -> [String: JSON.Value] {
    [
      "name": .text(point.name), "isFull": .bool(point.isFull), "store": .text(point.store),
      "after": JSON.Value(point.after), "transaction": JSON.Value(point.transaction),
      "bytes": JSON.Value(point.size), "problem": JSON.Value(point.problem),
      "damagedViews": JSON.Value(point.damagedViews),
      "damagedAttachments": JSON.Value(point.damagedAttachments),
      "missingAttachments": JSON.Value(point.missingAttachments),
      "awaitedAttachments": JSON.Value(point.awaitedAttachments),
    ].with("time", point.time)
  }
}

public struct BackupRestore<Tool: StoreTool>: AsyncParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore", abstract: "Makes a new store of a backup, checked before it counts.",
      discussion: """
        The new store has an identity of its own: it writes on beside the old one, and both can be \
        merged with `import log`. Exit status 1 when the backups lack the file of an attachment.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The folder of the backups.", completion: .directory)
  var directory: String

  @Option(
    name: .long, help: "The directory of the new store, which must not exist.",
    completion: .directory)
  var into: String

  @Option(
    name: .long,
    help: "The last transaction to restore: \(TransactionName.help); all unless told.")
  var to: String?

  @Option(
    name: .long,
    help: "The store that was backed up, by the first digits of its id; the last unless told.",
    transform: Typed.beginning)
  var of: String?

  public init() {}

  public func run() async throws {
    try StoreFolder.refuseNew(into)
    let backup = Backup(directory)
    let store = try named()
    let schema = try schema(backup, store)
    var options = Tool.storeOptions
    // Not those of the store that was backed up.
    options.makeID = Surroundings.current.identities(for: "restored \(into)")
    let restored: Backup.Restored
    do {
      restored = try await backup.restore(
        to: try point(), into: into, schema: schema, options: options, store: store)
    } catch let error as InterchangeError {
      throw store == nil ? named(error, backup) : error
    }
    if restored.isOutOfOrder, let to {
      TransactionName.warn(to, restored.transaction == 0 ? nil : restored.transaction)
    }
    if arguments.printsJSON {
      let row: [String: JSON.Value] = [
        "origin": .text(restored.origin), "others": JSON.Value(restored.others),
        "store": JSON.Value(restored.store), "transaction": JSON.Value(restored.transaction),
        "events": JSON.Value(restored.events), "sources": JSON.Value(restored.sources),
        "attachments": JSON.Value(restored.attachments),
        "missingAttachments": JSON.Value(restored.missingAttachments),
        "damagedViews": JSON.Value(restored.damagedViews),
      ]
      try arguments.print(json: row.with("written", restored.written))
    } else {
      print(restored)
    }
    if !restored.missingAttachments.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func print(_ restored: Backup.Restored) {
    for name in restored.sources { Terminal.line("from \(name)") }
    Terminal.line(Self.whose(restored))
    if !restored.others.isEmpty { Terminal.line(others(restored.others)) }
    for view in restored.damagedViews {
      Terminal.line("the view \(view) was damaged in the backup, and is built anew")
    }
    let checks = restored.missingAttachments.isEmpty ? "every check holds" : "its log is whole"
    Terminal.line(
      "\(into) is restored to transaction \(restored.transaction), with "
        + "\(Measures.count(Int(clamping: restored.events), "event")); \(checks)")
    if restored.attachments > 0 {
      Terminal.line("with \(Measures.count(restored.attachments, "attachment"))")
    }
    for name in restored.missingAttachments {
      Terminal.line("the backups lack the attachment \(name)")
    }
  }

  private func others(_ stores: [String]) -> String {
    let names = stores.map { "--of \($0)" }.joined(separator: ", ")
    return "\(directory) has backups of other stores, too: \(names)"
  }

  /// What cannot be restored of the store that is meant may be there of another one.
  private func named(_ error: InterchangeError, _ backup: Backup) -> InterchangeError {
    let points = (try? backup.list()) ?? []
    let stores = Set(points.filter(\.isFull).map(\.store))
    let last = points.filter { stores.contains($0.store) }
      .max { ($0.time, $0.transaction) < ($1.time, $1.transaction) }?.store
    guard let last, stores.count > 1 else { return error }
    return InterchangeError(
      error.code, file: error.file,
      "\(error.message) That is of the store \(last), which was backed up last; "
        + "\(others(stores.subtracting([last]).sorted())).")
  }

  /// Such as `a backup of the store 9F7BF93F, whose transaction 12 was written at
  /// 2026-11-20T20:05:00Z`.
  private static func whose(_ restored: Backup.Restored) -> String {
    let written = restored.written.map {
      ", whose transaction \(restored.transaction) was written at \(Instant.seconds($0))"
    }
    return "a backup of the store \(restored.origin)\(written ?? "")"
  }

  /// The store that is meant: the one that was told, or the token's.
  private func named() throws -> String? {
    guard let token = to.flatMap(History.Token.init) else { return of }
    let store = String(token.description.prefix(while: { $0 != ":" }))
    if let of, !Backup.digits(store).hasPrefix(Backup.digits(of)) {
      throw BadText("“\(token)” is a token of another store than \(of)")
    }
    return store
  }

  /// The schema for a backup of this app; none for one of another app.
  private func schema(_ backup: Backup, _ store: String?) throws -> Schema {
    let views = { (name: String) in try backup.parameters(ofProjection: name, store: store) }
    let schema = try Tool.schema(for: views)
    let names = schema.projections.map { type(of: $0).name }
    return try names.isEmpty || names.contains { try views($0) != nil } ? schema : Schema()
  }

  private func point() throws -> RestorePoint {
    guard let to else { return .newest }
    if let token = History.Token(to) { return .transaction(token.number) }
    if let number = UInt64(to) { return .transaction(number) }
    let zone = try Tool.zone(for: { name in
      try Backup(directory).parameters(ofProjection: name, store: named())
    })
    return .time(try TransactionName.time(to, zone))
  }
}
#endif
