internal import DaybookSnapshot

extension StoreAttachments {
  /// What a store was brought from elsewhere.
  public struct Brought: Sendable, Hashable {
    /// How many files it was given.
    public let files: Int
    /// Those that it refers to and still lacks, by their names.
    public let lacking: [Attachment]
  }

  /// Brings the files that the store refers to and lacks, or has with another content, from a
  /// folder: that of another store or of backups, or the folder `attachments` in one.
  ///
  /// A log that was written to a file holds no attachments, so this is what follows when such a log
  /// was taken in. Reads all of the log, and the files of both folders.
  ///
  /// - Throws: `StoreError`: `invalidArgument` when there is no such folder, `diskFull`,
  ///   `overQuota`, `storage`. What was brought before stays.
  @discardableResult
  public func bring(from path: String) throws -> Brought {
    try StorePath.check(path)
    guard AtomicFolder.isFolder(path) else {
      throw StoreError(.invalidArgument, "there is no folder at \(path)")
    }
    let isAround = AtomicFolder(path: path).contains(AttachmentFolder.name)
    let other = AttachmentFolder(path: isAround ? "\(path)/\(AttachmentFolder.name)" : path)
    let references = try references()
    let copied = try folder.copy(references.attachments, from: other, checksAll: true)
    let lacking = Set(copied.lacking.map(\.name))
    return Brought(
      files: copied.files,
      lacking: references.values.filter { lacking.contains($0.name) }
        .sorted { $0.name < $1.name })
  }

  /// Writes the content of an attachment to a new file, for who wants to look at it elsewhere. It
  /// is there whole or not at all.
  ///
  /// - Throws: `StoreError`: `invalidArgument` when there is something at the path,
  ///   `attachmentMissing`, `attachmentChanged`, `diskFull`, `overQuota`, `fileSizeLimit`,
  ///   `storage`.
  public func write(_ attachment: Attachment, to path: String) throws {
    try StorePath.check(path)
    let (parent, name) = StorePath.parts(path)
    let target = AtomicFolder(path: parent, isShared: true)
    do {
      guard !target.contains(name) else {
        throw StoreError(.invalidArgument, "there is something at \(path) already")
      }
      var draft = try FileDraft(in: target)
      try folder.read(attachment) { bytes in
        // The reader may take an error of a file for its own.
        // Safety: the piece stays until the closure returns; it is written before.
        do { try draft.write(bytes) } catch { throw folder.failure(error) }
      }
      try draft.flush()
      try draft.keep(as: name, in: target)
      try target.flush()
    } catch {
      throw folder.failure(error)
    }
  }
}
