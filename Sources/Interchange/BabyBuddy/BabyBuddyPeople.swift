internal import Nursery

/// Reads the two tables without times: children and tags.
enum BabyBuddyPeople {
  typealias Result<Row> = (rows: [Row], quarantined: [QuarantinedRow], report: FileReport)

  /// A file without an `id` column (Baby Buddy's own import samples) numbers its children from 1
  /// in file order, as an empty installation would on import.
  static func children(_ file: BabyBuddyFile, instance: String) -> Result<BabyBuddyChild> {
    let assumes = !file.columns.contains("id")
    let result = read(file, id: { $0.id }) { row, place throws(RowRefusal) in
      var source = file.source(row)
      if assumes { source.warn(.idAssumed) }
      guard let id = assumes ? String(place) : source.id else {
        throw RowRefusal("id", "The child has no id.")
      }
      name(&source, id: id, table: file.schema.table, instance: instance)
      let (given, family) = (file.cell("first_name", row), file.cell("last_name", row))
      let (dateText, time) = (file.cell("birth_date", row).trimmed, file.cell("birth_time", row))
      let date = CivilDay(dateText)
      if date == nil, !dateText.isEmpty { source.warn(.unreadableDate) }
      return BabyBuddyChild(
        id: id, name: family.isEmpty ? given : "\(given) \(family)", givenName: given,
        familyName: family, birthDate: date, birthTime: time.isEmpty ? nil : time, source: source)
    }
    let report = file.report(parsed: result.rows.map(\.source), quarantined: result.refused.count)
    return (result.rows, result.refused, report)
  }

  static func tags(_ file: BabyBuddyFile, instance: String) -> Result<BabyBuddyTag> {
    let result = read(file, id: { $0.id }) { row, _ throws(RowRefusal) in
      var source = file.source(row)
      guard let id = source.id else { throw RowRefusal("id", "The tag has no id.") }
      name(&source, id: id, table: file.schema.table, instance: instance)
      let color = file.cell("color", row)
      return BabyBuddyTag(
        id: id, name: file.cell("name", row), color: color.isEmpty ? nil : color, source: source)
    }
    let report = file.report(parsed: result.rows.map(\.source), quarantined: result.refused.count)
    return (result.rows, result.refused, report)
  }

  /// An id claimed twice refuses every row that claims it: nothing says which one is meant.
  private static func read<Row>(
    _ file: BabyBuddyFile, id: (Row) -> String,
    parse: (CSVTable.Record, Int) throws(RowRefusal) -> Row
  ) -> (rows: [Row], refused: [QuarantinedRow]) {
    var parsed: [(record: CSVTable.Record, row: Row)] = []
    var refused: [QuarantinedRow] = []
    for (index, record) in file.rows.enumerated() {
      do throws(RowRefusal) {
        try file.refuseUneven(record)
        parsed.append((record, try parse(record, index + 1)))
      } catch {
        refused.append(file.quarantine(record, error))
      }
    }
    let uses = Dictionary(parsed.map { (id($0.row), 1) }, uniquingKeysWith: +)
    for (record, row) in parsed where uses[id(row)] != 1 {
      refused.append(
        file.quarantine(record, RowRefusal("id", "Several rows have the id \(id(row)).")))
    }
    let rows = parsed.map(\.row).filter { uses[id($0)] == 1 }
    return (rows.sorted { SourceID(id($0)) < SourceID(id($1)) }, refused)
  }

  private static func name(
    _ source: inout SourceRow, id: String, table: String, instance: String
  ) {
    source.sourceID = id
    source.entityID = SourceIdentity.uuid(
      provider: BabyBuddyFolder.provider, instance: instance, table: table, id: id)
  }
}
