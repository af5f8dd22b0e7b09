internal import Foundation
internal import Nursery

/// Reads whole tables of time-stamped rows: the decisions that need all rows, then row by row.
struct BabyBuddyTableReader {
  typealias Result<Row> = BabyBuddyPeople.Result<Row>

  let births: [String: CivilDay?]
  let tagNames: [String: String]
  let now: Date
  let instance: String
  var clock: ZoneClock

  mutating func feedings(_ file: BabyBuddyFile) -> Result<BabyBuddyFeeding> {
    read(file, orderedBy: "start") { parser, row, second throws(RowRefusal) in
      try parser.feeding(row, secondPass: second)
    }
  }

  mutating func diapers(_ file: BabyBuddyFile) -> Result<BabyBuddyDiaper> {
    read(file, orderedBy: "time") { parser, row, second throws(RowRefusal) in
      try parser.diaper(row, secondPass: second)
    }
  }

  private mutating func read<Entry: BabyBuddyEntry>(
    _ file: BabyBuddyFile, orderedBy column: String,
    parse: (inout BabyBuddyRowParser, CSVTable.Record, Bool) throws(RowRefusal) -> Entry
  ) -> Result<Entry> {
    let secondPasses = secondPasses(of: file, column)
    var parser = BabyBuddyRowParser(
      file: file, births: births, tagNames: tagNames,
      decimals: DecimalStyle(file.rows.lazy.map { file.cell("amount", $0) }), now: now,
      clock: clock)
    var parsed: [Entry] = []
    var quarantined: [QuarantinedRow] = []
    for row in file.rows {
      do throws(RowRefusal) {
        parsed.append(try parse(&parser, row, secondPasses.contains(row.number)))
      } catch {
        quarantined.append(file.quarantine(row, error))
      }
    }
    clock = parser.clock
    let table = BabyBuddyTable(parsed, file: file, instance: instance)
    let records = Dictionary(uniqueKeysWithValues: file.rows.map { ($0.number, $0) })
    for (entry, refusal) in table.refused {
      guard let row = records[entry.source.position.record] else { continue }
      quarantined.append(file.quarantine(row, refusal))
    }
    let report = file.report(
      parsed: table.entries.map(\.source), quarantined: quarantined.count)
    return (table.entries, quarantined, report)
  }

  /// The record numbers that the file's order puts into the second pass of a repeated hour.
  private mutating func secondPasses(of file: BabyBuddyFile, _ column: String) -> Set<Int> {
    var (numbers, locals): ([Int], [LocalTime]) = ([], [])
    for row in file.rows {
      guard let local = LocalTime(file.cell(column, row).trimmed) else { continue }
      numbers.append(row.number)
      locals.append(local)
    }
    let second = DescendingOrder.secondPasses(locals, clock: &clock)
    return Set(zip(numbers, second).filter(\.1).map(\.0))
  }
}
