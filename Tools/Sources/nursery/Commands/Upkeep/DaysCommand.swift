import ArgumentParser
import DaybookTool
import Interchange
import Nursery

struct DaysCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "days",
    abstract: "Where the days of the store begin; with options, from now on.",
    discussion: """
      days --zone Europe/Amsterdam --day-start 07:00
      A change groups all entries anew and writes nothing into the log. An app that opens the store says \
      itself where days begin, and then these are the store's.
      """)

  @OptionGroup var arguments: StoreArguments

  @Option(name: .long, help: "The time zone of its days; as it is unless told.")
  var zone: String?

  @Option(
    name: .long, help: "When its days begin, HH:MM; as it is unless told.",
    transform: Typed.clock)
  var dayStart: ClockTime?

  func run() throws {
    try arguments.requireStore()
    var (old, new) = try (DayBoundary.unknown, DayBoundary.unknown)
    let store = try arguments.make { views in
      old = try .stored(views) ?? .unknown
      new = try old.with(zone: zone, start: dayStart)
      return try .nursery(boundary: new).importing()
    }
    if arguments.printsJSON {
      return try arguments.print(json: try Screen(Babies(store, arguments), boundary: new).json)
    }
    guard new != old else { return Terminal.line("The store has \(old.words).") }
    let back = "days --zone \(old.zone) --day-start \(old.text.suffix(5))"
    Terminal.line(
      "the store has \(new.words), no longer \(old.words); to take it back: "
        + arguments.command(back))
  }
}

extension DayBoundary {
  /// Such as `days of Europe/Amsterdam from 07:00 on`.
  var words: String { "days of \(zone) from \(text.suffix(5)) on" }
}
