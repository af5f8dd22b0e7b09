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
    /// Those that could not be read there, or be put here, and why.
    package var failed: [Attachment: String] = [:]

    package init() {}

    /// Those that the other folder does not have as they are named, or that could not be copied,
    /// by their names.
    package var lacking: [Attachment] {
      (missing + changed + failed.keys).sorted { $0.name < $1.name }
    }

    /// Makes sure that nothing but the other folder kept any from being copied.
    ///
    /// - Throws: `StoreError.storage`.
    func check() throws {
      guard let first = failed.min(by: { $0.key.name < $1.key.name }) else { return }
      let others = failed.count > 1 ? ", and \(failed.count - 1) more" : ""
      throw StoreError(
        .storage, "the attachment \(first.key.name)\(others) was not copied: \(first.value)")
    }

    /// Adds what became of others.
    package static func += (copied: inout Self, more: Self) {
      copied.files += more.files
      copied.bytes += more.bytes
      copied.missing += more.missing
      copied.changed += more.changed
      copied.failed.merge(more.failed) { _, new in new }
    }
  }

  /// Copies files from another folder. One whose length is right here is left as it is.
  ///
  /// Each is copied whole or not at all, and has the content that its name says. Files are read in
  /// pieces. One that cannot be copied keeps none of the others from it.
  ///
  /// - Parameter checksAll: whether to read those that are here, too, and to copy those anew whose
  ///   content has changed.
  /// - Throws: `StoreError`: `diskFull`, `overQuota`, and `storage` when a link is in the place of
  ///   this folder. What was copied before stays.
  package func copy(
    _ attachments: some Sequence<Attachment>, from other: AttachmentFolder,
    checksAll: Bool = false
  ) throws -> Copied {
    var copied = Copied()
    var sound: Set<String> = []
    try checkFolder()
    try Self.each(attachments) { attachment, error in
      switch error.code {
      case .attachmentMissing: copied.missing.append(attachment)
      case .attachmentChanged: copied.changed.append(attachment)
      default: copied.failed[attachment] = error.message
      }
    } _: { attachment in
      // Where the other folder has no file of the length that is told either, that may be wrong.
      let isHere =
        isHere(attachment) || !other.isHere(attachment) && state(of: attachment) == .here
      if isHere, try !checksAll || check(attachment.name) == .here {
        sound.insert(attachment.name)
        return
      }
      if try copy(attachment, from: other) {
        copied.files += 1
        copied.bytes += attachment.length
      }
      sound.insert(attachment.name)
    }
    // Another reference to the file has told its true length.
    copied.missing.removeAll { sound.contains($0.name) }
    copied.changed.removeAll { sound.contains($0.name) }
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
