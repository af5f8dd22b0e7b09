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
    let report = try DayReport(store, screen, screen.day(of: screen.now), baby, isToday: true)
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
    guard let day = TimeText.day(text, today: screen.day(of: screen.now)) else {
      throw BadText("“\(text)” is no day; write one such as 2026-11-20, yesterday or -3d")
    }
    let baby = try baby.map { try screen.babies.find($0) }
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
    let days = try store.read { reader in try found.map { try ShownDay($0, reader, screen) } }
    if arguments.printsJSON {
      return try arguments.print(json: "days", days.map { $0.json(screen) }, with: screen.json)
    }
    if days.isEmpty { return Terminal.line("Nothing was entered yet.") }
    Terminal.line(screen.legend)
    Terminal.line()
    for day in days { day.print(screen) }
  }
}

/// One day with what runs now.
private struct DayReport {
  let day: ShownDay
  let screen: Screen
  let isToday: Bool
  let running: [(short: String, shown: Shown)]

  init(
    _ store: EventStore, _ screen: Screen, _ day: CivilDay, _ baby: UUID?, isToday: Bool
  ) throws {
    self.screen = screen
    self.isToday = isToday
    let found = try store.history(screen) { try $0.day(day, baby: baby) }
    (self.day, running) = try store.read { reader in
      (try ShownDay(found, reader, screen), isToday ? try reader.running(screen, baby) : [])
    }
  }

  func print(_ arguments: StoreArguments) throws {
    if arguments.printsJSON {
      var json = day.json(screen).merging(screen.json) { _, new in new }
      if isToday {
        json.merge([String: JSON.Value].time("now", screen.now)) { _, new in new }
        json["running"] = .list(
          running.map {
            .object($0.shown.json.merging(["short": .text($0.short)]) { _, new in new })
          })
      }
      return try arguments.print(json: json)
    }
    Terminal.line(screen.legend)
    for (short, shown) in running {
      let since = "since \(screen.time(shown.facts.date)), \(screen.ago(shown.facts.date))"
      Terminal.line(
        "\(screen.babies.heading(shown.facts.baby)): \(shown.kind.word) \(short) in progress \(since)"
      )
    }
    Terminal.line()
    day.print(screen)
  }
}

extension Reader {
  /// What runs now, of all babies or of one.
  func running(_ screen: Screen, _ baby: UUID? = nil) throws -> [(short: String, shown: Shown)] {
    var found: [(String, Shown)] = []
    let running = try view(LastEntries.self).rows(LastEntries.running).map(\.key)
    // Those of nobody and of deleted babies come last.
    let order = screen.babies.all.map(\.id)
    func rank(_ key: LastKey) -> (Int, UInt8, Date) {
      let place = key.baby.flatMap { order.firstIndex(of: $0) } ?? order.count
      return (place, key.kind.rawValue, key.start)
    }
    for key in running.sorted(by: { rank($0) < rank($1) })
    where baby == nil || key.baby == baby {
      guard let shown = try Kinds.of(key.kind).shown(self, key.id, screen) else { continue }
      found.append((try short(key.id), shown))
    }
    return found
  }
}
