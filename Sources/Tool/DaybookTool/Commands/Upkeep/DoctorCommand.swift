#if Tools
public import ArgumentParser
import Daybook
import DaybookSnapshot
import Foundation

public struct DoctorCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor",
      abstract: "Says in plain words what is wrong with a store, what is lost, and what to do.",
      discussion: """
        Changes nothing in the store but what opening it brings up to date, and nothing at all in one that \
        another app wrote. With --rebuild-into it copies \
        what can be read of the log into a new store; the old one stays as it is, and no other process may \
        write to it meanwhile. Exit status 1 when something is wrong, could not be checked or could not be copied.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Option(name: .long, help: "Copy what can be read into a new store in this directory.")
  var rebuildInto: String?

  public init() {}

  public func run() throws {
    if let rebuildInto { return try rebuild(into: rebuildInto) }
    let (findings, knowsViews) = try Finding.all(in: arguments)
    if arguments.printsJSON {
      try arguments.print(
        json: "findings",
        findings.map {
          [
            "check": .text($0.check), "detail": .text($0.detail), "lost": .text($0.lost),
            "remedy": .text($0.remedy),
          ]
        })
    } else if findings.isEmpty {
      Terminal.line(
        knowsViews
          ? "Nothing is wrong: every checksum fits, and entities and views are those of the log."
          : "Nothing is wrong with the log: every checksum fits. Whether entities and views are those "
            + "of the log, the tool of the app that wrote it can say.")
    } else {
      for finding in findings { finding.print() }
    }
    if !findings.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func rebuild(into path: String) throws {
    let report = try Terminal.activity("copying") { try salvage(into: path) }
    let found = try copy(at: path).verify()
    if arguments.printsJSON {
      try arguments.print(
        json: report.json.merging(["verified": .bool(found.ok)]) { _, new in new })
    } else {
      report.print(path, verified: found.ok)
    }
    if !report.isWhole || !found.ok { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func salvage(into path: String) throws -> SalvageReport {
    guard !FileManager.default.fileExists(atPath: path + "/data.mdb") else {
      throw CannotWrite("there is a store at \(path) already; name another directory")
    }
    var copy = arguments
    copy.store = path
    try copy.checkPlace()
    let options = Tool.storeOptions
    do {
      return try EventStore.salvage(from: arguments.path, into: path, options: options)
    } catch let error as StoreError where error.cause is SnapshotError {
      throw CannotWrite(error.message)
    }
  }

  /// Opens the copy with the schema, so that what the log leads to is derived and checked; that
  /// of another app without one.
  private func copy(at path: String) throws -> EventStore {
    var copy = arguments
    copy.store = path
    return try copy.openAny { $0.kinds.isEmpty && !$0.isForeign }
  }
}

extension SalvageReport {
  fileprivate var json: [String: JSON.Value] {
    [
      "isWhole": .bool(isWhole), "transactions": .int(transactions), "events": .int(events),
      "losses": .list(losses.map(\.json)), "purged": JSON.Value(purged),
      "notes": JSON.Value(notes),
    ]
  }

  fileprivate func print(_ path: String, verified: Bool) {
    Terminal.line(
      "\(transactions) transactions were copied whole into \(path); it has \(events) events.")
    for loss in losses { Terminal.line("\(loss.words): \(loss.reason)") }
    if purged > 0 {
      Terminal.line(
        "What entities were at the purge of the transactions up to \(purged) stays in the old store."
      )
    }
    for note in notes { Terminal.line(note) }
    Terminal.line(
      verified ? "The new store verifies." : "The new store does not verify; run doctor on it.")
    if !isWhole { Terminal.line("Keep the old store: it holds what could not be copied.") }
  }
}

extension SalvageReport.Loss {
  fileprivate var json: JSON.Value {
    [
      "transaction": JSON.Value(transaction),
      "positions": positions.map { JSON.Value.list($0.map { JSON.Value($0) }) } ?? .null,
      "rescued": .int(rescued), "reason": .text(reason),
    ]
  }

  fileprivate var words: String {
    guard let positions else { return "transaction \(transaction) is lost" }
    let what =
      switch positions.count {
      case 0: "no event is"
      case 1...12: "the events at \(positions.map(String.init).joined(separator: ", ")) are"
      default: "the \(positions.count) events from \(positions[0]) on that are damaged are"
      }
    return
      "of transaction \(transaction) \(what) lost, \(rescued) \(Measures.verb(rescued)) in one of their own"
  }
}
#endif
