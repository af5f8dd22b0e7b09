import Daybook
import Foundation
import Interchange

/// Writes everything as Ollie's files.
///
/// What was imported and is still true comes out byte for byte. Of an object that is not true any
/// more, the members that differ are written anew, and the others stay, in their order, also those
/// that nobody here knows.
public enum OllieExport {
  /// All files by their names, such as `spots.json` and `data/2026-03-02.jsonl`. Reads everything.
  ///
  /// A file that was imported is there as it was, with what became of its elements; new values come
  /// at its end. One that nobody could read is there byte for byte, under a name that ends with
  /// `.unreadable` when there are new values of its kind. A kind without a file gets one when there
  /// are values of it. Milestones are in none.
  ///
  /// - Parameter zone: that of the device, for the days and their times.
  public static func files(of store: EventStore, zone: TimeZone) throws -> [String: String] {
    try store.read { reader in
      var files = FileExport(try originals(reader), zone: zone)
      try files.addProfile(reader)
      try files.addSpots(reader)
      try files.addSkills(reader)
      try files.addDoses(reader)
      try files.addSocialization(reader)
      let days = try days(reader, zone: zone).map { ("data/\($0)", $1) }
      return files.texts.merging(days) { text, _ in text }
    }
  }

  /// Texts by the names of files, such as `2026-03-02.jsonl`: one for each day of the zone that has
  /// entries. One object a line, newest first, lines joined by a newline, none at the end.
  public static func days(of store: EventStore, zone: TimeZone) throws -> [String: String] {
    try store.read { try days($0, zone: zone) }
  }

  private static func days(
    _ reader: borrowing Reader, zone: TimeZone
  ) throws -> [String: String] {
    let (form, told) = (OllieForm.entries(zone: zone), try told(reader))
    var days: [String: [String]] = [:]
    for row in try reader.rows(EntriesByTime.all.descending) {
      let id = row.key.third.rawValue
      days[OllieTime.day(row.row.time, zone: zone) + ".jsonl", default: []]
        .append(form.text(row.row, id, told: told[id]))
    }
    return days.mapValues { $0.joined(separator: "\n") }
  }

  /// The lines that were imported, by entry.
  private static func told(_ reader: borrowing Reader) throws -> [UUID: String] {
    var lines: [UUID: String] = [:]
    try reader.forEachEntity(of: ImportedRow.self) { row in
      if row.provider == OllieFolder.provider, row.table == "entries" {
        lines[row.entity ?? row.id.rawValue] = try reader.importedText(of: row.id.rawValue)
      }
      return true
    }
    return lines
  }

  /// The files beside the days as they were read last.
  private static func originals(_ reader: borrowing Reader) throws -> [String: String] {
    let files = try reader.entities(of: Kept<FileText>.self).map(\.value)
    return Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
  }
}
