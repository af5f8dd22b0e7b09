internal import DaybookSnapshot

extension AttachmentFolder {
  /// Hands content on in pieces, each of which is valid during the call.
  typealias Source = (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

  /// Takes in what `source` hands on, and returns its name and length. It is on disk then.
  ///
  /// The source is read twice, unless the content is there already: then nothing is written, and no
  /// collection takes the file for a while.
  ///
  /// - Throws: `StoreError`: `tooLarge`, `diskFull`, `overQuota`, `fileSizeLimit`, `storage`; what
  ///   `source` throws.
  func add(_ source: Source) throws -> (name: String, length: Int) {
    var sum = Sum()
    // Safety: the sum does not keep the piece.
    try source { try sum.add($0) }
    let known = Attachment(name: sum.name, length: sum.length, fileExtension: nil)
    if try renew(known) { return (known.name, known.length) }
    return try write(source)
  }

  /// Copies a file from another folder, unless it is here already. Returns whether it was copied.
  ///
  /// - Throws: `StoreError`: `attachmentMissing` and `attachmentChanged` of the other folder, and
  ///   as `add`.
  package func copy(_ attachment: Attachment, from other: AttachmentFolder) throws -> Bool {
    if try renew(attachment) { return false }
    // Names the file in `other` and ends with the first byte too many.
    // Safety: what is written keeps no piece beyond the call.
    _ = try write { write in try other.read(attachment, write) }
    return true
  }

  /// Takes in the whole content of a file, unless it is here already. It is on disk then.
  ///
  /// - Throws: `StoreError`: `attachmentChanged` for content that is not what the name says, of
  ///   which nothing is kept; as `add`.
  package func add(_ content: [UInt8], as attachment: Attachment) throws {
    var sum = Sum()
    // Safety: neither the sum nor what is written keeps the bytes.
    try content.withUnsafeBytes { try sum.add($0) }
    guard sum.name == attachment.name, sum.length == attachment.length else {
      throw changed(attachment)
    }
    _ = try add { write in try content.withUnsafeBytes { try write($0) } }
  }

  /// Whether the content is there, all of it read. If so, it is on disk, and the file looks as if
  /// it were written now.
  private func renew(_ attachment: Attachment) throws -> Bool {
    guard isHere(attachment) else { return false }
    let shelf = shelf(of: attachment.name)
    do {
      // Before it is read: a collection has removed it by now, or leaves it.
      guard try root.alone({ try shelf.touch(attachment.name) }),
        try check(attachment.name) == .here
      else { return false }
      // Another writer may be about to do so, and its machine may lose power before.
      try flush(shelf)
    } catch {
      throw failure(error)
    }
    return true
  }

  /// Writes a draft, and gives it the name of its content.
  private func write(_ source: Source) throws -> (name: String, length: Int) {
    do {
      try root.make()
      try checkFolder()
      var draft = try FileDraft(in: root)
      var sum = Sum()
      try source { bytes in
        // Safety: the piece stays until the closure returns; it is hashed and written before.
        try sum.add(bytes)
        // The source may take an error of a file for its own.
        do { try draft.write(bytes) } catch { throw failure(error) }
      }
      try draft.flush()
      let name = sum.name
      try root.alone {
        let shelf = try root.makeFolder(String(name.prefix(2)))
        try draft.keep(as: name, in: shelf)
      }
      try flush(shelf(of: name))
      return (name, sum.length)
    } catch {
      throw failure(error)
    }
  }

  /// Makes names last: of a file, of its shelf, and of this folder.
  private func flush(_ shelf: AtomicFolder) throws {
    try shelf.flush()
    try root.flush()
    try AtomicFolder(path: StorePath.parts(path).parent).flush()
  }

  /// Removes files that were not written or found again since a date. Returns how many, and how
  /// many bytes they had. One that cannot be removed stays, and keeps none of the others.
  ///
  /// - Throws: `StoreError.storage`: when some stay, too, that of the first.
  package func remove(
    _ names: some Sequence<String>, writtenBefore date: Date
  ) throws -> (files: Int, bytes: Int) {
    try checkFolder()
    guard AtomicFolder.isFolder(path) else { return (0, 0) }
    let limit = Int(date.timeIntervalSince1970.rounded(.down))
    do {
      try root.removeDrafts(idleFor: AtomicFolder.draftPatience)
      return try root.alone {
        var removed = (files: 0, bytes: 0)
        var first: StoreError?
        try Self.each(names) { _, error in
          first = first ?? error
        } _: { name in
          guard let shelf = existingShelf(of: name), let written = shelf.lastWritten(name),
            written < limit
          else { return }
          let size = shelf.size(of: name) ?? 0
          do { try shelf.remove(name) } catch { throw failure(error) }
          removed.bytes += size
          removed.files += 1
        }
        if let first { throw first }
        return removed
      }
    } catch {
      throw failure(error)
    }
  }
}

/// The sum of what was handed on so far.
private struct Sum {
  private var digest = SHA256Hash()
  private(set) var length = 0

  var name: String { digest.digest.hexadecimal }

  /// - Throws: `StoreError.tooLarge`.
  mutating func add(_ bytes: UnsafeRawBufferPointer) throws {
    // Safety: the digest is done with the bytes when it returns.
    digest.add(bytes)
    length += bytes.count
    try Attachment.checkLength(length)
  }
}
