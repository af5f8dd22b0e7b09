import Foundation

/// A fresh directory that is removed when the value goes.
final class TemporaryDirectory {
  let path: String

  /// Makes it; in memory where the system offers that, for files that are written often.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let isThere = FileManager.default.isWritableFile(atPath: memory)
    let parent =
      inMemory && isThere
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    let url = parent.appendingPathComponent("daybook-crash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
