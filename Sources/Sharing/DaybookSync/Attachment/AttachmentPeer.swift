internal import Daybook

/// A peer that has the files of attachments.
///
/// It may say of a file what it likes: whoever takes one compares it with its name.
protocol AttachmentPeer: SyncPeer {
  /// The files of a space that are there.
  func files(of space: UUID) async throws -> AttachmentListing

  /// Puts files there that it lacks, from a store's folder.
  func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied

  /// Puts files there anew that have changed, from a store's folder.
  func mend(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied

  /// Tells others that files have changed there, so that who has them whole puts them there anew.
  func mark(_ attachments: [Attachment], of space: UUID) async throws

  /// Brings files from there into a store's folder.
  func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied
}

/// A peer keeps its files whole by itself, unless it says otherwise.
extension AttachmentPeer {
  func mend(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied { AttachmentFolder.Copied() }

  func mark(_ attachments: [Attachment], of space: UUID) async throws {}
}

extension StorePeer: AttachmentPeer {
  private var folder: AttachmentFolder { replication.store.attachments.folder }

  func files(of space: UUID) async throws -> AttachmentListing {
    AttachmentListing(try await OwnThread.value { [folder] in try folder.contents() })
  }

  func put(
    _ attachments: [Attachment], from other: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await OwnThread.value { [folder] in try folder.copy(attachments, from: other) }
  }

  func take(
    _ attachments: [Attachment], into other: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await OwnThread.value { [folder] in try other.copy(attachments, from: folder) }
  }
}
