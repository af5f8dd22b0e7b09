internal import DaybookSnapshot

/// Files that come in pieces over a network. What has come of them lies in a folder of the same
/// form, `arriving`, until they are whole.
extension AttachmentFolder {
  /// Where what has come of files lies; one sender's is apart from another's.
  ///
  /// - Parameter sender: a name of letters, digits and `-`; empty where there is one.
  package func arriving(from sender: String = "") -> AttachmentFolder {
    AttachmentFolder(
      path: "\(path)/arriving" + (sender.isEmpty ? "" : "/\(sender)"), isShared: isShared)
  }

  /// How many bytes of a file are in this folder, whole or not.
  package func count(of attachment: Attachment) -> Int {
    shelf(of: attachment.name).size(of: attachment.name) ?? 0
  }

  /// Some bytes of a file from a place on: as many as there are, up to a number. Nobody has
  /// compared them with its name.
  ///
  /// - Throws: `StoreError`: `attachmentMissing`, `attachmentChanged` for what is no file,
  ///   `storage`.
  package func piece(of attachment: Attachment, from place: Int, upTo most: Int) throws -> [UInt8] {
    do {
      let shelf = shelf(of: attachment.name)
      guard let bytes = try shelf.bytes(of: attachment.name, from: place, upTo: most) else {
        throw missing(attachment)
      }
      return bytes
    } catch let error as SnapshotError {
      if error.code == .notAFile { throw changed(attachment) }
      throw failure(error)
    }
  }

  /// Takes in the next piece of a file, in the folder for what arrives. A file that is whole goes
  /// to `target`, if it has the content that its name says.
  ///
  /// - Parameters:
  ///   - place: where the piece begins; one that does not go on from what is here is left.
  ///   - replaces: whether to take the file though `target` has one of its length, because that has
  ///     another content.
  /// - Returns: how many bytes of the file are here now: all of them when it is in `target`.
  /// - Throws: `StoreError`: `attachmentChanged` for a file with another content, of which nothing
  ///   is kept; `tooLarge` for more bytes than it has; `diskFull`, `overQuota`, `fileSizeLimit`,
  ///   `storage`.
  package func add(
    _ piece: [UInt8], at place: Int, of attachment: Attachment, for target: AttachmentFolder,
    replaces: Bool = false
  ) throws -> Int {
    // By its length: who sends pieces must not have the file read for each.
    if !replaces, target.isHere(attachment) { return attachment.length }
    var known = count(of: attachment)
    if known > attachment.length {
      // Its sender has told another length before.
      drop(attachment)
      known = 0
    }
    if place == known {
      guard piece.count <= attachment.length - place else {
        throw StoreError(
          .tooLarge, "the attachment \(attachment.name) has \(attachment.length) bytes, not more")
      }
      do {
        try makeShelf(of: attachment.name).write(piece, at: place, of: attachment.name)
      } catch { throw failure(error) }
      known += piece.count
    }
    if known < attachment.length { return known }
    defer { drop(attachment) }
    _ = try target.copy(attachment, from: self)
    return attachment.length
  }

  private func makeShelf(of name: String) throws -> AtomicFolder {
    _ = try root.make()
    return try root.makeFolder(String(name.prefix(2)))
  }

  /// Forgets what has come of a file.
  package func drop(_ attachment: Attachment) {
    try? shelf(of: attachment.name).remove(attachment.name)
  }

  /// Removes what has come of files, from whomever, and was not gone on with since a date. Returns
  /// how many bytes that were.
  ///
  /// - Throws: `StoreError.storage`.
  @discardableResult
  package func removeArriving(writtenBefore date: Date) throws -> Int {
    let limit = Int(date.timeIntervalSince1970.rounded(.down))
    let whole = arriving()
    guard AtomicFolder.isFolder(whole.path) else { return 0 }
    var removed = 0
    do {
      let senders = try whole.root.names().filter { $0.utf8.count > 2 }
      for folder in [whole] + senders.map({ arriving(from: $0) }) {
        for attachment in try folder.attachments()
        where folder.shelf(of: attachment.name).lastWritten(attachment.name) ?? limit < limit {
          folder.drop(attachment)
          removed += attachment.length
        }
      }
    } catch { throw failure(error) }
    return removed
  }
}
