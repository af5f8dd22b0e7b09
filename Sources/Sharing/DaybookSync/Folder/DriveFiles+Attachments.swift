package import Daybook
internal import DaybookSnapshot

extension DriveFiles {
  package func attachments(at place: FolderPlace) async throws -> AttachmentListing {
    try await OwnThread.value {
      guard let shared = shared(at: place) else { return AttachmentListing() }
      return AttachmentListing(try shared.contents(), changed: try shared.marked())
    }
  }

  package func mend(
    _ attachments: [Attachment], from folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied {
    try await OwnThread.value {
      guard let shared = shared(at: place) else { return AttachmentFolder.Copied() }
      return try shared.mend(attachments, from: folder)
    }
  }

  package func mark(_ attachments: [Attachment], at place: FolderPlace) async throws {
    try await OwnThread.value {
      guard let shared = shared(at: place) else { return }
      for attachment in attachments { try shared.mark(attachment) }
    }
  }

  package func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied {
    try await OwnThread.value {
      let shared = try SyncError.asPeer {
        AttachmentFolder(path: try making(place.attachments).path, isShared: true)
      }
      return try shared.copy(attachments, from: folder)
    }
  }

  package func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, at place: FolderPlace
  ) async throws -> AttachmentFolder.Copied {
    try await OwnThread.value {
      guard let shared = shared(at: place) else { return AttachmentFolder.Copied() }
      return try folder.copy(attachments, from: shared)
    }
  }

  /// The folder of the attachments; nil when there is none. A link to one is none.
  private func shared(at place: FolderPlace) -> AttachmentFolder? {
    existing(place.attachments).map { AttachmentFolder(path: $0.path, isShared: true) }
  }
}
