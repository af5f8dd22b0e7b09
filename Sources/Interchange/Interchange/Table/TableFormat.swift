/// How a table is written.
public enum TableFormat: String, CaseIterable, Codable, Sendable {
  /// RFC 4180: a row of names, then a row for each; lines end with CR and LF. A cell without a
  /// value is empty, an empty text is `""`.
  case csv
  /// One array of objects, a line for each.
  case json
  /// An object a line.
  case ndjson
}
