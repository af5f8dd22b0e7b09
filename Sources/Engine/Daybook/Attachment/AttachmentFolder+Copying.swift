extension AttachmentFolder {
  /// What became of attachments that were to be copied. Those that were there are not counted.
  package struct Copied: Sendable, Hashable {
    /// Files that were copied.
    package var files = 0
    /// Their bytes.
    package var bytes = 0
    /// Those of which the other folder has no file.
    package var missing: [Attachment] = []
    /// Those whose file in the other folder has another content.
    package var changed: [Attachment] = []

    package init() {}

    /// Those that the other folder does not have as they are named, by their names.
    package var lacking: [Attachment] { (missing + changed).sorted { $0.name < $1.name } }

    /// Adds what became of others.
    package static func += (copied: inout Self, more: Self) {
      copied.files += more.files
      copied.bytes += more.bytes
      copied.missing += more.missing
      copied.changed += more.changed
    }
  }

  /// Copies files from another folder. One whose length is right here is left as it is.
  ///
  /// Each is copied whole or not at all, and has the content that its name says. Files are read in
  /// pieces.
  ///
  /// - Throws: `StoreError`: `diskFull`, `overQuota`, `fileSizeLimit`, `storage`. What was copied
  ///   before stays.
  package func copy(
    _ attachments: some Sequence<Attachment>, from other: AttachmentFolder
  ) throws -> Copied {
    var copied = Copied()
    for attachment in attachments where state(of: attachment) != .here {
      do {
        guard try copy(attachment, from: other) else { continue }
        copied.files += 1
        copied.bytes += attachment.length
      } catch let error as StoreError where error.code == .attachmentMissing {
        copied.missing.append(attachment)
      } catch let error as StoreError where error.code == .attachmentChanged {
        copied.changed.append(attachment)
      }
    }
    return copied
  }

  /// Copies all files of another folder that are not here.
  ///
  /// - Throws: as above.
  package func copyAll(from other: AttachmentFolder) throws -> Copied {
    var copied = try copy(try other.attachments(), from: other)
    // Somebody has removed it meanwhile, because nothing refers to it.
    copied.missing = []
    return copied
  }

  /// What is there, by names and lengths, in the order of the names.
  package func attachments() throws -> [Attachment] {
    try contents().sorted { $0.key < $1.key }
      .map { Attachment(name: $0.key, length: $0.value, fileExtension: nil) }
  }
}
