public import Foundation
internal import Interchange

/// What Baby Buddy's files do not say.
public struct BabyBuddyOptions: Sendable {
  /// The zone of the user who exported; not needed for what its REST API gave.
  public var zone: String?
  /// Texts of the units in which the household wrote, by what is measured.
  public var units: [BabyBuddyUnit: String]
  /// A label of the installation, when there are several.
  public var instance: String
  /// The moment of the import, for the warning `future` alone.
  public var now: Date

  /// What is told; a unit text that is empty stands for “nobody knows”.
  public init(
    zone: String? = nil, units: [BabyBuddyUnit: String] = [:], instance: String = "", now: Date
  ) {
    self.zone = zone
    self.units = units
    self.instance = instance
    self.now = now
  }

  /// The unit of some amounts; nil when nobody knows it.
  ///
  /// - Throws: `InterchangeError.unanswered` when nothing was told.
  func unit(_ unit: BabyBuddyUnit, _ file: String) throws(InterchangeError) -> String? {
    guard let text = units[unit] else {
      throw InterchangeError(
        .unanswered, file: file,
        "\(file) does not say in which unit its numbers are; tell the unit of \(unit.rawValue).")
    }
    return text.isEmpty ? nil : text
  }
}

/// What the numbers of Baby Buddy's tables measure; the tables name no units.
public enum BabyBuddyUnit: String, Sendable, CaseIterable, Codable {
  /// What is fed and pumped.
  case volume
  /// Weights.
  case weight
  /// Lengths: height and head circumference.
  case length
  /// Temperatures.
  case temperature
}
