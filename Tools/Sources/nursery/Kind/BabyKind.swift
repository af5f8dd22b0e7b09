import Daybook
import DaybookTool
import Foundation
import Nursery

enum BabyKind: NurseryKind {
  static let word = "baby"
  static let plural = "babies"

  static var fields: [EntryField<BabyProfile>] {
    [
      name, born, .text("birthTime", \.birthTime, help: "such as 04:30"), feedTerm,
      .text("sex", \.sex, help: "in your own word"), zone,
      .text("feedingStyle", \.feedingStyle, help: "such as breast, bottle or both"),
      .created(\.createdAt), .source(\.source),
    ]
  }

  static func facts(_ baby: BabyProfile) -> EntryFacts {
    EntryFacts(baby: nil, date: baby.createdAt, source: baby.source)
  }

  static func words(_ baby: BabyProfile, _ screen: Screen) -> String {
    let born = baby.birthDate.map { ", born \($0)" } ?? ""
    return "\(baby.name)\(born)"
  }

  static func make(_ baby: UUID, _ time: Date) -> BabyProfile? {
    BabyProfile(name: "?", createdAt: time)
  }

  /// The command that changes a baby.
  private static let change = "profile edit"

  static func add(_ draft: inout Draft, _ id: UUID, _ baby: BabyProfile) throws {
    try NurseryScreen.checkName(baby.name)
    try Babies(draft.now()).byName.checkFree(baby.name, change: change)
    try draft.addBaby(id, baby)
  }

  static func edit(
    _ draft: inout Draft, _ id: UUID, _ body: (inout BabyProfile) throws -> Void
  ) throws {
    let names = try Babies(draft.now()).byName
    try draft.editBaby(id) { baby in
      let old = baby.name
      try body(&baby)
      if baby.name == old { return }
      try NurseryScreen.checkName(baby.name)
      try names.checkFree(baby.name, for: id, change: change)
    }
  }

  static func delete(_ draft: inout Draft, _ id: UUID) throws { try draft.deleteBaby(id) }

  static func restore(_ draft: inout Draft, _ id: UUID) throws { try draft.restoreBaby(id) }

  /// That entries are earlier than the birth. O(entries up to the day of birth).
  static func oddities(
    of baby: BabyProfile, _ id: UUID, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> [String] {
    guard let birth = birth(of: baby) else { return [] }
    var count = 0
    try reader.forEachEntry(newestFirst: false) { _, entry in
      let day = day(of: entry.facts, screen)
      if day < birth, entry.facts.baby == id { count += 1 }
      // A logical day has a night of two calendar days.
      return day <= birth
    }
    if count == 0 { return [] }
    return [
      "\(Measures.count(count, "entry", "entries")) \(Measures.verb(count)) earlier than the birth"
    ]
  }

  /// The day of birth, in days since 1970; nil when it is not known.
  static func birth(of baby: BabyProfile) -> Int? {
    baby.birthDate.flatMap { TimeText.dayNumber($0, today: 0) }
  }

  /// The calendar day of an entry, in days since 1970.
  static func day(of entry: EntryFacts, _ screen: Screen) -> Int {
    entry.day.map { Int($0.daysSince1970) }
      ?? TimeText(screen.zone, now: entry.date).todayNumber
  }

  private static var name: EntryField<BabyProfile> {
    EntryField(
      name: "name", property: "name", help: "what people call it", text: { baby, _ in baby.name },
      json: { ["name": .text($0.name)] }, set: { baby, text, _ in baby.name = text })
  }

  private static var born: EntryField<BabyProfile> {
    EntryField(
      name: "born", property: "birthDate", help: "a day such as 2026-10-21",
      text: { baby, _ in baby.birthDate }, json: { ["born": JSON.Value($0.birthDate)] },
      set: { baby, text, screen in
        if text.isEmpty {
          baby.birthDate = nil
        } else {
          let day = try TimeText(screen.zone, now: screen.now).pastDay(text)
          if let first = CivilDay("1900-01-01"), day < first {
            throw BadText("“\(text)” is before 1900: babies are born later; check the year")
          }
          baby.birthDate = day.description
        }
      })
  }

  private static var zone: EntryField<BabyProfile> {
    var field = EntryField<BabyProfile>.text(
      "zone", \.zone, help: "where it lives, such as Europe/Amsterdam")
    field.set = { baby, text, _ in
      guard text.isEmpty || TimeZone(identifier: text) != nil else {
        throw BadText("zone takes one such as Europe/Amsterdam, and there is none “\(text)”")
      }
      baby.zone = text.isEmpty ? nil : text
    }
    return field
  }

  private static var feedTerm: EntryField<BabyProfile> {
    EntryField(
      name: "feedTerm", property: "feedTerm", help: "hours between feeds, such as 3h or 2h30m",
      text: { baby, _ in Measures.span(baby.feedTerm) },
      json: { ["feedTerm": JSON.Value($0.feedTerm)] },
      set: { baby, text, _ in
        guard let seconds = TimeText.span(text), seconds > 0, seconds <= 86_400 else {
          throw BadText("feedTerm takes a length of time up to 24h such as 3h, not “\(text)”")
        }
        baby.feedTerm = seconds
      })
  }
}
