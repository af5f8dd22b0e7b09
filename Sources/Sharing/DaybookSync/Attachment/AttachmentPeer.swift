internal import Daybook
internal import Foundation

/// A peer that has the files of attachments.
///
/// It may say of a file what it likes: whoever takes one compares it with its name.
protocol AttachmentPeer: SyncPeer {
  /// The files of a space that are there: names and lengths.
  func files(of space: UUID) async throws -> [String: Int]

  /// Puts files there that it lacks, from a store's folder.
  func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied

  /// Brings files from there into a store's folder.
  func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied
}

extension StorePeer: AttachmentPeer {
  private var folder: AttachmentFolder { replication.store.attachments.folder }

  func files(of space: UUID) async throws -> [String: Int] {
    try await OwnThread.value { [folder] in try folder.contents() }
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
