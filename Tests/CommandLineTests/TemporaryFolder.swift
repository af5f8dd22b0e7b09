import Foundation

/// A folder of a test's own, gone when the last reference is.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybookctl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  func empty(_ name: String) throws -> URL {
    URL(fileURLWithPath: try file(name, ""))
  }
}
