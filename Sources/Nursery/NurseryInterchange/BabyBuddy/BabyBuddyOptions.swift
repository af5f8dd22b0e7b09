public import Foundation
internal import Interchange

/// What Baby Buddy's files do not say.
public struct BabyBuddyOptions: Sendable {
  /// The zone of the user who exported; not needed for what its REST API gave.
  public var zone: String?
  /// Texts of the units in which the household wrote, by what is measured.
  public var units: [BabyBuddyUnit: String]
  /// The order of dates that a spreadsheet has written, when the files do not prove it.
  public var dates: DateOrder?
  /// A label of the installation, when there are several.
  public var instance: String
  /// The moment of the import, for the warning `future` alone.
  public var now: Date

  /// What is told; a unit text that is empty stands for “nobody knows”.
  public init(
    zone: String? = nil, units: [BabyBuddyUnit: String] = [:], dates: DateOrder? = nil,
    instance: String = "", now: Date
  ) {
    self.dates = dates
    self.zone = zone
    self.units = units
    self.instance = instance
    self.now = now
  }

  /// Makes sure that all is told which the files leave out, so that one answer names all of it.
  ///
  /// - Throws: `InterchangeError.unanswered`.
  func check(needsZone: Bool, _ needed: Set<BabyBuddyUnit>) throws(InterchangeError) {
    let untold = BabyBuddyUnit.allCases.filter { needed.contains($0) && units[$0] == nil }
    let lacksZone = needsZone && zone == nil
    if untold.isEmpty, !lacksZone { return }
    let what = (lacksZone ? ["zone"] : []) + (untold.isEmpty ? [] : ["units"])
    let words = (lacksZone ? ["zone"] : []) + untold.map(\.rawValue)
    throw InterchangeError(
      .unanswered,
      "The files do not say in which \(what.joined(separator: " and ")) they were written; tell "
        + words.joined(separator: ", ") + ".")
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
