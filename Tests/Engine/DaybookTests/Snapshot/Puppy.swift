import Daybook
import Foundation

/// An entry of a puppy's log, such as Ollie keeps: what and when, and where for walks out.
struct PuppyEntry: Entity, CodablePayload {
  static let kind = "puppy.entry"
  var type: String
  var time: Date
  var location: String?
  var isDeleted = false

  static func fold(_ state: inout Self?, _ event: PuppyEvent) {
    switch event {
    case .logged(let entry): state = entry
    case .moved(let time): state?.time = time
    case .deleted: state?.isDeleted = true
    }
  }
}

enum PuppyEvent: CodableEntityEvent {
  static let type = EventType("puppy.event")
  case logged(PuppyEntry), moved(Date), deleted
}

/// Entries by time.
struct PuppyDay: Projection {
  static let name = "puppy.day"
  static let entries = ViewTable<PuppyKey, PuppyEntry>("entries", at: 0)
  static let tables: [any AnyViewTable] = [entries]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PuppyEntry.self) { change, rows in
      try rows.replace(
        Self.entries, old: change.old.map { (PuppyKey($0.state, change.id.rawValue), $0.state) },
        new: change.new.map { (PuppyKey($0.state, change.id.rawValue), $0.state) })
    }
  }
}

struct PuppyKey: OrderedKey {
  let time: Date
  let id: UUID

  init(_ entry: PuppyEntry, _ id: UUID) {
    time = entry.time
    self.id = id
  }

  init(from reader: inout KeyReader) throws {
    time = try reader.date()
    id = try reader.uuid()
  }

  func encode(into writer: inout KeyWriter) {
    writer.date(time)
    writer.uuid(id)
  }
}

/// What Ollie's widget shows; every key may be missing.
struct PuppyStatus: Codable, Equatable {
  var puppyName = "--"
  var currentStreak = 0
  var bestStreak = 0
  var todayPottyCount = 0
  var todayOutdoorCount = 0
  var isCurrentlySleeping = false
  var lastPlasTime: Date?
  var lastPlasLocation: String?
  var lastMealTime: Date?
  var mealsLoggedToday = 0
  var mealsExpectedToday = 3
  var nextScheduledMealTime: Date?
}

/// One file for the puppy, of all of its entries; it is outdated at the next meal and at midnight.
struct PuppySnapshots: SnapshotBuilder {
  let name = "puppy.status"
  let revision = 1
  /// Seconds of the day, in UTC.
  let meals = [7, 13, 19].map { Double($0) * 3600 }

  func files(_ reader: borrowing Reader) -> [String] { ["widgetData.json"] }

  func files(concerning entity: EntityReference, _ reader: borrowing Reader) -> [String] {
    entity.kind == PuppyEntry.kind ? ["widgetData.json"] : []
  }

  func build(_ file: String, _ reader: borrowing Reader, now: Date) throws -> SnapshotContent? {
    guard file == "widgetData.json" else { return nil }
    let day = (now.timeIntervalSinceReferenceDate / 86_400).rounded(.down) * 86_400
    let today = Date(timeIntervalSinceReferenceDate: day)
    let entries = try reader.view(PuppyDay.self).rows(PuppyDay.entries).map(\.row)
    var status = PuppyStatus()
    for entry in entries { status.take(entry, isToday: entry.time >= today) }
    status.nextScheduledMealTime = meals.map { today + $0 }.first { $0 > now }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    // `files(concerning:)` tells of every entry, so that none has to be named.
    return SnapshotContent(
      [UInt8](try encoder.encode(status)), dependsOn: [],
      expires: status.nextScheduledMealTime ?? today + 86_400)
  }
}

extension PuppyStatus {
  fileprivate mutating func take(_ entry: PuppyEntry, isToday: Bool) {
    switch entry.type {
    case "plassen":
      lastPlasTime = entry.time
      lastPlasLocation = entry.location
      currentStreak = entry.location == "buiten" ? currentStreak + 1 : 0
      bestStreak = max(bestStreak, currentStreak)
      guard isToday else { return }
      todayPottyCount += 1
      if entry.location == "buiten" { todayOutdoorCount += 1 }
    case "eten":
      lastMealTime = entry.time
      if isToday { mealsLoggedToday += 1 }
    case "slapen", "bench": isCurrentlySleeping = true
    case "ontwaken": isCurrentlySleeping = false
    default: break
    }
  }
}
