internal import DaybookSnapshot
internal import LMDB

extension EventStore {
  /// Writes a compact copy of the store, as one commit left it, into the new directory `path`.
  ///
  /// The folder around it must exist; what copies that were killed have left there is removed.
  /// Appends and reads go on meanwhile. Everything that was acknowledged before the call is in the
  /// copy, which gets its name when it is whole and on disk. It has the identity of this store, so
  /// never let both be written: restoring a backup gives a copy an identity of its own. O(pages in
  /// use). The files of attachments are copied, too, but those whose content has changed or
  /// cannot be read, which `StoreCopy.lackingAttachments` names.
  ///
  /// - Throws: `StoreError`: `invalidArgument` when something has the name already, `damaged` for
  ///   a damaged page, `diskFull`, `storage`, `writerStopped`.
  @available(*, noasync)
  public func copy(to path: String) throws -> StoreCopy {
    try copy(to: path, withAttachments: true)
  }

  /// - Parameter withAttachments: false for who keeps the files of attachments elsewhere.
  package func copy(to path: String, withAttachments: Bool) throws -> StoreCopy {
    try StorePath.check(path)
    try flush()
    let (parent, name) = StorePath.parts(path)
    let folder = AtomicFolder(path: parent)
    var place: String?
    do {
      guard !folder.contains(name) else {
        throw StoreError(
          .invalidArgument, "there is something at \(path) already; name a new directory")
      }
      folder.removeDeadDrafts(Self.copyPrefix)
      let (draft, lock) = try folder.makeDraft(Self.copyPrefix)
      place = draft
      let files = AttachmentFolder(path: "\(draft)/\(AttachmentFolder.name)")
      // Before the log, because a purge may let go of them meanwhile, and after it, for those that
      // were added meanwhile.
      if withAttachments { _ = try files.copyAll(from: attachments.folder) }
      var copy = try withEnvironment { environment in
        // LMDB follows the pages that it copies.
        try environment.checkPages()
        try environment.copy(toFile: "\(draft)/data.mdb")
        return try StoreCopy(at: draft, pageChecks: .none)
      }
      // What the copy has, a power cut must not take from the store any more: it would write other
      // transactions under the same dots.
      try flush()
      if withAttachments {
        copy.lackingAttachments = try files.copyAll(from: attachments.folder).lacking.map(\.name)
      }
      try Environment.keepName(in: draft)
      try folder.move(FileName(StorePath.parts(draft).name), to: folder, as: name)
      extendLifetime(lock)
      try Environment.keepName(in: parent)
      return copy
    } catch {
      // As long as the copy takes the room that may be missing.
      let told = Self.told(error, path: path)
      if let place { try? FileManager.default.removeItem(atPath: place) }
      throw told
    }
  }

  private static let copyPrefix = ".daybook-copy-"

  /// An error of this layer.
  private static func told(_ error: any Error, path: String) -> any Error {
    switch error {
    case let error as LMDBError: StoreError(error, path: path)
    case let error as SnapshotError: StoreError(.storage, error.message, cause: error)
    default: error
    }
  }
}
