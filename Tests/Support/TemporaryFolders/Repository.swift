public import Foundation

/// The checkout that the tests were built from.
public enum Repository {
  /// Its folder: this file lies in `Tests/Support/TemporaryFolders`.
  public static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL

  /// A file or folder in it.
  public static func file(_ path: String) -> URL { root.appendingPathComponent(path) }
}
