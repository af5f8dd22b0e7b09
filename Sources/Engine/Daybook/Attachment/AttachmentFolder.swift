internal import DaybookSnapshot

/// A folder of attachments: beside a store, in backups, or in a folder that members share.
///
/// | file | content |
/// |---|---|
/// | `ab/ab12…` | the content whose SHA-256 is `ab12…`, in hexadecimal |
/// | `.daybook-…` | what somebody is writing, or had begun |
///
/// A file gets its name when all of it is on disk, and nobody changes it. Names in any other form
/// are ignored, and links are not followed.
package struct AttachmentFolder: Sendable {
  /// The folder, which need not be there.
  package let path: String
  let isShared: Bool

  /// - Parameter isShared: whether other users of the machine may get at what is made.
  package init(path: String, isShared: Bool = false) {
    (self.path, self.isShared) = (path, isShared)
  }

  /// The name of the folder in that of a store or of backups.
  package static let name = "attachments"

  var root: AtomicFolder { AtomicFolder(path: path, isShared: isShared) }

  /// The folder of the files whose names begin as `name` does.
  func shelf(of name: String) -> AtomicFolder {
    AtomicFolder(path: "\(path)/\(name.prefix(2))", isShared: isShared)
  }

  // MARK: Looking

  /// Where the file of an attachment is, when there is one.
  func place(of attachment: Attachment) -> String {
    "\(shelf(of: attachment.name).path)/\(attachment.name)"
  }

  /// The place of a file in what the folder lies in, such as `attachments/1d/1dc1…`.
  package static func relativePlace(of attachment: Attachment) -> String {
    "\(name)/\(attachment.name.prefix(2))/\(attachment.name)"
  }

  /// Whether there is a file of the length that is told. Three looks at the file system.
  package func isHere(_ attachment: Attachment) -> Bool {
    size(of: attachment) == attachment.length
  }

  /// How many bytes the file of an attachment has, whatever is told of it; nil when there is none.
  /// Three looks at the file system.
  package func size(of attachment: Attachment) -> Int? {
    existingShelf(of: attachment.name)?.size(of: attachment.name)
  }

  /// Whether the content is there, by its length: three looks at the file system. A file of another
  /// length is read, because whoever wrote the reference may have told a wrong one.
  package func state(of attachment: Attachment) -> Attachment.State {
    guard let shelf = existingShelf(of: attachment.name) else { return .notHere }
    guard let size = shelf.size(of: attachment.name) else {
      return shelf.contains(attachment.name) ? .changed : .notHere
    }
    if size == attachment.length { return .here }
    return (try? check(attachment.name)) == .here ? .here : .changed
  }

  /// The files that are there: names, and lengths by which nobody has looked at the content. What
  /// is in a folder that cannot be listed is left out. O(files).
  ///
  /// - Throws: `StoreError.storage`, also when a link is in the place of the folder.
  package func contents() throws -> [String: Int] {
    var found: [String: Int] = [:]
    try forEachName { shelf, name in
      if Attachment.isName(name), name.hasPrefix(shelf) {
        found[name] = self.shelf(of: shelf).size(of: name)
      }
    }
    return found
  }

  /// Calls `body` with each name, and that of the folder that it is in.
  func forEachName(_ body: (_ shelf: String, _ name: String) throws -> Void) throws {
    try checkFolder()
    guard AtomicFolder.isFolder(path) else { return }
    let shelves: [String]
    do { shelves = try root.names().filter { $0.utf8.count == 2 && root.containsFolder($0) } } catch
    {
      throw failure(error)
    }
    try Self.each(shelves) { _, _ in
    } _: { shelf in
      let names: [String]
      do { names = try self.shelf(of: shelf).names() } catch { throw failure(error) }
      for name in names { try body(shelf, name) }
    }
  }

  // MARK: Reading

  /// Calls `body` with the content in pieces, which are valid during the call.
  ///
  /// The bytes are handed on as they are read, so do not believe them before this returns.
  ///
  /// - Throws: `StoreError`: `attachmentMissing`, `attachmentChanged`; what `body` throws.
  package func read(
    _ attachment: Attachment, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var (digest, length, most) = (SHA256Hash(), 0, attachment.length)
    let found: Int?
    try checkFolder()
    // Before gigabytes are read for nothing.
    switch state(of: attachment) {
    case .here: most = max(most, count(of: attachment))
    case .notHere: throw missing(attachment)
    case .changed: throw changed(attachment)
    }
    do {
      found = try shelf(of: attachment.name).forEachPiece(of: attachment.name) { bytes in
        // Safety: the piece stays until the closure returns, and nobody keeps it.
        digest.add(bytes)
        length += bytes.count
        guard length <= most else { throw changed(attachment) }
        try body(bytes)
      }
    } catch let error as SnapshotError {
      if error.code == .notAFile { throw changed(attachment) }
      throw failure(error)
    }
    guard found != nil else { throw missing(attachment) }
    guard digest.digest.hexadecimal == attachment.name else {
      throw changed(attachment)
    }
  }

  /// Whether a file has the content that its name says, by reading all of it.
  ///
  /// - Throws: `StoreError.storage` when the file cannot be read.
  package func check(_ name: String) throws -> Attachment.State {
    var digest = SHA256Hash()
    try checkFolder()
    guard let shelf = existingShelf(of: name) else { return .notHere }
    do {
      // Safety: the piece stays until the closure returns, and the digest does not keep it.
      let found = try shelf.forEachPiece(of: name) { digest.add($0) }
      return found == nil ? .notHere : digest.digest.hexadecimal == name ? .here : .changed
    } catch let error as SnapshotError where error.code == .notAFile {
      return .changed
    } catch {
      throw failure(error)
    }
  }

  /// The same; what cannot be read has no content that fits.
  ///
  /// - Throws: `StoreError.storage` when a link is in the place of the folder.
  func readableState(of name: String) throws -> Attachment.State {
    try checkFolder()
    do { return try check(name) } catch { return .changed }
  }

  // MARK: Errors

  package func missing(_ attachment: Attachment) -> StoreError {
    StoreError(
      .attachmentMissing,
      "the attachment \(attachment.name) is not in \(path): exchange with a member that has it, or put it back from a backup"
    )
  }

  package func changed(_ attachment: Attachment) -> StoreError {
    StoreError(
      .attachmentChanged,
      "the file \(place(of: attachment)) does not have the content after which it is named: remove it, then exchange with a member that has it, or put it back from a backup"
    )
  }

  /// An error of the file system in this layer's words.
  func failure(_ error: any Error) -> any Error {
    guard let error = error as? SnapshotError else { return error }
    let code = StoreError.Code(attachment: error)
    let full =
      "the disk that holds \(path) is full, and the attachment was not kept: \(error.message)"
    return StoreError(code, code == .diskFull ? full : error.message, cause: error)
  }
}
