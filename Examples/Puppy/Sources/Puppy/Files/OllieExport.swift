import Daybook
import Foundation
import Interchange

/// Writes the diary as Ollie's files: one object a line, newest first, lines joined by a newline,
/// none at the end.
///
/// A line that was imported and is still true comes out byte for byte. Of one that is not any more,
/// the members that differ are written anew, and the others stay, in their order, also those that
/// nobody here knows.
public enum OllieExport {
  /// Texts by the names of files, such as `2026-03-02.jsonl`: one for each day of the zone that has
  /// entries.
  public static func days(of store: EventStore, zone: TimeZone) throws -> [String: String] {
    let (rows, told) = try store.read {
      (try $0.rows(EntriesByTime.all.descending), try Self.told($0))
    }
    var days: [String: [String]] = [:]
    for row in rows {
      let (id, entry) = (row.key.third.rawValue, row.row)
      days[OllieTime.day(entry.time, zone: zone) + ".jsonl", default: []]
        .append(line(entry, id, told: told[id], zone: zone))
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

  /// - Parameter told: the line from which the entry came; nil for one that was made here.
  static func line(_ entry: DiaryEntry, _ id: UUID, told: String?, zone: TimeZone) -> String {
    let own = members(of: entry, zone: zone)
    guard let told, var line = RawObject(told), let said = said(told, zone: zone) else {
      var line = RawObject()
      line["id"] = text(id.uuidString)
      for (name, value) in own { line[name] = value }
      return line.text
    }
    var isTrue = true
    for ((name, value), (_, before)) in zip(own, members(of: said, zone: zone))
    where value != before {
      isTrue = false
      line[name] = value
    }
    return isTrue ? told : line.text
  }

  /// What a line says.
  private static func said(_ line: String, zone: TimeZone) -> DiaryEntry? {
    guard let value = try? JSONValue(parsing: Array(line.utf8)),
      var object = try? OllieObject(value, zone: zone)
    else { return nil }
    return try? DiaryEntry(&object)
  }

  /// Every member that the app writes, in the order of its documentation; nil for one that is left
  /// out.
  private static func members(
    of entry: DiaryEntry, zone: TimeZone
  ) -> [(name: String, value: String?)] {
    func time(_ date: Date?) -> String? { text(date.map { OllieTime.text($0, zone: zone) }) }
    return [
      ("time", time(entry.time)), ("type", text(entry.type.rawValue)),
      ("created_at", time(entry.createdAt)), ("modified_at", time(entry.modifiedAt)),
      ("location", text(entry.place?.rawValue)), ("note", text(entry.note)),
      ("who", text(entry.who)), ("exercise", text(entry.exercise)),
      ("result", text(entry.result)), ("duration_min", entry.minutes.map(String.init)),
      ("photo", text(entry.photo)), ("video", text(entry.video)),
      ("thumbnail_path", text(entry.thumbnail)), ("latitude", number(entry.latitude)),
      ("longitude", number(entry.longitude)),
      ("cloud_photo_synced", entry.isPhotoSynced.map(String.init)),
      ("weight_kg", number(entry.kilograms)), ("spot_id", text(entry.spot?.description)),
      ("spot_name", text(entry.spotName)), ("parent_walk_id", text(entry.walk?.description)),
      ("sleep_session_id", text(entry.sleep?.uuidString)), ("gap_type", text(entry.gapType)),
      ("end_time", time(entry.end)), ("gap_location", text(entry.gapPlace)),
    ]
  }

  private static func text(_ value: String?) -> String? {
    value.map { String(decoding: JSONValue.string($0).bytes, as: UTF8.self) }
  }

  /// Whole numbers without a point.
  private static func number(_ value: Double?) -> String? {
    value.flatMap { JSONValue.Number($0) }.map { number in
      number.text.hasSuffix(".0") ? String(number.text.dropLast(2)) : number.text
    }
  }
}
