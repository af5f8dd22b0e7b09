public import Daybook
public import Interchange
internal import Nursery

/// Nuzzle's `nestling_data.json`, or the `data.json` of one of its backups.
///
/// Dates may be ISO 8601 or seconds since 2001, field by field, because the app writes the one and
/// reads the other. Babies and events keep their identifiers. An event of a type that is not known
/// becomes an activity of that name. What the app alone knows of a baby, an event and a prediction
/// is kept as it came, for the way back.
public struct NuzzleFile: ImportSource {
  /// The provider's name in the log.
  public static let provider = "nuzzle"
  /// The most bytes that a file may have.
  static let limit = 1 << 27

  public var provider: String { Self.provider }
  public var files: [ImportFile] {
    var listed = file.importFile
    listed.cells = cells
    return [listed]
  }
  public var hasNaturalKeys: Bool { false }
  /// That of the first baby.
  public var zone: String? {
    babies.lazy.compactMap { $0.text("timezone") }.first { (try? ZoneClock(zone: $0)) != nil }
  }

  private let file: SourceFile
  private let cells = CellLedger()
  /// The file as a whole, whose members are the lists of the others.
  private let whole: NuzzleRow
  private let babies: [NuzzleRow]
  private let events: [NuzzleRow]
  /// Identifiers of the babies.
  private let ids: Set<UUID>
  private let predictions: [NuzzleRow]
  private let settings: NuzzleRow?
  private let lastUsed: [(type: String, row: NuzzleRow)]
  private let now: Date

  /// Reads a file.
  ///
  /// - Parameter now: the moment of the import, for the warning `future` alone.
  /// - Throws: `InterchangeError`: `unreadableFile`, `tooLarge`; `notJSON`, also for a file without
  ///   babies and events.
  public init(_ file: SourceFile, now: Date) throws {
    let value = try file.json(limit: Self.limit)
    guard let babies = value["babies"]?.array, let events = value["events"]?.array else {
      throw InterchangeError(
        .notJSON, file: file.name,
        "\(file.name) is no file of Nuzzle: it has no “babies” and “events”.")
    }
    self.file = file
    self.now = now
    whole = NuzzleRow(value, position: SourcePosition(file: file.name, record: 1, line: 1))
    var record = 0
    func rows(_ values: [JSONValue]) -> [NuzzleRow] {
      values.map { value in
        record += 1
        return NuzzleRow(
          value, position: SourcePosition(file: file.name, record: record, line: 1))
      }
    }
    self.babies = rows(babies)
    ids = Set(self.babies.compactMap { try? $0.id("id") })
    self.events = rows(events)
    settings = rows(value["settings"].map { [$0] } ?? []).first
    lastUsed = (value["lastUsedValues"]?.object ?? [:]).sorted { $0.key < $1.key }
      .map { ($0.key, rows([$0.value])[0]) }
    predictions = rows(value["predictions"]?.array ?? [])
  }

  public func checkUnchanged() throws { try file.checkUnchanged() }

  public func retold(_ own: any Importable, like row: ImportRow) -> (any Importable)? {
    guard let clock = try? ZoneClock(zone: zone ?? "UTC") else { return nil }
    var writer = NuzzleWriter(clock: clock)
    func read(_ value: JSONValue) -> NuzzleRow { NuzzleRow(value, position: row.position) }
    return switch own {
    case let profile as BabyProfile:
      try? baby(read(writer.baby(row.entity ?? UUID(), profile))).state
    case let settings as Record<AppSettings>:
      try? appSettings(read(NuzzleWriter.settings(settings.value))).state
    case let entry as any NurseryImport: writer.retold(entry)
    default: nil
    }
  }

  /// Members that say what others say.
  private static let repeated: Set<String> = ["version"]

  /// Members of the whole file that are read.
  private static let parts = ["babies", "events", "settings", "lastUsedValues", "predictions"]

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    defer { countCells() }
    for row in babies { try visit(item(row) { row throws(RowRefusal) in try baby(row) }) }
    for row in events { try visit(item(row) { row throws(RowRefusal) in try event(row) }) }
    if let settings {
      try visit(item(settings) { row throws(RowRefusal) in try appSettings(row) })
    }
    for (type, row) in lastUsed {
      try visit(item(row) { row throws(RowRefusal) in try lastUsedValues(type, row) })
    }
    for row in predictions { try visit(prediction(row)) }
  }

  private func countCells() {
    var pass = MemberPass { Self.repeated.contains($0) }
    for part in Self.parts { whole.use.note(.read, part) }
    for row in [whole] + babies + events + predictions + [settings].compactMap(\.self)
      + lastUsed.map(\.row)
    {
      row.count(in: &pass)
    }
    pass.finish(cells)
  }

  private func item(
    _ row: NuzzleRow, _ body: (NuzzleRow) throws(RowRefusal) -> ImportRow
  ) -> ImportItem {
    do throws(RowRefusal) { return .row(try body(row)) } catch {
      row.use.noteWhole()
      return .quarantined(
        QuarantinedRow(
          position: row.position, column: error.column, reason: error.reason,
          rawText: row.rawText))
    }
  }

  // MARK: Rows

  private func baby(_ row: NuzzleRow) throws(RowRefusal) -> ImportRow {
    let id = try row.id("id")
    let name = (row.text("name") ?? "").trimmed
    guard !name.isEmpty else { throw RowRefusal("name", "The baby has no name.") }
    let isAssumed = row.holds(NuzzleRow.assumedBirth)
    let told = try row.date("dateOfBirth")
    let isFarOff =
      told.map { !EntryRules.times.contains($0) } ?? false
      || (try? row.moment("dateOfBirth", now: now)) == nil && told != nil
    let zone = row.text("timezone")
    let clock = zone.flatMap { try? ZoneClock(zone: $0) }
    if clock == nil { row.noteNothing(of: "timezone") }
    var days = ZoneClock(ifKnown: zone)
    let birth = NuzzleBirth(isAssumed || isFarOff ? nil : told, &days)
    let created = try row.date("createdAt") ?? birth.instant(&days)
    var baby = BabyProfile(
      name: name, createdAt: created ?? Date(timeIntervalSinceReferenceDate: 0),
      birthDate: birth.day, birthTime: birth.time)
    (baby.born, baby.sex, baby.feedingStyle) = (
      birth.exact, row.text("sex"), row.text("primaryFeedingStyle")
    )
    let isZoneAssumed = row.holds(NuzzleRow.assumedZone)
    baby.zone = isZoneAssumed ? nil : zone
    let updated = row.dateIfAny("updatedAt")
    baby.updatedAt = row.holds(NuzzleRow.assumedUpdate) ? nil : updated
    return ImportRow(
      table: "babies", key: .id(id.uuidString), entity: id, state: baby,
      position: row.position, rawText: row.rawText, untold: [2, 10, 11],
      warnings: (isFarOff ? [.unreadableDate] : [])
        + (clock == nil || clock?.identifier == self.zone ? [] : [.otherZone]))
  }

  private func prediction(_ row: NuzzleRow) -> ImportItem {
    guard let time = row.dateIfAny("predictedTime"), let type = row.text("type") else {
      row.use.noteWhole()
      return .skipped(
        SkippedRow(
          position: row.position, reason: "The prediction tells no time or no type.",
          table: "predictions"))
    }
    let baby = row.text("babyId").flatMap(UUID.init(uuidString:))
    row.use.noteWhole()
    return .row(
      ImportRow(
        table: "predictions", key: .id("\(baby?.uuidString ?? "")/\(type)"),
        entity: ToldPrediction.entityID(of: baby, type),
        state: Record(ToldPrediction(baby: baby, type: type, time: time, text: row.rawText)),
        position: row.position, rawText: row.rawText, untold: [1]))
  }

  private func event(_ row: NuzzleRow) throws(RowRefusal) -> ImportRow {
    let id = try row.id("id")
    guard let start = try row.moment("startTime", now: now) else {
      throw RowRefusal("startTime", "The event has no start.")
    }
    if let told = row.text("babyId") {
      let baby = UUID(uuidString: told)
      guard let baby, ids.contains(baby) else {
        throw RowRefusal("babyId", "There is no baby with the id “\(told)”.")
      }
    }
    let event = try NuzzleEvent(row, start: start, now: now)
    let entry = try event.entry()
    return ImportRow(
      table: "events", key: .id(id.uuidString), entity: id, state: entry, position: row.position,
      rawText: row.rawText, untold: entry.untoldByNuzzle,
      warnings: event.warnings + (row.text("babyId") == nil ? [.noSubject] : [])
        + (start > now ? [.future] : []))
  }

  private func appSettings(_ row: NuzzleRow) throws(RowRefusal) -> ImportRow {
    var told = AppSettings()
    row.take("aiDataSharingEnabled", &told.aiDataSharingEnabled)
    row.take("feedReminderEnabled", &told.feedReminderEnabled)
    row.take("feedReminderHours", &told.feedReminderHours)
    row.take("napWindowAlertEnabled", &told.napWindowAlertEnabled)
    row.take("diaperReminderEnabled", &told.diaperReminderEnabled)
    row.take("diaperReminderHours", &told.diaperReminderHours)
    told.quietHoursStart = try row.date("quietHoursStart")
    told.quietHoursEnd = try row.date("quietHoursEnd")
    row.take("cryInsightsNotifyMe", &told.cryInsightsNotifyMe)
    row.take("onboardingCompleted", &told.onboardingCompleted)
    told.preferredUnit = row.text("preferredUnit") ?? told.preferredUnit
    row.take("timeFormat24Hour", &told.timeFormat24Hour)
    row.take("preferMediumSheet", &told.preferMediumSheet)
    row.take("spotlightIndexingEnabled", &told.spotlightIndexingEnabled)
    row.take("cryInsightsWeeklyCount", &told.cryInsightsWeeklyCount)
    told.cryInsightsWeekStart = try row.date("cryInsightsWeekStart")
    row.take("remindersPaused", &told.remindersPaused)
    told.userGoal = row.text("userGoal")
    row.take("celebrationsEnabled", &told.celebrationsEnabled)
    row.take("analyticsEnabled", &told.analyticsEnabled)
    return ImportRow(
      table: "settings", key: .id("settings"), entity: AppSettings.entityID,
      state: Record(told), position: row.position, rawText: row.rawText,
      // Those of BabyDashboard, which Nuzzle does not have.
      untold: [1, 23, 24, 25])
  }

  private func lastUsedValues(
    _ type: String, _ row: NuzzleRow
  ) throws(RowRefusal) -> ImportRow {
    guard let (kind, detail) = NuzzleEvent.kinds[type] else {
      throw RowRefusal("lastUsedValues", "“\(type)” is no type of events.")
    }
    var told = LastUsedValues()
    told.kindName = kind.entity.kind
    told.type = detail
    told.amount = row.number("amount")
    told.unit = row.text("unit")
    told.side = row.text("side")
    told.subtype = row.text("subtype")
    told.durationMinutes = row.minutes("durationMinutes")
    return ImportRow(
      table: "lastUsedValues", key: .id(type), entity: LastUsedValues.entityID(kind, type: detail),
      state: Record(told), position: row.position, rawText: row.rawText, untold: [1])
  }
}
