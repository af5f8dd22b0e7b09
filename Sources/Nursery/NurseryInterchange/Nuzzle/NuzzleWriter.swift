internal import Daybook
internal import Foundation
internal import Interchange
internal import Nursery

/// Writes the parts of Nuzzle's backup.
struct NuzzleWriter {
  private var clock: ZoneClock
  private var export = NuzzleExporter.Export()
  /// The babies that are written.
  private var babies: Set<UUID> = []

  init(clock: ZoneClock) { self.clock = clock }

  mutating func write(_ reader: borrowing Reader) throws -> NuzzleExporter.Export {
    var file: [String: JSONValue] = ["version": 1]
    let profiles = try reader.entities(of: BabyProfile.self)
    babies = Set(profiles.map(\.id.rawValue))
    file["babies"] = .array(
      profiles.map { baby($0.id.rawValue, $0.state, changed: $0.modified) })
    var events: [(start: Date, value: JSONValue)] = []
    func add<State: NurseryImport>(_ entry: Stamped<State>, _ row: [String: JSONValue]) {
      let value = event(
        entry.id.rawValue, entry.state, row, written: (entry.created, entry.modified))
      events.append((entry.state.date, value))
    }
    try reader.forEachEntity(of: FeedSession.self) { feed in
      add(feed, NuzzleEvent.row(of: feed.state))
      return true
    }
    try reader.forEachEntity(of: DiaperChange.self) { diaper in
      add(diaper, NuzzleEvent.row(of: diaper.state))
      return true
    }
    try reader.forEachEntity(of: SleepSession.self) { sleep in
      add(sleep, ["type": "sleep"])
      return true
    }
    try reader.forEachEntity(of: ActivitySession.self) { activity in
      if let row = NuzzleEvent.row(of: activity.state) {
        add(activity, row)
      } else {
        loseWhole(activity.id.rawValue, ActivitySession.kind)
      }
      return true
    }
    try loseOthers(reader)
    let predictions = try predictions(reader)
    if !predictions.isEmpty { file["predictions"] = .array(predictions) }
    // The order in which they are stored is that of identifiers; equal starts keep it.
    file["events"] = .array(events.sorted { $0.start < $1.start }.map(\.value))
    let settings = try reader.entity(Record<AppSettings>.self, AppSettings.entityID)
    file["settings"] = settings.map { Self.settings($0.value) }
    export.text = String(decoding: JSONValue.object(file).bytes, as: UTF8.self)
    return export
  }

  /// Those that were told, as they were; what this app makes of the entries is none of them.
  private mutating func predictions(_ reader: borrowing Reader) throws -> [JSONValue] {
    try reader.entities(of: Record<ToldPrediction>.self).compactMap { prediction in
      let text = prediction.state.value.text
      if let value = try? JSONValue(parsing: Array(text.utf8)) { return value }
      loseWhole(prediction.id.rawValue, Record<ToldPrediction>.kind)
      return nil
    }
  }

  // MARK: Losses

  private mutating func lose(_ id: UUID, _ kind: String, _ reason: String, isMissing: Bool = false)
  {
    export.losses.append(
      NuzzleExporter.Loss(entity: id, kind: kind, reason: reason, isMissing: isMissing))
  }

  private mutating func loseWhole(_ id: UUID, _ kind: String) {
    lose(id, kind, "Nuzzle has no events of this kind.", isMissing: true)
  }

  private mutating func loseOthers(_ reader: borrowing Reader) throws {
    func ids<E: Entity>(_ type: E.Type) throws -> [(UUID, String)] {
      try reader.entities(of: type).map { ($0.id.rawValue, E.kind) }
    }
    let others =
      try ids(PumpingSession.self) + ids(BodyMeasurement.self) + ids(MedicationDose.self)
      + ids(Note.self) + ids(CustomEvent.self)
    for (id, kind) in others { loseWhole(id, kind) }
  }

  // MARK: Rows

  /// - Parameter changed: when the log says that it was changed last; nil for a row that is
  ///   compared alone.
  mutating func baby(
    _ id: UUID, _ baby: BabyProfile, changed: HybridTime? = nil
  ) -> JSONValue {
    var own = baby.zone == nil ? clock : ZoneClock(ifKnown: baby.zone)
    let told = NuzzleBirth(baby)
    let birth = told.instant(&own)
    let read = NuzzleBirth(birth, &own)
    loseParts(of: baby, id, (read.day, read.time) != (told.day, told.time))
    var row: [String: JSONValue] = [
      "id": .string(id.uuidString), "name": .string(baby.name),
      "dateOfBirth": Self.date(birth ?? baby.createdAt),
      "timezone": .string(baby.zone ?? clock.identifier), "createdAt": Self.date(baby.createdAt),
    ]
    if birth == nil { row[NuzzleRow.assumedBirth] = true }
    if baby.zone == nil { row[NuzzleRow.assumedZone] = true }
    row["sex"] = baby.sex.map { .string($0) }
    row["primaryFeedingStyle"] = baby.feedingStyle.map { .string($0) }
    row["updatedAt"] = baby.updatedAt.map(Self.date)
    if baby.updatedAt == nil, let changed {
      row["updatedAt"] = Self.date(max(changed.date, baby.createdAt))
      row[NuzzleRow.assumedUpdate] = true
    }
    return .object(row)
  }

  private mutating func loseParts(of baby: BabyProfile, _ id: UUID, _ losesBirth: Bool) {
    if baby.birthDate == nil {
      lose(id, BabyProfile.kind, "Nuzzle needs a birth date; the day of the profile stands for it.")
    } else if losesBirth {
      lose(id, BabyProfile.kind, "Nuzzle holds a part of what is told of the birth.")
    }
    if baby.zone == nil {
      lose(
        id, BabyProfile.kind, "Nuzzle needs the zone of a baby; that of the export stands for it.")
    }
    if baby.feedTerm != BabyProfile.standardFeedTerm {
      lose(id, BabyProfile.kind, "Nuzzle has no term between feeds.")
    }
  }

  /// - Parameter written: when the log says that it was written down, and changed last; nil for a
  ///   row that is compared alone.
  private mutating func event(
    _ id: UUID, _ entry: some NurseryImport, _ row: [String: JSONValue],
    written: (HybridTime, HybridTime)? = nil
  ) -> JSONValue {
    var row = row
    row["id"] = .string(id.uuidString)
    // A baby that is gone is not in the file, and no event may name it.
    row["babyId"] = entry.baby.flatMap { babies.contains($0) ? .string($0.uuidString) : nil }
    row["startTime"] = Self.date(entry.date)
    row["endTime"] = entry.end.map(Self.date)
    row["note"] = entry.memo.map { .string($0) }
    // Files of the store have no address there.
    if let told = entry.provenance?.with(attachments: []), !told.isEmpty {
      row["createdAt"] = told.createdAt.map(Self.date)
      row["updatedAt"] = told.updatedAt.map(Self.date)
      row["createdBy"] = told.createdBy.map { .string($0) }
      if !told.photos.isEmpty { row["photoUrls"] = .array(told.photos.map { .string($0) }) }
    } else if let (created, changed) = written {
      // The log knows it, but of what an import put before everything that was there.
      let isKnown = created > .distantPast
      row["createdAt"] = Self.date(isKnown ? created.date : entry.date)
      row["updatedAt"] = Self.date(isKnown ? changed.date : entry.date)
      row[NuzzleRow.assumedTimes] = true
      if !isKnown {
        lose(
          id, Swift.type(of: entry).kind,
          "Nuzzle needs the time at which an event was written down; its start stands for it.")
      }
    }
    if !isWhole(entry, row) {
      lose(id, Swift.type(of: entry).kind, "Nuzzle holds a part of what is told.")
    }
    return .object(row)
  }

  /// Whether a row says all that an entry says, but for where it came from.
  private func isWhole<State: NurseryImport>(_ entry: State, _ row: [String: JSONValue]) -> Bool {
    guard let told = Self.read(row, start: entry.date) as? State else { return false }
    let (own, other) = (PayloadFields(of: entry), PayloadFields(of: told))
    let source = State.propertyNames.first { $0.value == "source" }?.key
    return Set(own.numbers + other.numbers).allSatisfy { $0 == source || own[$0] == other[$0] }
  }

  /// What the importer makes of a row.
  private static func read(_ row: [String: JSONValue], start: Date) -> (any NurseryImport)? {
    let read = NuzzleRow(
      .object(row), position: SourcePosition(file: "", record: 1, line: 1))
    return try? NuzzleEvent(read, start: start).entry()
  }

  /// An entry as the importer reads it again; nil for one that Nuzzle does not have.
  mutating func retold(_ entry: any NurseryImport) -> (any NurseryImport)? {
    let row: [String: JSONValue]? =
      switch entry {
      case let feed as FeedSession: NuzzleEvent.row(of: feed)
      case let diaper as DiaperChange: NuzzleEvent.row(of: diaper)
      case is SleepSession: ["type": "sleep"]
      case let activity as ActivitySession: NuzzleEvent.row(of: activity)
      default: nil
      }
    guard let row, case .object(let whole) = event(UUID(), entry, row) else { return nil }
    return Self.read(whole, start: entry.date)
  }

  private static func date(_ date: Date) -> JSONValue {
    JSONValue(date.timeIntervalSinceReferenceDate)
  }

  static func settings(_ settings: AppSettings) -> JSONValue {
    func date(_ date: Date?) -> JSONValue? { date.map { .string($0.formatted(.iso8601)) } }
    var row: [String: JSONValue] = [
      "aiDataSharingEnabled": .bool(settings.aiDataSharingEnabled),
      "feedReminderEnabled": .bool(settings.feedReminderEnabled),
      "feedReminderHours": JSONValue(Int64(settings.feedReminderHours)),
      "napWindowAlertEnabled": .bool(settings.napWindowAlertEnabled),
      "diaperReminderEnabled": .bool(settings.diaperReminderEnabled),
      "diaperReminderHours": JSONValue(Int64(settings.diaperReminderHours)),
      "cryInsightsNotifyMe": .bool(settings.cryInsightsNotifyMe),
      "onboardingCompleted": .bool(settings.onboardingCompleted),
      "preferredUnit": .string(settings.preferredUnit),
      "timeFormat24Hour": .bool(settings.timeFormat24Hour),
      "preferMediumSheet": .bool(settings.preferMediumSheet),
      "spotlightIndexingEnabled": .bool(settings.spotlightIndexingEnabled),
      "cryInsightsWeeklyCount": JSONValue(Int64(settings.cryInsightsWeeklyCount)),
      "remindersPaused": .bool(settings.remindersPaused),
      "celebrationsEnabled": .bool(settings.celebrationsEnabled),
      "analyticsEnabled": .bool(settings.analyticsEnabled),
    ]
    row["quietHoursStart"] = date(settings.quietHoursStart)
    row["quietHoursEnd"] = date(settings.quietHoursEnd)
    row["cryInsightsWeekStart"] = date(settings.cryInsightsWeekStart)
    row["userGoal"] = settings.userGoal.map { .string($0) }
    return .object(row)
  }
}
