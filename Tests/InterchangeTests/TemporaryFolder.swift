import Foundation
import Interchange
import Nursery

/// A folder of a test's own, gone when the last reference is.
final class TemporaryFolder: Sendable {
  let url: URL

  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func read(
    zone: String = "Europe/Amsterdam", now: Date = .distantFuture, instance: String = ""
  ) throws -> BabyBuddyExport {
    try BabyBuddyFolder.read(
      directory: url, zone: zone, volume: .millilitre, now: now, instance: instance)
  }
}
