import Daybook
import DaybookTool
import Foundation
import Nursery

/// The demonstration as it goes on, for people; as JSON all at the end.
struct DemoPrinter {
  private static let entriesPerDay = 6

  let json: Bool

  func explain(events: Int, seed: UInt64) {
    say(
      """
      A made-up family (seed \(seed)) writes \(events) entries, corrections and undos into a log that \
      is never changed; the lists below are worked out from that log, and at the end they are thrown \
      away and worked out again to show that they come out the same.

      """)
  }

  func show(_ step: DemoReport.Step) {
    let name = step.name.padding(toLength: 32, withPad: " ", startingAt: 0)
    say(name + String(format: "%8.3f s", step.seconds))
  }

  func show(_ state: DemoState?) {
    guard !json, let state else { return }
    Terminal.text("\n\(state.screen.legend)\n\nThe babies:")
    ProfilesCommand.print(state.profiles, nothing: "")
    Terminal.text("\nIn progress:")
    var table = TextTable(["since", "id", "baby", "what"])
    for (short, shown) in state.running {
      table.add([
        state.screen.time(shown.facts.date), short, state.screen.babies[shown.facts.baby],
        ShownDay.what(shown),
      ])
    }
    table.print(nothing: "nothing")
    Terminal.text("\nThe last \(state.days.count) days:")
    for day in state.days { day.print(state.screen, limit: Self.entriesPerDay) }
    Terminal.line("The last entries:")
    LastCommand.table(state.last, state.screen, isNow: false)
    Terminal.line()
  }

  /// Says whether it fits, or prints everything as JSON.
  func finish(_ report: DemoReport) throws {
    if json { return try JSON.print(Output(report)) }
    Terminal.line()
    RebuildCommand<NurseryTool>.print(report.after)
    Terminal.line()
    if let verification = report.verification { VerifyCommand<NurseryTool>.print(verification) }
    for (name, digest) in report.before.sorted(by: { $0.key < $1.key })
    where report.after[name] != digest {
      Terminal.line("\(name) was \(digest) before it was built again")
    }
    Terminal.text(
      report.fits
        ? "\nEverything fits: \(report.events) events in \(report.transactions) transactions, "
          + "and views that come out the same."
        : "\nSomething does not fit; see above.")
  }

  private func say(_ text: String) { if !json { Terminal.text(text) } }
}

/// The demonstration as JSON.
private struct Output: Encodable {
  let seed: UInt64
  let events: Int
  let transactions: Int
  let steps: [DemoReport.Step]
  let babies: [JSON.Value]
  let running: [JSON.Value]
  let days: [JSON.Value]
  let last: [JSON.Value]
  let digestsBefore: [String: String]
  let digestsAfter: [String: String]
  let verification: VerificationReport?
  let fits: Bool

  init(_ report: DemoReport) {
    seed = report.seed
    events = report.events
    transactions = report.transactions
    steps = report.steps
    let state = report.state
    babies = state?.profiles.map { .object($0.json) } ?? []
    running = state?.running.map { .object($0.shown.json) } ?? []
    days = state.map { state in state.days.map { .object($0.json(state.screen)) } } ?? []
    last = state?.last.map { .object($0.json) } ?? []
    digestsBefore = report.before.mapValues(\.description)
    digestsAfter = report.after.mapValues(\.description)
    verification = report.verification.map { VerificationReport($0) }
    fits = report.fits
  }
}
