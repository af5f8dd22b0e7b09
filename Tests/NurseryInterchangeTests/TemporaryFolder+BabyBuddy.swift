import Foundation
import Interchange
import Nursery
import TemporaryFolders

extension TemporaryFolder {
  /// The folder as an export of Baby Buddy.
  func read(
    zone: String = "Europe/Amsterdam", now: Date = .distantFuture, instance: String = ""
  ) throws -> BabyBuddyExport {
    try BabyBuddyFolder.read(
      directory: url, zone: zone, volume: .millilitre, now: now, instance: instance)
  }
}
