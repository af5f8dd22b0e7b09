import Daybook
import Foundation
import Interchange

/// POILog's `checkins.json`, or a file that it exported: an array of check-ins with identifiers.
///
/// All or nothing: one record that cannot be read refuses the file.
public struct CheckInFile: ImportSource {
  public let provider = "poilog"
  public var files: [ImportFile] { [file.importFile] }

  /// The most bytes that a file may have.
  static let limit = 1 << 26

  private let file: SourceFile
  private let records: [CheckInRecord]
  private let skipped: Set<ID<CheckIn>>

  /// Reads a file.
  ///
  /// - Parameter skipped: check-ins of which nothing is read.
  /// - Throws: `InterchangeError`: `unreadableFile`, `tooLarge`, `notJSON`, `badRecord`.
  public init(_ file: SourceFile, skipping skipped: Set<ID<CheckIn>> = []) throws {
    let bytes = try file.bytes(limit: Self.limit)
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes) } catch {
      throw InterchangeError(
        .notJSON, file: file.name,
        "\(file.name) is no JSON: at byte \(error.offset) \(error.reason).")
    }
    guard let values = value.array else {
      throw InterchangeError(.notJSON, file: file.name, "\(file.name) is no array of check-ins.")
    }
    self.file = file
    self.skipped = skipped
    records = try values.enumerated().map { index, value in
      do throws(CheckInRecord.Refusal) { return try CheckInRecord(value) } catch {
        throw InterchangeError(
          .badRecord, file: file.name,
          "Record \(index + 1) of \(file.name) is no check-in: \(error.reason).")
      }
    }
  }

  public func checkUnchanged() throws { try file.checkUnchanged() }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for (index, record) in records.enumerated() {
      let position = SourcePosition(file: file.name, record: index + 1, line: 1)
      if skipped.contains(record.id) {
        try visit(
          .skipped(
            SkippedRow(position: position, reason: "It is here already.", table: "checkins")))
        continue
      }
      try visit(
        .row(
          ImportRow(
            table: "checkins", key: .id("\(record.id)"), entity: record.id.rawValue,
            state: record.checkIn, position: position, rawText: record.text, untold: [7],
            // The file tells whole seconds.
            times: [TimeReading(field: 6, step: 1)])))
    }
  }
}

extension InterchangeError.Code {
  /// A record of a file that is read whole or not at all cannot be read.
  public static let badRecord = Self(rawValue: "badRecord")
}
