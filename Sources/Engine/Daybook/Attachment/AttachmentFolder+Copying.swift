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
    /// Those that something else keeps from being copied, such as a folder that has their name.
    package var failed: [Failure] = []

    package init() {}

    /// What the file system said of one.
    package struct Failure: Sendable, Hashable {
      package let attachment: Attachment
      package let message: String
    }

    /// Those that the other folder does not have as they are named, by their names.
    package var lacking: [Attachment] { (missing + changed).sorted { $0.name < $1.name } }

    /// Makes sure that nothing but the other folder kept any from being copied.
    ///
    /// - Throws: `StoreError.storage`.
    package func check() throws {
      guard let first = failed.first else { return }
      let others = failed.count > 1 ? ", and \(failed.count - 1) more" : ""
      throw StoreError(
        .storage,
        "the attachment \(first.attachment.name)\(others) was not copied: \(first.message)")
    }

    /// Adds what became of others.
    package static func += (copied: inout Self, more: Self) {
      copied.files += more.files
      copied.bytes += more.bytes
      copied.missing += more.missing
      copied.changed += more.changed
      copied.failed += more.failed
    }
  }

  /// Copies files from another folder. One whose length is right here is left as it is.
  ///
  /// Each is copied whole or not at all, and has the content that its name says. Files are read in
  /// pieces. What is in the way of one keeps no other from being copied.
  ///
  /// - Throws: `StoreError`: `diskFull`, `overQuota`, `fileSizeLimit`. What was copied before
  ///   stays.
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
      } catch let error as StoreError where error.code == .storage {
        copied.failed.append(Copied.Failure(attachment: attachment, message: error.message))
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
