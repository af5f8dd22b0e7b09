#if Tools
  import Daybook
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
      Terminal.text("\nThe babies:")
      ProfilesCommand.print(state.profiles)
      Terminal.text("\nBeing fed now:")
      var table = TextTable(["baby", "since (\(state.zone))", "what"])
      for (baby, feed) in state.running {
        table.add([
          state.names[baby], Instant.local(feed.start, state.zone), feed.content.rawValue,
        ])
      }
      if state.running.isEmpty { Terminal.line("nobody") } else { table.print() }
      Terminal.text("\nThe last \(state.days.count) days:")
      for day in state.days {
        HistoryPrinter.print(day, state.names, state.zone, limit: Self.entriesPerDay)
      }
      Terminal.line("The last entries (UTC):")
      LastCommand.print(state.last)
      Terminal.line()
    }

    /// Says whether it fits, or prints everything as JSON.
    func finish(_ report: DemoReport) throws {
      if json { return try JSON.print(Output(report)) }
      Terminal.line()
      RebuildCommand.print(report.after)
      Terminal.line()
      if let verification = report.verification { VerifyCommand.print(verification) }
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
    struct Running: Encodable {
      let baby: UUID
      let name: String
      let start: String
    }

    let seed: UInt64
    let events: Int
    let transactions: Int
    let steps: [DemoReport.Step]
    let profiles: [ProfilesCommand.Row]
    let running: [Running]
    let days: [HistoryDayRow]
    let last: [LastCommand.Row]
    let digestsBefore: [String: String]
    let digestsAfter: [String: String]
    let verification: VerifyCommand.Report?
    let fits: Bool

    init(_ report: DemoReport) {
      seed = report.seed
      events = report.events
      transactions = report.transactions
      steps = report.steps
      profiles = report.state?.profiles ?? []
      last = report.state?.last ?? []
      if let state = report.state {
        running = state.running.map {
          Running(baby: $0.baby, name: state.names[$0.baby], start: Instant.iso($0.feed.start))
        }
        days = state.days.map { HistoryDayRow($0, state.names) }
      } else {
        running = []
        days = []
      }
      digestsBefore = report.before.mapValues(\.description)
      digestsAfter = report.after.mapValues(\.description)
      verification = report.verification.map { VerifyCommand.Report($0) }
      fits = report.fits
    }
  }
#endif
