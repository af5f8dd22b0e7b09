#if Tools
import Foundation

extension StoreArguments {
  /// Prints an object.
  public func print(json object: some Encodable) throws {
    try JSON.print(object, onOneLine: jsonLines)
  }

  /// Prints a list with what belongs to all of it, and what is to be said of times; with
  /// `--json-lines` only its rows, one a line.
  public func print(
    json name: String, _ rows: [[String: JSON.Value]], with more: [String: JSON.Value] = [:]
  ) throws {
    if jsonLines {
      for row in rows { try JSON.print(row, onOneLine: true) }
    } else {
      let object = more.merging(TimeNotes.json) { _, new in new }
      try JSON.print(object.merging([name: .list(rows.map { .object($0) })]) { _, new in new })
    }
  }
}
#endif
