internal import Foundation
internal import Nursery

/// Reads single rows of the time-stamped tables.
struct BabyBuddyRowParser {
  let file: BabyBuddyFile
  let births: [String: CivilDay?]
  let tagNames: [String: String]
  let decimals: DecimalStyle
  let now: Date
  var clock: ZoneClock

  mutating func feeding(
    _ row: CSVTable.Record, secondPass: Bool
  ) throws(RowRefusal) -> BabyBuddyFeeding {
    try file.refuseUneven(row)
    var source = file.source(row)
    let child = try childID(row)
    let start = try resolve("start", row, secondPass: secondPass, notBefore: nil)
    let end = try resolve("end", row, secondPass: false, notBefore: start.instant)
    let amount = try amount(row, &source)
    warn(&source, child: child, start: start, end: end)
    if start.instant == end.instant { source.warn(.zeroLength) }
    return BabyBuddyFeeding(
      childID: child, start: start.instant, end: end.instant,
      startCertainty: start.certainty, endCertainty: end.certainty,
      type: word("type", row, BabyBuddySchema.feedingTypes, &source),
      method: word("method", row, BabyBuddySchema.feedingMethods, &source),
      amount: amount?.value, amountText: amount?.text, notes: file.cell("notes", row),
      tagNames: tags(row, &source), source: source)
  }

  mutating func diaper(
    _ row: CSVTable.Record, secondPass: Bool
  ) throws(RowRefusal) -> BabyBuddyDiaper {
    try file.refuseUneven(row)
    var source = file.source(row)
    let child = try childID(row)
    let time = try resolve("time", row, secondPass: secondPass, notBefore: nil)
    let (wet, solid) = (try flag("wet", row), try flag("solid", row))
    let amount = try amount(row, &source)
    warn(&source, child: child, start: time, end: time)
    let color = word("color", row, BabyBuddySchema.colors + [""], &source)
    return BabyBuddyDiaper(
      childID: child, time: time.instant, certainty: time.certainty, wet: wet, solid: solid,
      color: color.isEmpty ? nil : color, amount: amount?.value, amountText: amount?.text,
      notes: file.cell("notes", row), tagNames: tags(row, &source), source: source)
  }

  private func childID(_ row: CSVTable.Record) throws(RowRefusal) -> String? {
    let id = file.cell("child_id", row).trimmed
    guard !id.isEmpty else { return nil }
    guard births[id] != nil else {
      throw RowRefusal("child_id", "child.csv has no child with id “\(id)”.")
    }
    return id
  }

  private mutating func resolve(
    _ column: String, _ row: CSVTable.Record, secondPass: Bool, notBefore: Date?
  ) throws(RowRefusal) -> ResolvedTime {
    let text = file.cell(column, row).trimmed
    guard let local = LocalTime(text) else {
      throw RowRefusal(column, "“\(text)” is not a time in the form YYYY-MM-DD HH:MM:SS.")
    }
    let second = secondPass ? clock.instants(showing: local).last : nil
    return clock.resolve(local, notBefore: second ?? notBefore)
  }

  private func amount(
    _ row: CSVTable.Record, _ source: inout SourceRow
  ) throws(RowRefusal) -> (value: Double, text: String)? {
    let amount = try decimals.number(file.cell("amount", row), column: "amount")
    if let amount, amount.value < 0 { source.warn(.negativeAmount) }
    return amount
  }

  private func flag(_ column: String, _ row: CSVTable.Record) throws(RowRefusal) -> Bool {
    switch file.cell(column, row).trimmed {
    case "1", "True", "true", "TRUE": return true
    case "0", "False", "false", "FALSE": return false
    case let text: throw RowRefusal(column, "“\(text)” is neither 1 nor 0.")
    }
  }

  private func word(
    _ column: String, _ row: CSVTable.Record, _ known: [String], _ source: inout SourceRow
  ) -> String {
    let text = file.cell(column, row)
    if !known.contains(text) { source.warn(.unknownEnum) }
    return text
  }

  private func tags(_ row: CSVTable.Record, _ source: inout SourceRow) -> [String] {
    var names: [String] = []
    for part in file.cell("tags", row).utf8.split(separator: .comma) {
      let id = String(decoding: part, as: UTF8.self).trimmed
      guard !id.isEmpty else { continue }
      if tagNames[id] == nil { source.warn(.tagIdUnknown) }
      names.append(tagNames[id] ?? "#\(id)")
    }
    return names
  }

  private func warn(
    _ source: inout SourceRow, child: String?, start: ResolvedTime, end: ResolvedTime
  ) {
    for warning in [start.warning, end.warning] {
      if let warning { source.warn(warning) }
    }
    if max(start.instant, end.instant) > now { source.warn(.future) }
    if end.instant < start.instant { source.warn(.endBeforeStart) }
    if end.instant.timeIntervalSince(start.instant) > 86_400 { source.warn(.over24h) }
    if let child, let birth = births[child] ?? nil, clock.day(of: start.instant) < birth {
      source.warn(.beforeBirth)
    }
  }
}
