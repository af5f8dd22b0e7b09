import Foundation

extension OllieForm where Value == DiaryEntry {
  /// Lines of a day, with times in the zone of the device.
  static func entries(zone: TimeZone) -> OllieForm {
    OllieForm(
      read: { object, _ in try DiaryEntry(&object) }, members: { members(of: $0, zone: zone) },
      zone: zone)
  }

  private static func members(of entry: DiaryEntry, zone: TimeZone) -> [Member] {
    func time(_ date: Date?) -> String? { JSONWords.time(date, zone: zone) }
    let text: (String?) -> String? = JSONWords.text
    let number: (Double?) -> String? = JSONWords.number
    return [
      ("time", time(entry.time)), ("type", text(entry.type.rawValue)),
      ("created_at", time(entry.createdAt)), ("modified_at", time(entry.modifiedAt)),
      ("location", text(entry.place?.rawValue)), ("note", text(entry.note)),
      ("who", text(entry.who)), ("exercise", text(entry.exercise)),
      ("result", text(entry.result)), ("duration_min", JSONWords.number(entry.minutes)),
      ("photo", text(entry.photo)), ("video", text(entry.video)),
      ("thumbnail_path", text(entry.thumbnail)), ("latitude", number(entry.latitude)),
      ("longitude", number(entry.longitude)),
      ("cloud_photo_synced", JSONWords.flag(entry.isPhotoSynced)),
      ("weight_kg", number(entry.kilograms)), ("spot_id", text(entry.spot?.description)),
      ("spot_name", text(entry.spotName)), ("parent_walk_id", text(entry.walk?.description)),
      ("sleep_session_id", text(entry.sleep?.uuidString)), ("gap_type", text(entry.gapType)),
      ("end_time", time(entry.end)), ("gap_location", text(entry.gapPlace)),
    ]
  }
}
