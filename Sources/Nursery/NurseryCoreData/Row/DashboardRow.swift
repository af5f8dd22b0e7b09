#if CoreData
internal import CoreDataInterchange
internal import Daybook
internal import Interchange
internal import Nursery

/// One row of BabyDashboard's store.
struct DashboardRow {
  let row: CoreDataRow
  let store: CoreDataStore
  /// The keys of the babies, by their rows.
  let babies: [Int64: String]
  /// The entity of the baby of a key.
  let entity: (String) -> UUID?

  func feed() throws -> ImportRow {
    let baby = try baby("profile")
    let amount = try amount()
    var feed = FeedSession(
      baby: baby.entity, start: try time("startTime"), end: try optionalTime("endTime"),
      amount: amount, memo: try memo())
    let type = row.has("feedTypeRaw") ? try row.rawValue("feedTypeRaw") : nil
    feed.feedType = type.flatMap(FeedType.init(rawValue:))
    feed.typeText = type
    var warnings = baby.warnings
    if type != nil, feed.feedType == nil { warnings.append(.unknownEnum) }
    if let amount {
      if amount.unit == nil { warnings.append(.unknownUnit) }
      if amount.value < 0 { warnings.append(.negativeAmount) }
    }
    if let end = feed.end, end < feed.start { warnings.append(.endBeforeStart) }
    return try importRow(
      feed, untold: [9, 10, 11] + (type == nil ? [5, 6, 7] : []), warnings)
  }

  func diaper() throws -> ImportRow {
    let baby = try baby("profile")
    let type = try row.rawValue("type")
    let diaper = DiaperChange(
      baby: baby.entity, time: try time("timestamp"), wet: type == "pee", solid: type == "poo",
      typeText: type, memo: try memo())
    let isKnown = type == "pee" || type == "poo"
    return try importRow(
      diaper, untold: [6, 7, 9, 10, 11] + (row.has("memoText") ? [] : [8]),
      baby.warnings + (isKnown ? [] : [.unknownEnum]))
  }

  func customEvent() throws -> ImportRow {
    let baby = try baby("profile")
    let event = CustomEvent(
      baby: baby.entity, start: try time("timestamp"),
      CustomEventDetails(
        name: try optionalText("eventTypeName") ?? "",
        emoji: try optionalText("eventTypeEmoji") ?? ""),
      memo: try memo())
    return try importRow(event, untold: [3, 5, 6, 7], baby.warnings)
  }

  func customType() throws -> ImportRow {
    let created = try optionalTime("createdAt")
    let type = CustomEventType(
      name: try optionalText("name") ?? "",
      emoji: try optionalText("emoji") ?? CustomEventType.standardEmoji,
      createdAt: created ?? Date(timeIntervalSinceReferenceDate: 0))
    return try importRow(
      Record(type), untold: [1] + (created == nil ? [4] : []), [])
  }

  func checklistItem() throws -> ImportRow {
    let baby = try baby("baby")
    let created = try optionalTime("createdAt")
    let item = ChecklistItem(
      baby: baby.entity, order: row.has("order") ? try row.integer("order") ?? 0 : 0,
      name: try optionalText("eventTypeName") ?? "",
      emoji: try optionalText("eventTypeEmoji") ?? "",
      createdAt: created ?? Date(timeIntervalSinceReferenceDate: 0))
    return try importRow(
      Record(item), untold: [1] + (created == nil ? [6] : []), baby.warnings)
  }

  // MARK: Parts

  private func importRow(
    _ state: any Importable, untold: [Int], _ warnings: [ImportWarning]
  ) throws -> ImportRow {
    let id = try id()
    return ImportRow(
      table: row.entityName, key: .id(id?.uuidString ?? store.key(row.key)), entity: id,
      state: state, position: row.position, rawText: row.text, untold: untold,
      warnings: warnings + row.warnings)
  }

  /// The identifier that the app gave it.
  private func id() throws -> UUID? {
    let attribute: String
    switch row.entityName {
    case "FeedSession", "DiaperChange", "CustomEvent": attribute = "uuid"
    case "CustomEventType": attribute = "id"
    default: return nil
    }
    return row.has(attribute) ? try row.uuid(attribute) : nil
  }

  /// The row as one that cannot be read.
  func quarantined(_ error: CoreDataValueError) -> QuarantinedRow {
    var key: String?
    do { key = try id()?.uuidString ?? store.key(row.key) } catch {}
    return row.quarantined(error, table: row.entityName, id: key)
  }

  /// The baby; none for an entry whose baby was deleted.
  private func baby(_ relation: String) throws -> (entity: UUID?, warnings: [ImportWarning]) {
    guard row.has(relation), let key = try row.reference(relation) else { return (nil, []) }
    guard let baby = babies[key] else { return (nil, [.danglingRelation]) }
    return (entity(baby), [])
  }

  /// The amount. The app keeps 0 where there is none, and no unit then.
  private func amount() throws -> Amount? {
    guard row.has("amountValue"), let value = try row.double("amountValue") else { return nil }
    let unit = row.has("amountUnitSymbol") ? try row.text("amountUnitSymbol") : nil
    return value == 0 && unit == nil ? nil : Amount(value, unitText: unit)
  }

  /// The memo. The app's editor leaves an empty one where none was typed.
  private func memo() throws -> String? {
    try optionalText("memoText").flatMap { $0.isEmpty ? nil : $0 }
  }

  private func optionalText(_ attribute: String) throws -> String? {
    row.has(attribute) ? try row.text(attribute) : nil
  }

  private func optionalTime(_ attribute: String) throws -> Date? {
    row.has(attribute) ? try row.date(attribute) : nil
  }

  private func time(_ attribute: String) throws -> Date {
    guard let date = try row.date(attribute) else {
      throw row.refusal(attribute, .null, "no time")
    }
    return date
  }
}
#endif
