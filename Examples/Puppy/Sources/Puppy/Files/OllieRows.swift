import Daybook
import Foundation
import Interchange

/// Reads one file of Ollie into rows.
struct OllieRows {
  typealias Visit = (ImportItem) throws -> Void

  let file: SourceFile
  let zone: TimeZone

  // MARK: One object a line

  func entries(_ visit: Visit) throws {
    let lines = try OllieLines(file, limit: OllieFolder.limit).lines
    var read = lines.map { line in
      row("entries", line) { object throws(OllieObject.Refusal) in
        try DiaryEntry(&object)
      }
    }
    rank(&read)
    for item in read { try visit(item) }
  }

  /// Counts the entries of one moment from the bottom, because new lines come on top.
  private func rank(_ items: inout [ImportItem]) {
    var met: [Date: Int] = [:]
    for index in items.indices.reversed() {
      guard case .row(var row) = items[index], var kept = row.state as? Kept<DiaryEntry> else {
        continue
      }
      kept.value.rank = met[kept.value.time, default: 0]
      met[kept.value.time, default: 0] += 1
      row.state = kept
      items[index] = .row(row)
    }
  }

  func doses(_ visit: Visit) throws {
    for line in try OllieLines(file, limit: OllieFolder.limit).lines {
      try visit(
        row("doses", line) { object throws(OllieObject.Refusal) in
          try MedicationCompletion(&object)
        })
    }
  }

  // MARK: One value a file

  /// The file itself, beside its rows. One that is no text or too long has none, and is written
  /// anew when it is exported.
  func fileText(_ visit: Visit) throws {
    guard file.size <= FileText.longest,
      let text = String(
        validating: try file.bytes(limit: OllieFolder.limit), as: UTF8.self)
    else { return }
    var kept = FileText()
    (kept.name, kept.text) = (file.name, text)
    var row = ImportRow(
      table: "files", key: .id(file.name), state: Kept(kept), position: place(1), rawText: "",
      untold: [1])
    row.isDerived = true
    try visit(.row(row))
  }

  func profile(_ visit: Visit) throws {
    guard let value = try whole(visit) else { return }
    try visit(
      row("profile", value, 1, key: .id("profile")) { object throws(OllieObject.Refusal) in
        try PuppyProfile(&object, value)
      })
  }

  func spots(_ visit: Visit) throws {
    for (index, value) in try array(visit).enumerated() {
      try visit(
        row("spots", value, index + 1) { object throws(OllieObject.Refusal) in
          try WalkSpot(&object)
        })
    }
  }

  /// Skills are found by their names, which both lists have.
  func skills(_ visit: Visit) throws {
    for (index, value) in try array(visit).enumerated() {
      let key = value["skill_id"]?.string.map { ImportRow.Key.id($0) }
      try visit(
        row("skills", value, index + 1, key: key) { object throws(OllieObject.Refusal) in
          try MasteredSkill(&object)
        })
    }
  }

  func oldSkills(_ visit: Visit) throws {
    for (index, value) in try array(visit).enumerated() {
      guard let name = value.string else {
        try visit(quarantined(value, index + 1, "It is no name of a skill."))
        continue
      }
      var skill = MasteredSkill()
      skill.skill = name
      try visit(
        .row(
          ImportRow(
            table: "skills", key: .id(name), state: Kept(skill), position: place(index + 1),
            rawText: text(value), untold: [1, 3, 4])))
    }
  }

  func socialization(_ visit: Visit) throws {
    guard let value = try whole(visit) else { return }
    if value["startedDate"] != nil {
      try visit(
        row("socialization", value, 1, key: .id("socialization"), text: "") {
          object throws(OllieObject.Refusal) in
          var told = Socialization()
          told.startedAt = try object.required(object.time("startedDate", field: 2), "startedDate")
          return told
        })
    }
    var record = 1
    for (item, values) in (value["exposuresByItem"]?.object ?? [:]).sorted(by: { $0.key < $1.key })
    {
      for value in values.array ?? [values] {
        record += 1
        try visit(
          row("exposures", value, record) { object throws(OllieObject.Refusal) in
            try Exposure(&object, item: item)
          })
      }
    }
  }

  // MARK: Rows

  private func row<Value: KeptValue>(
    _ table: String, _ line: OllieLines.Line,
    _ body: (inout OllieObject) throws(OllieObject.Refusal) -> Value
  ) -> ImportItem {
    guard let value = line.value else {
      return .quarantined(
        QuarantinedRow(
          position: line.position, column: nil, reason: line.reason, rawText: line.text))
    }
    return row(table, value, key: nil, at: line.position, text: line.text, body)
  }

  private func row<Value: KeptValue>(
    _ table: String, _ value: JSONValue, _ record: Int, key: ImportRow.Key? = nil,
    text: String? = nil, _ body: (inout OllieObject) throws(OllieObject.Refusal) -> Value
  ) -> ImportItem {
    row(table, value, key: key, at: place(record), text: text ?? self.text(value), body)
  }

  /// A row that is found by its id, else by its file and its text.
  private func row<Value: KeptValue>(
    _ table: String, _ value: JSONValue, key: ImportRow.Key?, at position: SourcePosition,
    text: String, _ body: (inout OllieObject) throws(OllieObject.Refusal) -> Value
  ) -> ImportItem {
    do throws(OllieObject.Refusal) {
      var object = try OllieObject(value, zone: zone)
      let id = object.id("id")
      let told = try body(&object)
      return .row(
        ImportRow(
          table: table,
          key: key ?? Self.key(id, file: file.name, text: text),
          entity: key == nil ? id : nil, state: Kept(told), position: position, rawText: text,
          untold: [1], times: object.times, warnings: object.warnings))
    } catch {
      return .quarantined(
        QuarantinedRow(
          position: position, column: error.column, reason: error.reason, rawText: text))
    }
  }

  /// How an object without a key of its kind is found again.
  static func key(_ id: UUID?, file: String, text: String) -> ImportRow.Key {
    id.map { .id($0.uuidString) }
      ?? .natural([file, text].joined(separator: SourceIdentity.separator))
  }

  // MARK: Files

  /// The file as one value; one that is none is one row in quarantine.
  private func whole(_ visit: Visit) throws -> JSONValue? {
    let bytes = try file.bytes(limit: OllieFolder.limit)
    do { return try JSONValue(parsing: bytes) } catch {
      try visit(
        .quarantined(
          QuarantinedRow(
            position: place(1), column: nil,
            reason: "The file is no JSON: at byte \(error.offset) \(error.reason).",
            rawText: String(decoding: bytes.prefix(1_000), as: UTF8.self))))
      return nil
    }
  }

  private func array(_ visit: Visit) throws -> [JSONValue] {
    guard let value = try whole(visit) else { return [] }
    if let values = value.array { return values }
    try visit(quarantined(value, 1, "The file is no array."))
    return []
  }

  private func quarantined(_ value: JSONValue, _ record: Int, _ reason: String) -> ImportItem {
    .quarantined(
      QuarantinedRow(position: place(record), column: nil, reason: reason, rawText: text(value)))
  }

  private func place(_ record: Int) -> SourcePosition {
    SourcePosition(file: file.name, record: record, line: 1)
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }
}
