#if Tools
import Daybook
import Foundation

/// One thing that is wrong with a store, for people.
struct Finding {
  /// The check that found it: a name of `verify`, or `open`.
  let check: String
  /// The first thing that is wrong.
  let detail: String
  /// What it means.
  let lost: String
  /// What to do.
  let remedy: String

  func print() {
    Terminal.line("\(check): \(detail)")
    Terminal.line("  \(lost)")
    Terminal.line("  \(remedy)")
  }

  /// Everything that opening and checking a store finds, and whether entities and views were
  /// compared with the log, which takes the schema that wrote them.
  ///
  /// - Throws: when there is no store, or one of a newer format.
  static func all<Tool: StoreTool>(
    in arguments: StoreArguments<Tool>
  ) throws -> (findings: [Finding], knowsViews: Bool) {
    let store: EventStore
    var strange: [String] = []
    var (isForeign, knowsViews) = (false, false)
    do {
      store = try arguments.openAny {
        (strange, isForeign) = ($0.kinds, $0.isForeign)
        knowsViews = strange.isEmpty && !isForeign
        return knowsViews
      }
    } catch let error as StoreError where [.damaged, .notAStore].contains(error.code) {
      return ([Finding(opening: error)], knowsViews)
    }
    let found = try Terminal.activity("checking") { try store.verify() }
    // What is in quarantine is told below.
    var findings = found.checks.filter { !$0.ok && $0.part != .schema }.map(Finding.init)
    if !strange.isEmpty {
      let finding =
        isForeign
        ? Finding(strange: strange, found, tool: Tool.name)
        : Finding(beside: strange, found, tool: Tool.name)
      findings.insert(finding, at: 0)
    }
    if let items = try? store.quarantine(), !items.isEmpty { findings.append(Finding(items)) }
    return (findings, knowsViews)
  }

  private init(check: String, detail: String, lost: String, remedy: String) {
    self.check = check
    self.detail = detail
    self.lost = lost
    self.remedy = remedy
  }

  private init(opening error: StoreError) {
    let isForeign = error.code == .notAStore
    self.init(
      check: "open", detail: isForeign ? error.finding : error.message,
      lost: isForeign
        ? "Nothing of it can be read as a store: the file is something else, or its beginning is lost."
        : "The store cannot be opened; how much of its log can be read is not known yet.",
      remedy: isForeign
        ? "Look whether the path is right; else put back a backup."
        : "Put back a backup, or copy what can be read: doctor --rebuild-into NEWDIR.")
  }

  /// A store of an app that the tool knows, with kinds beside that it does not know.
  private init(beside kinds: [String], _ found: Verification, tool: String) {
    self.init(
      check: "schema",
      detail: "another app's log was taken in, or a newer version wrote here: \(tool) does not "
        + "know \(ForeignStore.list(kinds))",
      lost: soundness(of: found),
      remedy: "All else goes on as before, and verify checks it. Only the app, or the version, "
        + "that knows these can check them; to copy the log: doctor --rebuild-into NEWDIR.")
  }

  private init(strange kinds: [String], _ found: Verification, tool: String) {
    self.init(
      check: "schema",
      detail: "another app, or a newer version, wrote this store: \(tool) does not know "
        + ForeignStore.list(kinds),
      lost: soundness(of: found),
      remedy: "Only that app can check entities and views, by verify; to copy the log: "
        + "doctor --rebuild-into NEWDIR.")
  }

  private init(_ check: Verification.Check) {
    if check.isOfChange {
      self.init(
        check: check.name, detail: check.detail,
        lost:
          "All of it can be read, but it is not what was written: somebody has changed it since.",
        remedy:
          "Put back a backup from before, or keep what it says now: doctor --rebuild-into NEWDIR.")
      return
    }
    let derived =
      "Nothing is lost: this is derived from the log. Until it is built anew it may read wrong."
    let (lost, remedy) =
      switch check.isOfIndex ? .derived : check.part {
      case .log:
        (
          "A part of the log is damaged: what is named cannot be read any more, the rest can.",
          "Put back a backup, or copy what can be read: doctor --rebuild-into NEWDIR."
        )
      case .attachment:
        (
          "The log is whole, and so are entities and views. Files that it refers to are missing or "
            + "changed.",
          "See which: attachments. Exchange with a member that has them, bring them from backups or "
            + "another store: attachments --from FOLDER, or add the same content again; each mends "
            + "a changed one, too."
        )
      case .derived: (derived, "Have everything derived anew: doctor --rebuild-into NEWDIR.")
      // What is in quarantine has a finding of its own.
      case .view, .schema:
        (
          derived,
          "Build it anew: rebuild \(check.name). If that fails: doctor --rebuild-into NEWDIR."
        )
      }
    self.init(check: check.name, detail: check.detail, lost: lost, remedy: remedy)
  }

  private init(_ items: [QuarantinedItem]) {
    let first = items[0]
    self.init(
      check: "quarantine",
      detail:
        "\(items.count) left out, the first of \(first.kind) \(first.entity): \(first.error)",
      lost: "Nothing is lost: the events are in the log, but a fold or a view leaves them out.",
      remedy: "See them all: quarantine. After an update of the app: requeue.")
  }
}

private func soundness(of found: Verification) -> String {
  let events = found.events == 1 ? "its one event" : "its \(found.events) events"
  return "Nothing was written. "
    + (found.isSound
      ? "Its pages and \(events) are sound." : "What is wrong with it is named below.")
}
#endif

extension Verification.Check {
  /// Whether every row that it looks at is whole, and another one than was written: the chains of
  /// the log tell.
  fileprivate var isOfChange: Bool {
    part == .log && detail.contains("was changed after it was written")
  }

  /// Whether a transaction is whole, and the index that leads to it is not.
  fileprivate var isOfIndex: Bool { detail.contains("is not found by its dot") }
}
