import Daybook
import Foundation
import Puppy

/// A thing of the model as a value of the app, and what writes it.
extension NaiveThing {
  typealias Write = @Sendable (inout Draft) throws -> Void

  static func uuid(_ number: Int) -> UUID {
    let (high, low) = (UInt8(number / 256), UInt8(number % 256))
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, high, low))
  }

  static func number(_ uuid: UUID) -> Int { Int(uuid.uuid.14) * 256 + Int(uuid.uuid.15) }

  func recorded(_ number: Int) -> Write { write(number, Recording()) }
  func amended(_ number: Int) -> Write { write(number, Amending()) }
  func deleted(_ number: Int) -> Write { write(number, Deleting()) }

  private func write(_ number: Int, _ writer: some Writer) -> Write {
    let id = Self.uuid(number)
    return switch kind {
    case .entry: writer.write(entry, id)
    case .spot: writer.write(walkSpot, id)
    case .skill: writer.write(skill, id)
    case .dose: writer.write(dose, id)
    case .exposure: writer.write(exposure, id)
    case .milestone: writer.write(milestone, id)
    case .profile: writer.write(profile, id)
    }
  }

  private var date: Date { Date(timeIntervalSince1970: Double(time)) }
  private var endDate: Date? { end.map { Date(timeIntervalSince1970: Double($0)) } }

  private var entry: DiaryEntry {
    var entry = DiaryEntry(
      EntryType(rawValue: name), at: date, place: place.map(Place.init), end: endDate)
    entry.sleep = session.map(Self.uuid)
    entry.spot = spot.map { ID(Self.uuid($0)) }
    entry.minutes = number
    return entry
  }

  private var walkSpot: WalkSpot {
    var spot = WalkSpot()
    (spot.name, spot.visits, spot.isFavourite) = (name, number, flag)
    return spot
  }

  private var skill: MasteredSkill {
    var skill = MasteredSkill()
    (skill.skill, skill.masteredAt) = (name, date)
    return skill
  }

  private var dose: MedicationCompletion {
    var dose = MedicationCompletion()
    (dose.medication, dose.slot, dose.completedAt, dose.day) = (name, place ?? "", date, endDate)
    return dose
  }

  private var exposure: Exposure {
    var exposure = Exposure()
    (exposure.item, exposure.time, exposure.reaction) = (name, date, place)
    return exposure
  }

  private var milestone: Milestone {
    var milestone = Milestone()
    (milestone.label, milestone.sortOrder) = (name, number)
    (milestone.fixedDate, milestone.isCompleted) = (endDate, flag)
    return milestone
  }

  private var profile: PuppyProfile {
    var profile = PuppyProfile()
    profile.name = name
    profile.plans = [
      #"mealSchedule {"mealsPerDay":3,"portions":[{"targetTime":"07:00"},{"targetTime":"18:00"},{"targetTime":"12:30"}]}"#,
      #"walkSchedule {"walks":[{"targetTime":"15:00"}]}"#,
      #"medicationSchedule {"medications":[{"id":"worming","times":[{"id":"m","targetTime":"08:00"},{"id":"e","targetTime":"19:00"}]},{"id":"drops","times":[{"id":"n"}]}]}"#,
    ]
    return profile
  }
}

/// One way to write any value down.
private protocol Writer {
  func write<Value: KeptValue>(_ value: Value, _ id: UUID) -> NaiveThing.Write
}

private struct Recording: Writer {
  func write<Value: KeptValue>(_ value: Value, _ id: UUID) -> NaiveThing.Write {
    { try $0.append(.recorded(value), to: Kept<Value>.self, id) }
  }
}

private struct Amending: Writer {
  func write<Value: KeptValue>(_ value: Value, _ id: UUID) -> NaiveThing.Write {
    { draft in
      guard let old = try draft.entity(Kept<Value>.self, id),
        let event = Kept.amended(from: old, to: Kept(value))
      else { return }
      try draft.append(event, to: Kept<Value>.self, id)
    }
  }
}

private struct Deleting: Writer {
  func write<Value: KeptValue>(_ value: Value, _ id: UUID) -> NaiveThing.Write {
    { try $0.append(.deleted, to: Kept<Value>.self, id) }
  }
}
