internal import DaybookSnapshot

/// Files that somebody has found changed in a folder that many use. Who finds one may not have it
/// whole, so a file `HASH.changed` beside it asks the others for it.
extension AttachmentFolder {
  /// The end of a mark's name.
  package static let mark = ".changed"

  /// The name of the file that a mark is beside; nil for what is no mark.
  package static func name(markedBy mark: String) -> String? {
    guard mark.hasSuffix(Self.mark) else { return nil }
    let name = String(mark.dropLast(Self.mark.utf8.count))
    return Attachment.isName(name) ? name : nil
  }

  /// Asks for a file to be put there anew.
  ///
  /// - Throws: `StoreError.storage`.
  package func mark(_ attachment: Attachment) throws {
    guard let shelf = existingShelf(of: attachment.name) else { return }
    do { try shelf.replace(attachment.name + Self.mark, with: []) } catch { throw failure(error) }
  }

  /// The names of the files that are asked for. O(files).
  ///
  /// - Throws: `StoreError.storage`, also when a link is in the place of the folder.
  package func marked() throws -> Set<String> {
    var found: Set<String> = []
    try forEachName { shelf, name in
      if let name = Self.name(markedBy: name), name.hasPrefix(shelf) { found.insert(name) }
    }
    return found
  }

  /// Puts the files there anew that are asked for and have changed, as far as another folder has
  /// them, and takes away the marks of those that are whole then.
  ///
  /// - Parameter attachments: those that are asked for.
  /// - Throws: as `copy`.
  package func mend(
    _ attachments: some Sequence<Attachment>, from other: AttachmentFolder
  ) throws -> Copied {
    let copied = try copy(attachments, from: other, checksAll: true)
    let lacking = Set(copied.lacking.map(\.name))
    for attachment in attachments where !lacking.contains(attachment.name) {
      do { try shelf(of: attachment.name).remove(attachment.name + Self.mark) } catch {
        throw failure(error)
      }
    }
    return copied
  }
}
