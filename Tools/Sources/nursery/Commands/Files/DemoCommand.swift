import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Interchange
import Nursery
import NurseryHousehold

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Writes a made-up family's log, shows its views, and builds them anew.")

  @Option(
    name: .long, help: "How many events, from 1; 100000 unless told.", transform: Typed.count)
  var events = 100_000

  @Option(name: .long, help: "A directory for the store; without, it leaves nothing behind.")
  var store: String?

  @Option(
    name: .long, help: "The number that the family follows from; 1 unless told.",
    transform: Typed.number)
  var seed: UInt64 = 1

  @Flag(name: .long, help: "Print JSON.")
  var json = false

  func run() async throws {
    let clock = HouseholdClock()
    let store = try open(clock)
    let printer = DemoPrinter(json: json)
    printer.explain(events: events, seed: seed)
    var report = DemoReport(seed: seed, events: events)
    try await write(to: store, clock, &report, printer)
    report.state = try report.time("read the views", printer) { try DemoState(store) }
    printer.show(report.state)
    try rebuild(store, &report, printer)
    try printer.finish(report)
    if !report.fits { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  /// Opens a store that is new: what a household undoes is counted from its own beginning.
  private func open(_ clock: HouseholdClock) throws -> EventStore {
    let boundary = try DayBoundary(zone: "Europe/Amsterdam", hour: 7, minute: 0)
    var options = NurseryTool.storeOptions
    options.now = { clock.now }
    guard let store else {
      return try EventStore.temporary(
        schema: .nursery(boundary: boundary).importing(), options: options)
    }
    guard !FileManager.default.fileExists(atPath: store + "/data.mdb") else {
      throw CannotWrite("there is a store at \(store) already; name another directory")
    }
    try StoreFolder.make(store)
    return try EventStore.open(
      at: store, schema: .nursery(boundary: boundary).importing(), options: options)
  }

  private func write(
    to store: EventStore, _ clock: HouseholdClock, _ report: inout DemoReport,
    _ printer: DemoPrinter
  ) async throws {
    let household = report.time("make the events", printer) {
      Terminal.activity("making") { Array(Household(seed: seed, events: events)) }
    }
    report.transactions = household.count
    let start = ContinuousClock.now
    try await store.append(household, clock: clock) {
      Terminal.progress("writing", $0, of: events)
    }
    report.add("write them and keep the views", .now - start, printer)
  }

  private func rebuild(
    _ store: EventStore, _ report: inout DemoReport, _ printer: DemoPrinter
  ) throws {
    report.before = try store.digests()
    try report.time("drop the views", printer) { try store.dropProjections() }
    try report.time("build them from the log", printer) {
      try RebuildCommand<NurseryTool>.rebuild(store)
    }
    report.after = try store.digests()
    report.verification = try report.time("verify", printer) {
      try Terminal.activity("checking") { try store.verify() }
    }
  }
}
