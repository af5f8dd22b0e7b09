import Daybook
import Foundation
import Interchange

// What the objects of Ollie's files are here: name by name, and nothing else.

extension DiaryEntry {
  init(_ object: inout OllieObject) throws(OllieObject.Refusal) {
    self.init()
    time = try object.required(object.time("time", field: 2), "time")
    type = EntryType(rawValue: try object.required(object.text("type"), "type"))
    createdAt = object.time("created_at", field: 4)
    modifiedAt = object.time("modified_at", field: 5)
    place = object.text("location").map(Place.init)
    note = object.text("note")
    who = object.text("who")
    exercise = object.text("exercise")
    result = object.text("result")
    minutes = object.whole("duration_min")
    photo = object.text("photo")
    video = object.text("video")
    thumbnail = object.text("thumbnail_path")
    latitude = object.number("latitude")
    longitude = object.number("longitude")
    isPhotoSynced = object.flag("cloud_photo_synced")
    kilograms = object.number("weight_kg")
    spot = object.id("spot_id").map { ID($0) }
    spotName = object.text("spot_name")
    walk = object.id("parent_walk_id").map { ID($0) }
    sleep = object.id("sleep_session_id")
    gapType = object.text("gap_type")
    end = object.time("end_time", field: 25)
    gapPlace = object.text("gap_location")
    if !EntryType.known.contains(type) { object.warn(.unknownEnum) }
    if let place, place != .outside, place != .inside { object.warn(.unknownEnum) }
  }
}

extension PuppyProfile {
  static let planNames = [
    "exerciseConfig", "mealSchedule", "medicationSchedule", "notificationSettings",
    "predictionConfig", "walkSchedule",
  ]

  init(_ object: inout OllieObject, _ value: JSONValue) throws(OllieObject.Refusal) {
    self.init()
    name = try object.required(object.text("name"), "name")
    breed = object.text("breed")
    birthDate = object.time("birthDate", field: 4)
    homeDate = object.time("homeDate", field: 5)
    size = object.text("sizeCategory") ?? size
    plans = Self.planNames.compactMap { name in
      value[name].map { "\(name) \(String(decoding: $0.bytes, as: UTF8.self))" }
    }
    modifiedAt = object.time("modifiedAt", field: 8)
    isPremium = object.flag("legacyPremiumUnlocked") ?? object.flag("isPremiumUnlocked") ?? false
  }
}

extension WalkSpot {
  init(_ object: inout OllieObject) throws(OllieObject.Refusal) {
    self.init()
    name = try object.required(object.text("name"), "name")
    latitude = try object.required(object.number("latitude"), "latitude")
    longitude = try object.required(object.number("longitude"), "longitude")
    createdAt = object.time("created_at", field: 5)
    modifiedAt = object.time("modified_at", field: 6)
    isFavourite = object.flag("is_favorite") ?? false
    notes = object.text("notes")
    visits = object.whole("visit_count") ?? 1
  }
}

extension MasteredSkill {
  init(_ object: inout OllieObject) throws(OllieObject.Refusal) {
    self.init()
    skill = try object.required(object.text("skill_id"), "skill_id")
    masteredAt = object.time("mastered_at", field: 3)
    modifiedAt = object.time("modified_at", field: 4)
  }
}

extension MedicationCompletion {
  init(_ object: inout OllieObject) throws(OllieObject.Refusal) {
    self.init()
    medication = try object.required(object.text("medication_id"), "medication_id")
    slot = object.text("time_id") ?? ""
    day = object.time("date", field: 4)
    completedAt = try object.required(object.time("completed_at", field: 5), "completed_at")
    modifiedAt = object.time("modified_at", field: 6)
  }
}

extension Exposure {
  init(_ object: inout OllieObject, item: String) throws(OllieObject.Refusal) {
    self.init()
    self.item = object.text("item_id") ?? item
    time = try object.required(object.time("date", field: 3), "date")
    distance = object.text("distance")
    reaction = object.text("reaction")
    note = object.text("note")
    createdAt = object.time("created_at", field: 7)
    modifiedAt = object.time("modified_at", field: 8)
  }
}
