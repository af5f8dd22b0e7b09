internal import Daybook
internal import Foundation

/// A table as a file, which gets its name when it is whole and on disk.
///
/// One that is given up before `keep()` leaves nothing.
public final class TableFile {
  private let file: NewFile
  private var table: TableWriter

  /// Begins a file.
  ///
  /// - Parameter replaces: whether it takes the place of a file that has something in it; else
  ///   `keep` throws where there is one by then.
  /// - Throws: `InterchangeError.unwritableFile`.
  public init(
    _ columns: [String], as format: TableFormat, at path: String, replaces: Bool = true
  ) throws {
    let file = try NewFile(URL(atPath: path), replaces: replaces)
    self.file = file
    table = TableWriter(columns, as: format) { try file.write($0) }
  }

  /// Writes a row; one cell for each column.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  public func write(_ cells: [TableCell]) throws { try table.write(cells) }

  /// Gives the file its name, in place of one that has it and may be replaced.
  ///
  /// - Returns: how many rows it has.
  /// - Throws: `InterchangeError`: `unwritableFile`, `targetExists`.
  @discardableResult
  public func keep() throws -> Int {
    try table.finish()
    try file.keep()
    return table.rows
  }
}
