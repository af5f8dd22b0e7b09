internal import Daybook
package import DaybookSnapshot
internal import Foundation

/// The files of a shared folder on a disk: of a cloud drive, a share or a stick.
///
/// A link in the place of a folder is refused: anybody who may write to the shared folder could
/// make members write elsewhere with it.
package struct DriveFiles: FolderFiles {
  /// The path of the shared folder.
  package let address: String
  /// Whether others than their owner may open the files, as far as the umask lets them.
  private let isShared: Bool

  /// - Parameter isShared: false for files that are in this form, and in no shared folder.
  package init(at path: String, isShared: Bool = true) {
    (address, self.isShared) = (path, isShared)
  }

  package var isNear: Bool { true }
  package var listsParts: Bool { false }

  // MARK: Reading

  /// Whether there is a shared folder.
  private var isThere: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: address, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  package func check() throws -> Bool {
    let isThere = isThere
    if !isThere, FileManager.default.fileExists(atPath: address) {
      throw SyncError(.peer, "\(address) is a file; name a folder that all members have")
    }
    if AtomicFolder(path: address).contains("data.mdb") {
      throw SyncError(.peer, "\(address) is a store; name a folder that all members have")
    }
    return isThere
  }

  package func list(_ folder: String, after name: String?) throws -> [FolderEntry] {
    guard let folder = existing(folder) else { return [] }
    return try SyncError.asPeer {
      try folder.names().compactMap { folder.entry($0).map { FolderEntry($0) } }
    }
  }

  package func read(_ path: String, limit: Int) -> FolderRead {
    let (folder, name) = Self.parts(path)
    do throws(SnapshotError) {
      return try self.folder(folder).read(name, limit: limit).map { .bytes($0) } ?? .missing
    } catch {
      return .unreadable(Self.reason(error))
    }
  }

  /// Answers a wish without waiting for anybody.
  func answerAtOnce(_ wish: FolderWish) throws -> FolderAnswer {
    switch wish {
    case .list(let folder, let name): .entries(try list(folder, after: name))
    case .read(let path, let limit): .content(read(path, limit: limit))
    }
  }

  /// A folder; nil when there is none, or a link is in its path.
  package func existing(_ path: String) -> AtomicFolder? {
    guard isThere else { return nil }
    var folder = AtomicFolder(path: address, isShared: isShared)
    for name in path.split(separator: "/").map(String.init) {
      guard folder.containsFolder(name) else { return nil }
      folder = AtomicFolder(path: "\(folder.path)/\(name)", isShared: isShared)
    }
    return folder
  }

  private func folder(_ path: String) -> AtomicFolder {
    AtomicFolder(path: "\(address)/\(path)", isShared: isShared)
  }

  private static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  private static func reason(_ error: SnapshotError) -> String {
    switch error.code {
    case .notAFile: "is a folder, a link, a pipe or a device, not a plain file"
    case .tooLarge: "is larger than such a file can be"
    default: "cannot be read: \(error.message)"
    }
  }

  // MARK: Writing

  /// A folder, made with those around it unless it is there.
  package func making(_ path: String) throws(SnapshotError) -> AtomicFolder {
    var folder = AtomicFolder(path: address, isShared: isShared)
    try folder.make()
    for name in path.split(separator: "/") { folder = try folder.makeFolder(String(name)) }
    return folder
  }

  package func add(_ path: String, _ bytes: [UInt8]) throws -> FolderAddition {
    let (place, name) = Self.parts(path)
    return try SyncError.asPeer {
      let folder = try making(place)
      // Not every disk can give a name that nothing has.
      return try folder.alone {
        if folder.contains(name) { return .isThere }
        try folder.replace(name, with: bytes)
        try folder.flush()
        return .added(folder.entry(name).map { .stamp($0.stamp) })
      }
    }
  }

  package func append(
    _ bytes: [UInt8], _ count: Int, to folder: String, after last: UInt64
  ) throws -> FolderEntry {
    try SyncError.asPeer {
      let folder = try making(folder)
      // Another process of the same store looks for the next name, too.
      return try folder.alone { try append(bytes, count, to: folder) }
    }
  }

  private func append(
    _ bytes: [UInt8], _ count: Int, to folder: AtomicFolder
  ) throws -> FolderEntry {
    try folder.removeDrafts(idleFor: AtomicFolder.draftPatience)
    let last = try folder.names().compactMap { FolderPlace.range($0)?.upperBound }.max() ?? 0
    let name = try FolderPlace.segment(after: last, count, in: folder.path)
    try folder.replace(name, with: bytes)
    try folder.flush()
    let tag = folder.entry(name).map { FolderTag.stamp($0.stamp) }
    return FolderEntry(name: name, size: bytes.count, tag: tag)
  }

  package func replace(_ path: String, with bytes: [UInt8]) throws {
    let (folder, name) = Self.parts(path)
    try SyncError.asPeer { try making(folder).replace(name, with: bytes) }
  }

  package func flush(_ folder: String) throws {
    try SyncError.asPeer {
      let folder = try making(folder)
      try folder.removeDrafts(idleFor: AtomicFolder.draftPatience)
      try folder.flush()
    }
  }

  /// Removes files, and the folder with the last of them.
  package func remove(_ names: [String], in folder: String) throws -> Int {
    guard let folder = existing(folder) else { return 0 }
    return try SyncError.asPeer {
      var removed = 0
      for name in names where folder.contains(name) {
        try folder.remove(name)
        removed += 1
      }
      try folder.flush()
      folder.removeEmpty()
      return removed
    }
  }
}

extension FolderEntry {
  fileprivate init(_ entry: AtomicFolder.Entry) {
    self.init(
      name: entry.name, isFolder: entry.isFolder, size: entry.size, tag: .stamp(entry.stamp))
  }
}
