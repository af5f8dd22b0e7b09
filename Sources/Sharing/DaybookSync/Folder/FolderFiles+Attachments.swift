package import Daybook

/// The files of attachments where each travels in one request, and in memory.
extension FolderFiles {
  /// The most bytes of one.
  private var largestAttachment: Int { 64 << 20 }

  package func listWithin(_ folder: String) async throws -> [FolderEntry] {
    let folders = try await list(folder, after: nil).filter(\.isFolder)
    var found: [FolderEntry] = []
    try await answer(folders.map { .list("\(folder)/\($0.name)", after: nil) }) { wish, answer in
      guard case .list(let place, _) = wish, case .entries(let entries) = answer else { return }
      found += entries.map { entry in
        FolderEntry(
          name: "\(FolderLook.name(place))/\(entry.name)", isFolder: entry.isFolder,
          size: entry.size, tag: entry.tag)
      }
    }
    return found
  }

  package func attachments(at place: FolderPlace) async throws -> AttachmentListing {
    var found = AttachmentListing()
    for entry in try await listWithin(place.attachments) {
      let name = FolderLook.name(entry.name)
      guard entry.name == "\(name.prefix(2))/\(name)" else { continue }
      if Attachment.isName(name) {
        found.lengths[name] = entry.size
      } else if let marked = AttachmentFolder.name(markedBy: name) {
        found.changed.insert(marked)
      }
    }
    return found
  }

  package func mend(
    _ attachments: [Attachment], from folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied {
    let copied = try await put(attachments, from: folder, at: place)
    let lacking = Set(copied.lacking)
    for attachment in attachments where !lacking.contains(attachment) {
      _ = try await remove(
        [FolderPlace.mark(of: attachment)], in: place.shelf(of: attachment))
    }
    return copied
  }

  package func mark(_ attachments: [Attachment], at place: FolderPlace) async throws {
    for attachment in attachments {
      try await replace(
        "\(place.shelf(of: attachment))/\(FolderPlace.mark(of: attachment))", with: [])
    }
  }

  package func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied {
    try await AttachmentFolder.Copied.oneByOne(attachments) { attachment in
      try checkSize(of: attachment)
      let content = try await OwnThread.value {
        var content: [UInt8] = []
        content.reserveCapacity(attachment.length)
        // Safety: the piece is copied before the closure returns.
        try folder.read(attachment) { content += $0 }
        return content
      }
      // Every member that puts a file there under this name puts the same there.
      try await replace(place.file(of: attachment), with: content)
    }
  }

  package func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied {
    try await AttachmentFolder.Copied.oneByOne(attachments) { attachment in
      try checkSize(of: attachment)
      switch try await read(place.file(of: attachment), limit: attachment.length) {
      case .bytes(let content):
        try await OwnThread.value { try folder.add(content, as: attachment) }
      case .missing: throw folder.missing(attachment)
      case .unreadable: throw folder.changed(attachment)
      }
    }
  }

  /// - Throws: `StoreError.tooLarge`.
  private func checkSize(of attachment: Attachment) throws {
    guard attachment.length > largestAttachment else { return }
    throw StoreError(
      .tooLarge,
      "it has \(attachment.length) bytes, more than the \(largestAttachment) that travel by \(address); exchange over a drive, a hub or a connection, too"
    )
  }
}
