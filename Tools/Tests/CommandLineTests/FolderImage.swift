import Foundation
import TemporaryFolders

/// What lies in a folder, kept in memory: stores that many tests begin with are made once, and
/// each test gets them as files of its own.
struct FolderImage: Sendable {
  private struct Entry: Sendable {
    let path: String
    let mode: Int
    /// Nil for a folder.
    let bytes: Data?
  }

  private let entries: [Entry]

  /// Reads a folder. The files of LMDB's locks are left out; whoever opens a store makes them.
  init(_ folder: TemporaryFolder) throws {
    let files = FileManager.default
    let paths = try files.subpathsOfDirectory(atPath: folder.path).sorted()
    for path in paths where path.hasSuffix("/data.mdb") {
      try settle(String(folder.path(path).dropLast("/data.mdb".count)))
    }
    entries =
      try paths
      .filter { !$0.hasSuffix("lock.mdb") }
      .map { path in
        let attributes = try files.attributesOfItem(atPath: folder.path(path))
        let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        return Entry(
          path: path, mode: attributes[.posixPermissions] as? Int ?? 0o600,
          bytes: isFolder ? nil : try Data(contentsOf: folder.url.appendingPathComponent(path)))
      }
  }

  /// Writes all of it into an empty folder.
  func write(to folder: TemporaryFolder) throws {
    let files = FileManager.default
    for entry in entries {
      if let bytes = entry.bytes {
        try bytes.write(to: folder.url.appendingPathComponent(entry.path))
      } else {
        try files.createDirectory(
          atPath: folder.path(entry.path), withIntermediateDirectories: true)
      }
      try files.setAttributes(
        [.posixPermissions: entry.mode], ofItemAtPath: folder.path(entry.path))
    }
  }
}
