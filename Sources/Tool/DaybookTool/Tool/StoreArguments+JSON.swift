#if Tools
import Foundation

extension StoreArguments {
  /// Prints an object.
  public func print(json object: some Encodable) throws {
    try JSON.print(object, onOneLine: jsonLines)
  }

  /// Prints a list with what belongs to all of it; with `--json-lines` only its rows, one a line.
  public func print(
    json name: String, _ rows: [[String: JSON.Value]], with more: [String: JSON.Value] = [:]
  ) throws {
    if jsonLines {
      for row in rows { try JSON.print(row, onOneLine: true) }
    } else {
      try JSON.print(more.merging([name: .list(rows.map { .object($0) })]) { _, new in new })
    }
  }
}
#endif
