import Daybook
import DaybookTesting
import Foundation
import Puppy
import Testing

struct StoredTests {
  private static let gap = ID<Kept<DiaryEntry>>(id(1))

  private static let transactions: [@Sendable (inout Draft) throws -> Void] = [
    { draft in
      var entry = DiaryEntry(
        .coverageGap, at: date("2026-03-02T08:00:00Z"), place: .outside, note: "n",
        end: date("2026-03-02T09:00:00Z"))
      (entry.createdAt, entry.modifiedAt) = (entry.time + 1, entry.time + 2)
      (entry.who, entry.exercise, entry.result, entry.minutes) = ("w", "e", "r", 5)
      (entry.photo, entry.video, entry.thumbnail) = ("p", "v", "t")
      entry.picture = Daybook.Attachment(
        "attachment:3:" + String(repeating: "a", count: 64))
      (entry.latitude, entry.longitude, entry.isPhotoSynced) = (52.1, 4.3, true)
      (entry.kilograms, entry.spot, entry.spotName) = (5.5, ID(id(2)), "s")
      (entry.walk, entry.sleep) = (ID(id(3)), id(4))
      (entry.gapType, entry.gapPlace, entry.rank) = ("sitter", "oma", 1)
      try draft.append(.recorded(entry), to: gap)
    },
    { draft in
      guard let old = try draft.entity(gap) else { return }
      var new = old
      (new.value.note, new.value.time) = (nil, old.value.time + 60)
      guard let event = Kept.amended(from: old, to: new) else { return }
      try draft.append(event, to: gap)
    },
    { draft in
      var profile = PuppyProfile()
      (profile.name, profile.breed, profile.isPremium) = ("Ollie", "Vizsla", true)
      (profile.birthDate, profile.homeDate) = (
        date("2025-12-20T00:00:00Z"), date("2026-02-14T00:00:00Z")
      )
      (profile.plans, profile.modifiedAt) = (["walkSchedule {}"], date("2026-02-14T00:00:00Z"))
      try draft.append(.recorded(profile), to: Kept<PuppyProfile>.self, id(10))
      var spot = WalkSpot()
      (spot.name, spot.latitude, spot.longitude, spot.isFavourite) = ("Park", 52.1, 4.3, true)
      (spot.createdAt, spot.modifiedAt, spot.notes) = (profile.homeDate, profile.homeDate, "n")
      try draft.append(.recorded(spot), to: Kept<WalkSpot>.self, id(11))
      var skill = MasteredSkill()
      (skill.skill, skill.masteredAt, skill.modifiedAt) = (
        "sit", profile.homeDate, profile.homeDate
      )
      try draft.append(.recorded(skill), to: Kept<MasteredSkill>.self, id(12))
      var dose = MedicationCompletion()
      (dose.medication, dose.slot, dose.day, dose.modifiedAt) = (
        "m", "t", profile.homeDate, profile.homeDate
      )
      try draft.append(.recorded(dose), to: Kept<MedicationCompletion>.self, id(13))
      var exposure = Exposure()
      (exposure.item, exposure.distance, exposure.reaction, exposure.note) = (
        "bike", "ver", "neutraal", "n"
      )
      (exposure.createdAt, exposure.modifiedAt) = (profile.homeDate, profile.homeDate)
      try draft.append(.recorded(exposure), to: Kept<Exposure>.self, id(14))
      var start = Socialization()
      start.startedAt = profile.homeDate
      try draft.append(.recorded(start), to: Kept<Socialization>.self, id(15))
    },
    { draft in
      var milestone = Milestone()
      (milestone.category, milestone.label, milestone.detail) = ("custom", "l", "d")
      (milestone.targetMonths, milestone.targetWeeks, milestone.targetDays) = (2, 9, 60)
      (milestone.fixedDate, milestone.completedAt) = (
        date("2026-03-05T00:00:00Z"), date("2026-03-06T00:00:00Z")
      )
      (milestone.isRecurring, milestone.recurrenceMonths, milestone.isCompleted) = (true, 12, true)
      (milestone.completionNotes, milestone.completionPhoto) = ("n", "p")
      (milestone.clinic, milestone.calendarEvent, milestone.sortOrder) = ("c", "e", 3)
      (milestone.createdAt, milestone.modifiedAt) = (milestone.fixedDate, milestone.fixedDate)
      try draft.append(.recorded(milestone), to: Kept<Milestone>.self, id(16))
      var file = FileText()
      (file.name, file.text) = ("spots.json", "[]")
      try draft.append(.recorded(file), to: Kept<FileText>.self, id(17))
      let pee = DiaryEntry(.pee, at: date("2026-03-02T08:00:00Z"), place: .inside)
      try draft.append(.recorded(pee), to: Kept<DiaryEntry>.self, id(18))
      var walk = DiaryEntry(.walk, at: date("2026-03-02T08:00:00Z"))
      (walk.spot, walk.minutes) = (ID(id(11)), 20)
      try draft.append(.recorded(walk), to: Kept<DiaryEntry>.self, id(19))
    },
    { draft in
      try draft.append(.deleted, to: gap)
      try draft.append(.restored, to: gap)
    },
  ]

  @Test func `what the app stores is what it stored`() throws {
    let check = StoredFormatCheck(schema: .puppy, transactions: Self.transactions)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("StoredFormat.txt").path
    #expect(try check.differences(from: file) == [])
  }

  @Test func `views are lawful`() throws {
    let laws = ProjectionLaws(schema: .puppy, transactions: Self.transactions)
    #expect(try laws.violations(seed: 7).map(\.description) == [])
    #expect(try laws.lateCreations(of: Kept<DiaryEntry>.self).map(\.description) == [])
  }
}
