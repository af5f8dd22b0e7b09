import Daybook
import Foundation
import Puppy

extension PuppyLog {
  /// Everything that the app shows at a moment.
  func shown(now: Int, zone: TimeZone) throws -> Shown {
    let moment = Date(timeIntervalSince1970: Double(now))
    let days = (moment - 2 * 86_400)..<(moment + 86_400)
    var shown = Shown()
    shown.entries = try store.read { try $0.rows(EntriesByTime.all.descending) }
      .map { NaiveThing.number($0.key.third.rawValue) }
    try showPotty(&shown, moment, days, zone)
    try showSleep(&shown, moment, days, zone)
    let meals = try meals(now: moment, zone: zone)
    shown.meals = [meals.logged, meals.expected, seconds(meals.next)]
    shown.catchUp =
      switch try catchUp(now: moment) {
      case nil: 0
      case .entries: 1
      case .coverageGap: 2
      }
    try showBeside(&shown, moment, zone)
    shown.widget = try widget(moment, zone)
    return shown
  }

  private func seconds(_ date: Date?) -> Int? { date.map { Int($0.timeIntervalSince1970) } }

  private func showPotty(
    _ shown: inout Shown, _ now: Date, _ days: Range<Date>, _ zone: TimeZone
  ) throws {
    let day = try day(of: now, zone: zone)
    shown.day = day.rows.map { NaiveThing.number($0.id.rawValue) }
    shown.waits = day.pottyWaits
    let gaps = try pottyGaps(in: days, byDayIn: zone)
    shown.gaps = gaps.map(\.minutes)
    shown.figures =
      PottyStatistics(gaps).map {
        [$0.least, $0.most, $0.mean, $0.median, $0.outdoors, $0.indoors]
      } ?? []
    let streak = try streak()
    shown.streak = [streak.current, streak.best]
  }

  private func showSleep(
    _ shown: inout Shown, _ now: Date, _ days: Range<Date>, _ zone: TimeZone
  ) throws {
    shown.sleep =
      switch try sleepState() {
      case .unknown: [0]
      case .asleep(let start): [1, seconds(start)]
      case .awake(let start): [2, seconds(start)]
      }
    shown.sleepMinutes = try sleepToday(now: now, zone: zone).minutes
    let sessions = try sleepSessions(in: days)
    shown.sessions = sessions.map { [seconds($0.start), seconds($0.end)] }
    shown.usualSleep = SleepSession.usualMinutes(of: sessions)
    shown.hasJustWoken = sessions.contains { $0.hasJustEnded(at: now) }
  }

  private func showBeside(_ shown: inout Shown, _ now: Date, _ zone: TimeZone) throws {
    shown.spots = try walkSpots().map {
      [NaiveThing.number($0.id.rawValue), $0.visits, seconds($0.newestWalk)]
    }
    shown.skills = try skills().map(\.skill)
    shown.doses = try dosesDue(now: now, zone: zone).map { "\($0.medication) \($0.slot)" }
    shown.exposures = try exposures(in: .distantPast ..< .distantFuture, zone: zone)
      .map { $0.exposures.map(\.item) }
    shown.bikes = try exposureCount(of: "bike")
    shown.milestones = try milestones(now: now, zone: zone).map { row in
      switch row.status {
      case .completed: "completed"
      case .overdue(let days): "overdue \(days)"
      case .due(let days): "due \(days)"
      case .upcoming(let days): "upcoming \(days)"
      case .undated: "undated"
      }
    }
  }

  /// What the files for widget and watch say, as read again.
  private func widget(_ now: Date, _ zone: TimeZone) throws -> [String] {
    let files = PuppyFiles(clock: LocalClock(zone: zone))
    let (widget, watch) = try store.read { reader in
      (
        try files.build(PuppyFiles.widget, reader, now: now)?.bytes ?? [],
        try files.build(PuppyFiles.watch, reader, now: now)?.bytes ?? []
      )
    }
    let told = Mirror(reflecting: WidgetData(json: widget)).children
    let poop = WatchContext(json: watch).lastPoopTime
    return (told.map { ($0.label ?? "", $0.value) } + [("lastPoopTime", poop as Any)])
      .compactMap { name, value in word(value).map { "\(name) \($0)" } }.sorted()
  }

  private func word(_ value: Any) -> String? {
    switch value {
    case let date as Date: "\(Int(date.timeIntervalSince1970))"
    case let text as String: text
    case let number as Int: "\(number)"
    case let flag as Bool: "\(flag)"
    default: nil
    }
  }
}
