import ArgumentParser
import Daybook
import Foundation
import Interchange
import Nursery

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Backs a store up while it is used, and restores it.",
    discussion: "For a backup every night let cron call `daybookctl backup run`.",
    subcommands: [BackupRun.self, BackupList.self, BackupRestore.self])
}

struct BackupRun: AsyncParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Makes a backup of what was written since the last one, or a full one.",
    discussion: """
      The first one is full, and so is one when those since have grown to half its size. Nothing is \
      made when nothing was written. Works with stores of any app.
      """)

  @OptionGroup var arguments: StoreArguments

  @Argument(help: "The folder of the backups; made when it is missing.", completion: .directory)
  var directory: String

  @Option(
    name: .long,
    help: "Keep the newest of the last days, weeks, months and years, such as 7d,4w,12m.",
    transform: Self.policy)
  var keep: RetentionPolicy?

  @Flag(name: .long, help: "Make a full backup.")
  var full = false

  func run() async throws {
    let zone = TimeZone(identifier: try arguments.boundary().zone) ?? .gmt
    let store = try arguments.openAsStranger()
    let report = try await Backup(directory).run(
      store, full: full, keep: keep, zone: zone, now: Surroundings.current.now)
    if arguments.printsJSON {
      return try arguments.print(
        json: "made", report.made.map(BackupList.row),
        with: [
          "removed": JSONValue(report.removed), "transaction": JSONValue(report.transaction),
          "problem": JSONValue(report.problem),
        ])
    }
    if let problem = report.problem { Terminal.line("A full one, because \(problem)") }
    for point in report.made {
      let sort = point.isFull ? "full backup" : "backup"
      Terminal.line("made the \(sort) \(point.name), \(Measures.bytes(Int(point.size)))")
    }
    for name in report.removed { Terminal.line("removed \(name)") }
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

struct BackupList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The backups in a folder, the oldest first.")

  @OptionGroup var arguments: StoreArguments

  @Argument(help: "The folder of the backups.", completion: .directory)
  var directory: String

  @Flag(name: .long, help: "Read every byte and compare it with what was written.")
  var check = false

  func run() throws {
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
      for point in points { if let problem = point.problem { Terminal.line(problem) } }
    }
    if points.contains(where: { $0.problem != nil }) {
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }

  static func row(_ point: Backup.Point) -> [String: JSONValue] {
    [
      "name": .text(point.name), "isFull": .bool(point.isFull), "store": .text(point.store),
      "after": JSONValue(point.after), "transaction": JSONValue(point.transaction),
      "bytes": JSONValue(point.size), "problem": JSONValue(point.problem),
    ].with("time", point.time)
  }
}

struct BackupRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Makes a new store of a backup, checked before it counts.",
    discussion: """
      The new store has an identity of its own: it writes on beside the old one, and both can be \
      merged with `import log`. (`daybookctl restore` brings back a deleted entry.)
      """)

  @OptionGroup var arguments: StoreArguments

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
    help: "The store that was backed up, by the first digits of its id; the last unless told.")
  var of: String?

  func run() async throws {
    let backup = Backup(directory)
    let store = try named()
    let days = try backup.parameters(ofProjection: HistoryGroups.name, store: store)
    let boundary = try days.flatMap { try DayBoundary(text: $0) }
    var options = StoreArguments.options()
    // Not those of the store that was backed up.
    options.makeID = Surroundings.current.identities(for: "restored \(into)")
    let schema = try boundary.map { try Schema.nursery(boundary: $0).importing() } ?? Schema()
    let restored = try await backup.restore(
      to: try point(boundary), into: into, schema: schema, options: options, store: store)
    if arguments.printsJSON {
      return try arguments.print(json: [
        "store": JSONValue(restored.store), "transaction": JSONValue(restored.transaction),
        "events": JSONValue(restored.events), "sources": JSONValue(restored.sources),
      ])
    }
    for name in restored.sources { Terminal.line("from \(name)") }
    Terminal.line(
      "\(into) is restored to transaction \(restored.transaction), with "
        + "\(Measures.count(Int(clamping: restored.events), "event")); every check holds")
  }

  /// The store that is meant: the one that was told, or the token's.
  private func named() throws -> String? {
    guard let token = to.flatMap(History.Token.init) else { return of }
    let store = token.description.prefix(while: { $0 != ":" })
    if let of, !store.hasPrefix(of.uppercased()) {
      throw BadText("“\(token)” is a token of another store than \(of)")
    }
    return String(store)
  }

  private func point(_ boundary: DayBoundary?) throws -> RestorePoint {
    guard let to else { return .newest }
    if let token = History.Token(to) { return .transaction(token.number) }
    if let number = UInt64(to) { return .transaction(number) }
    let zone = boundary.flatMap { TimeZone(identifier: $0.zone) } ?? .gmt
    guard let time = try? TimeText(zone, now: Surroundings.current.now).date(to) else {
      throw NameError(
        "“\(to)” is no transaction: give \(TransactionName.help)")
    }
    return .time(time)
  }
}
