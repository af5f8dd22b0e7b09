package import Daybook
internal import DaybookSnapshot

extension DriveFiles {
  package func attachments(at place: FolderPlace) async throws -> [String: Int] {
    try await OwnThread.value { try shared(at: place)?.contents() ?? [:] }
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
