internal import Interchange
internal import Nursery

/// The cells of one row of Nara's file, as what they are.
struct NaraCells {
  let row: CSVFile.Row

  func number(_ column: String) throws(RowRefusal) -> Double? {
    try DecimalStyle.plain.number(row[column], column: column)
  }

  /// A volume with the unit in the cell beside it.
  func volume(_ column: String) throws(RowRefusal) -> Amount? {
    let unit = row[column + " Unit"].trimmed
    return try number(column).map { value in
      UnitWords.volume(unit).map { Amount(value, $0) }
        ?? Amount(value, unitText: unit.isEmpty ? nil : unit)
    }
  }

  /// A cell and that of its unit, as they stand.
  func text(_ column: String) -> String {
    "\(row.peek(column).trimmed) \(row.peek(column + " Unit").trimmed)".trimmed
  }
}
