internal import DaybookSnapshot
internal import LMDB

extension EventStore {
  /// Writes a compact copy of the store, as one commit left it, into the new directory `path`.
  ///
  /// The folder around it must exist. Appends and reads go on meanwhile. Everything that
  /// was acknowledged before the call is in the copy, which gets its name when it is whole and on
  /// disk. It has the identity of this store, so never let both be written: restoring a backup
  /// gives a copy an identity of its own. O(pages in use).
  ///
  /// - Throws: `StoreError`: `invalidArgument` when something has the name already, `damaged` for
  ///   a damaged page, `diskFull`, `storage`, `writerStopped`.
  @available(*, noasync)
  public func copy(to path: String) throws -> StoreCopy {
    try StorePath.check(path)
    try flush()
    let (parent, name) = StorePath.parts(path)
    let folder = AtomicFolder(path: parent)
    let draft = ".daybook-copy-\(UUID().uuidString)"
    let place = "\(parent)/\(draft)"
    do {
      guard !folder.contains(name) else {
        throw StoreError(
          .invalidArgument, "there is something at \(path) already; name a new directory")
      }
      // Of its owner alone, as the store is.
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      let copy = try withEnvironment { environment in
        // LMDB follows the pages that it copies.
        try environment.checkPages()
        try environment.copy(toFile: "\(place)/data.mdb")
        return try StoreCopy(at: place, pageChecks: .none)
      }
      // What the copy has, a power cut must not take from the store any more: it would write other
      // transactions under the same dots.
      try flush()
      try Environment.keepName(in: place)
      try folder.move(FileName(draft), to: folder, as: name)
      try Environment.keepName(in: parent)
      return copy
    } catch {
      // As long as the copy takes the room that may be missing.
      let told = Self.told(error, path: path)
      try? FileManager.default.removeItem(atPath: place)
      throw told
    }
  }

  /// An error of this layer.
  private static func told(_ error: any Error, path: String) -> any Error {
    switch error {
    case let error as LMDBError: StoreError(error, path: path)
    case let error as SnapshotError: StoreError(.storage, error.message, cause: error)
    case let error as CocoaError:
      StoreError(.storage, "the folder of \(path) cannot be written in: \(error)", cause: error)
    default: error
    }
  }
}
