internal import Daybook
internal import Synchronization

/// A folder has the files of attachments as a store does, each named after its content.
extension FolderPeer: AttachmentPeer {
  /// Far away they are listed when the folder is, and known until then.
  func files(of space: UUID) async throws -> AttachmentListing {
    try await turns.take {
      let found = known.withLock { known in
        if !known.index.hasAttachments, known.attachments == nil {
          known.attachments = AttachmentListing()
        }
        return known.attachments
      }
      if let found, !files.isNear { return found }
      let there = try await files.attachments(at: FolderPlace(space))
      known.withLock { $0.attachments = there }
      return there
    }
  }

  func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await writing(attachments, of: space) { place in
      try await files.put(attachments, from: folder, at: place)
    }
  }

  func mend(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await writing(attachments, of: space) { place in
      try await files.mend(attachments, from: folder, at: place)
    }
  }

  func mark(_ attachments: [Attachment], of space: UUID) async throws {
    try await turns.take {
      let place = FolderPlace(space)
      try await beforeWriting(at: place)
      try await files.mark(attachments, at: place)
      known.withLock { $0.attachments?.changed.formUnion(attachments.map(\.name)) }
    }
  }

  /// Puts files there, and notes which are there then.
  private func writing(
    _ attachments: [Attachment], of space: UUID,
    _ put: (FolderPlace) async throws -> AttachmentFolder.Copied
  ) async throws -> AttachmentFolder.Copied {
    try await turns.take {
      let place = FolderPlace(space)
      try await beforeWriting(at: place)
      let copied = try await put(place)
      let lacking = Set(copied.lacking)
      known.withLock { known in
        for file in attachments where !lacking.contains(file) {
          known.attachments?.lengths[file.name] = file.length
          known.attachments?.changed.remove(file.name)
        }
      }
      return copied
    }
  }

  func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await turns.take {
      let copied = try await files.take(attachments, into: folder, at: FolderPlace(space))
      // A listed file is there no more, or another member puts it there anew.
      if !copied.lacking.isEmpty { known.withLock { $0.attachments = nil } }
      return copied
    }
  }
}
