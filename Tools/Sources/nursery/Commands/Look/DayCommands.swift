import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct TodayCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Today: what runs, totals, and every entry, newest first.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(name: .long, help: "Only the entries of this baby: the beginning of a name or an id.")
  var baby: String?

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let baby = try baby.map { try screen.babies.find($0) }
    let today = screen.day(of: screen.now, for: baby)
    let report = try DayReport(store, screen, today, baby, isToday: true)
    try report.print(arguments)
  }
}

struct DayCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "day", abstract: "One day: totals and every entry, newest first.")

  @Argument(
    parsing: .remaining, help: "The day: 2026-11-20, yesterday, today, or -3d.")
  var date: [String]

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(name: .long, help: "Only the entries of this baby: the beginning of a name or an id.")
  var baby: String?

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let text = date.joined(separator: " ")
    let baby = try baby.map { try screen.babies.find($0) }
    guard let day = TimeText.day(text, today: screen.day(of: screen.now, for: baby)) else {
      throw BadText("“\(text)” is no day; write one such as 2026-11-20, yesterday or -3d")
    }
    try DayReport(store, screen, day, baby, isToday: false).print(arguments)
  }
}

struct HistoryCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "The newest days, entry by entry, newest first.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(name: .long, help: "Only the entries of this baby: the beginning of a name or an id.")
  var baby: String?

  @Option(
    name: .customLong("days"), help: "How many days, from 1; 3 unless told.",
    transform: Typed.days)
  var count = 3

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let (limit, baby) = (count, try baby.map { try screen.babies.find($0) })
    let found = try store.history(screen) { try $0.days(limit: limit, baby: baby) }
    let (days, running) = try store.read { reader in
      (
        try found.map { try ShownDay($0, reader, screen) },
        try Running(reader, screen, of: baby) { try reader.short($0) }
      )
    }
    try HistoryReport(days: days, running: running, screen: screen).print(arguments)
  }
}

/// One day with what runs now.
private struct DayReport {
  let day: ShownDay
  let screen: Screen
  let isToday: Bool
  let running: Running?

  init(
    _ store: EventStore, _ screen: Screen, _ day: CivilDay, _ baby: UUID?, isToday: Bool
  ) throws {
    self.screen = screen
    self.isToday = isToday
    let found = try store.history(screen) { try $0.day(day, baby: baby) }
    (self.day, running) = try store.read { reader in
      (
        try ShownDay(found, reader, screen),
        isToday ? try Running(reader, screen, of: baby) { try reader.short($0) } : nil
      )
    }
  }

  func print(_ arguments: StoreArguments) throws {
    if arguments.printsJSON {
      var json = day.json(screen).merging(screen.json) { _, new in new }
      if isToday {
        json.merge([String: JSON.Value].time("now", screen.now)) { _, new in new }
      }
      if let running { json["running"] = running.json }
      return try arguments.print(json: json)
    }
    Terminal.line(screen.legend)
    running?.print(screen, arguments)
    Terminal.line()
    day.print(screen)
  }
}
