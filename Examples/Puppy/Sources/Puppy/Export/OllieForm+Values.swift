import Daybook
import Foundation

// The files beside the days have times in whole seconds of UTC.

private func utc(_ date: Date?) -> String? { JSONWords.time(date, zone: .gmt) }

extension OllieForm where Value == PuppyProfile {
  static func profile(zone: TimeZone) -> OllieForm {
    OllieForm(
      read: { object, value in try PuppyProfile(&object, value) }, members: members, zone: zone)
  }

  private static func members(of profile: PuppyProfile) -> [Member] {
    let told: [Member] = [
      ("name", JSONWords.text(profile.name)), ("breed", JSONWords.text(profile.breed)),
      ("birthDate", utc(profile.birthDate)), ("homeDate", utc(profile.homeDate)),
      ("sizeCategory", JSONWords.text(profile.size)),
    ]
    let plans: [Member] = PuppyProfile.planNames.map { ($0, profile.planText($0)) }
    return told + plans + [
      ("modifiedAt", utc(profile.modifiedAt)),
      ("legacyPremiumUnlocked", JSONWords.flag(profile.isPremium)),
    ]
  }
}

extension OllieForm where Value == WalkSpot {
  static func spots(zone: TimeZone) -> OllieForm {
    OllieForm(read: { object, _ in try WalkSpot(&object) }, members: members, zone: zone)
  }

  private static func members(of spot: WalkSpot) -> [Member] {
    [
      ("name", JSONWords.text(spot.name)), ("latitude", JSONWords.number(spot.latitude)),
      ("longitude", JSONWords.number(spot.longitude)), ("created_at", utc(spot.createdAt)),
      ("modified_at", utc(spot.modifiedAt)), ("is_favorite", JSONWords.flag(spot.isFavourite)),
      ("notes", JSONWords.text(spot.notes)), ("visit_count", JSONWords.number(spot.visits)),
    ]
  }
}

extension OllieForm where Value == MasteredSkill {
  static func skills(zone: TimeZone) -> OllieForm {
    OllieForm(read: { object, _ in try MasteredSkill(&object) }, members: members, zone: zone)
  }

  private static func members(of skill: MasteredSkill) -> [Member] {
    [
      ("skill_id", JSONWords.text(skill.skill)), ("mastered_at", utc(skill.masteredAt)),
      ("modified_at", utc(skill.modifiedAt)),
    ]
  }
}

extension OllieForm where Value == MedicationCompletion {
  static func doses(zone: TimeZone) -> OllieForm {
    OllieForm(
      read: { object, _ in try MedicationCompletion(&object) }, members: members, zone: zone)
  }

  private static func members(of dose: MedicationCompletion) -> [Member] {
    [
      ("medication_id", JSONWords.text(dose.medication)), ("time_id", JSONWords.text(dose.slot)),
      ("date", utc(dose.day)), ("completed_at", utc(dose.completedAt)),
      ("modified_at", utc(dose.modifiedAt)),
    ]
  }
}

extension OllieForm where Value == Exposure {
  /// - Parameter item: under which the exposures stand.
  static func exposures(of item: String, zone: TimeZone) -> OllieForm {
    OllieForm(
      read: { object, _ in try Exposure(&object, item: item) }, members: members, zone: zone)
  }

  private static func members(of exposure: Exposure) -> [Member] {
    [
      ("item_id", JSONWords.text(exposure.item)), ("date", utc(exposure.time)),
      ("distance", JSONWords.text(exposure.distance)),
      ("reaction", JSONWords.text(exposure.reaction)), ("note", JSONWords.text(exposure.note)),
      ("created_at", utc(exposure.createdAt)), ("modified_at", utc(exposure.modifiedAt)),
    ]
  }
}
