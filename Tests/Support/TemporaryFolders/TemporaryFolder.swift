public import Foundation

/// A folder of a test's own, removed when the last reference goes.
public final class TemporaryFolder: Sendable {
  public let url: URL

  /// Makes the folder and writes what is given, by name.
  ///
  /// - Parameter inMemory: whether the folder lies in memory where the system offers that, for
  ///   files that are written often.
  public init(_ files: [String: String] = [:], inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let parent =
      inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    url = parent.appendingPathComponent("daybook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { _ = try file(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  public var path: String { url.path }

  /// The path of something in it.
  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and gives its path.
  public func file(_ name: String, _ text: String = "") throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
