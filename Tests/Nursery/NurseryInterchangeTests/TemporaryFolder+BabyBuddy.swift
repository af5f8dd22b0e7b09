import Foundation
import NurseryInterchange
import TemporaryFolders

extension TemporaryFolder {
  /// The folder as an export of Baby Buddy.
  func babyBuddy(
    zone: String = "Europe/Amsterdam", now: Date = .distantFuture, instance: String = ""
  ) throws -> BabyBuddyFolder {
    try BabyBuddyFolder(
      url.path, options: .told(zone: zone, now: now, instance: instance))
  }

  /// What the folder holds as an export of Baby Buddy.
  func read(
    zone: String = "Europe/Amsterdam", now: Date = .distantFuture, instance: String = ""
  ) throws -> SourceRows {
    try SourceRows(babyBuddy(zone: zone, now: now, instance: instance))
  }
}

extension BabyBuddyOptions {
  /// A household that writes in metric units, but Fahrenheit.
  static func told(
    zone: String, now: Date, instance: String = "", volume: String = "mL"
  ) -> BabyBuddyOptions {
    BabyBuddyOptions(
      zone: zone,
      units: [.volume: volume, .weight: "kg", .length: "cm", .temperature: "F"],
      instance: instance, now: now)
  }
}
