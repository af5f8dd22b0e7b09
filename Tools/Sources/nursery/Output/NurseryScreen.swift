import Daybook
import DaybookTool
import Foundation
import Nursery

/// What everything on one screen has in common: the zone, where days begin, the unit of amounts,
/// the babies' names, and what time it is.
struct NurseryScreen: ToolScreen {
  typealias Facts = EntryFacts

  let boundary: DayBoundary
  let unit: VolumeUnit
  let babies: Babies
  let now: Date
  let zone: TimeZone
  private let days: DayCalendar
  /// The calendars of babies with a zone of their own, by whose days those of the history go.
  private let ownDays: [UUID: DayCalendar]
  /// When the logical day begins whose clock is meant by a time of day alone; nil for the last
  /// such time that there was.
  private var dayOfClocks: Date?

  init(
    _ babies: Babies, boundary: DayBoundary, unit: VolumeUnit = FamilyUnit.usual
  ) throws {
    self.babies = babies
    self.boundary = boundary
    self.unit = unit
    now = Surroundings.current.now
    zone = TimeZone(identifier: boundary.zone) ?? .gmt
    days = try DayCalendar(boundary)
    ownDays = Self.ownDays(of: babies, boundary)
  }

  private static func ownDays(
    of babies: Babies, _ boundary: DayBoundary
  ) -> [UUID: DayCalendar] {
    var found: [UUID: DayCalendar] = [:]
    for baby in babies.all {
      guard let zone = baby.profile.zone, zone != boundary.zone else { continue }
      // A zone that this machine does not know leaves the baby the days of the store.
      found[baby.id] = try? DayCalendar(
        DayBoundary(zone: zone, hour: boundary.hour, minute: boundary.minute))
    }
    return found
  }

  var zoneName: String { boundary.zone }
  var kinds: [any KindWords<NurseryScreen>.Type] { Kinds.words }

  func sumWords(ofStored kind: String) -> (one: String, many: String)? {
    switch kind {
    case Record<TagDefinition>.kind: ("tag", "tags")
    case Record<ToldPrediction>.kind: ("prediction", "predictions")
    default: ImportKinds.names[kind]
    }
  }

  func words(of event: History.Event, _ reader: borrowing Reader) throws -> String? {
    switch event.kind {
    case Record<TagDefinition>.kind:
      let tag = try reader.entity(Record<TagDefinition>.self, event.entity)
      return "tag defined\(tag.map { ": \($0.value.name)" } ?? "")"
    case Record<ToldPrediction>.kind:
      let told = try reader.entity(Record<ToldPrediction>.self, event.entity)?.value
      return "prediction kept\(told.map { ": \($0.type), \(babies[$0.baby])" } ?? "")"
    default: return try ImportKinds.words(event, reader)
    }
  }

  /// The line that says once which zone and days a screen is of.
  var legend: String {
    let start = boundary.text.split(separator: " ").last ?? ""
    let days = start == "00:00" ? "" : "; a day begins at \(start), +1 is after its midnight"
    return "Times in \(boundary.zone)\(days)\(ownWords)."
  }

  /// The line that says once which days a table is of.
  var daysLegend: String {
    let start = boundary.text.split(separator: " ").last ?? ""
    return "Days of \(boundary.zone), from \(start) on\(ownWords)."
  }

  /// Whose days are those of another zone, such as `; the days of Noor are those of Asia/Tokyo`.
  private var ownWords: String {
    babies.all.compactMap { baby in
      ownDays[baby.id].map { "; the days of \(babies[baby.id]) are those of \($0.boundary.zone)" }
    }.joined()
  }

  /// The logical day of an instant; of a baby with a zone of its own the day there.
  func day(of date: Date, for baby: UUID? = nil) -> CivilDay {
    (baby.flatMap { ownDays[$0] } ?? days).day(of: date)
  }

  /// When a logical day begins.
  func start(of day: CivilDay) -> Date? { days.start(of: day) }

  /// The same for what changes an entry: a time of day alone is on the entry's own logical day,
  /// unless that has not come yet, as when a clock was ahead.
  func changing(_ entry: EntryFacts) -> NurseryScreen {
    if entry.date > now { return self }
    var screen = self
    screen.dayOfClocks = start(of: entry.day ?? day(of: entry.date))
    return screen
  }

  /// A time as people write it.
  ///
  /// - Throws: `BadText` for what is no time.
  func date(_ text: String) throws -> Date {
    let times = TimeText(zone, now: now)
    return try dayOfClocks.map { try times.date(text, from: $0) } ?? times.date(text)
  }

  /// When an entry was: the day alone when nobody knows the time.
  func time(_ facts: EntryFacts) -> String { facts.day?.description ?? time(facts.date) }

  /// The minute, with a `+1` when the calendar day is the one after the logical day, and a `-1`
  /// when it is the one before, as where the day is one of another zone.
  func clock(_ date: Date, on day: CivilDay) -> String {
    let text = time(date)
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return text }
    let shown = CivilDay(String(parts[0])) ?? day
    let after = Int(shown.daysSince1970) - Int(day.daysSince1970)
    return "\(parts[1])\(after == 0 ? "  " : after < 0 ? "\(after)" : "+\(after)")"
  }

  /// How long ago, such as `2 h 30 min ago`, or how far ahead.
  func ago(_ date: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    if abs(seconds) < 60 { return "just now" }
    return seconds < 0 ? "in \(Measures.span(-seconds))" : "\(Measures.span(seconds)) ago"
  }

  /// How long ago an entry was: in days when nobody knows the time.
  func ago(_ facts: EntryFacts) -> String {
    guard let day = facts.day else { return ago(facts.date) }
    let days = TimeText(zone, now: now).todayNumber - Int(day.daysSince1970)
    if days == 0 { return "today" }
    return days < 0 ? "in \(-days) d" : "\(days) d ago"
  }

  /// What all lists of JSON say beside their rows.
  var json: [String: JSON.Value] {
    ["zone": .text(boundary.zone), "dayStart": JSON.Value(boundary.text.suffix(5).description)]
  }
}
