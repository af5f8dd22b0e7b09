internal import Daybook
internal import DaybookSnapshot
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

/// A peer that has them in a folder of this machine.
protocol AttachmentFolderPeer: AttachmentPeer {
  /// The folder of a space, to read; nil when there is none.
  func attachments(of space: UUID) -> AttachmentFolder?

  /// The folder of a space, to write.
  ///
  /// - Throws: `SyncError.peer` when it cannot be made.
  func makeAttachments(of space: UUID) throws -> AttachmentFolder
}

extension AttachmentFolderPeer {
  func files(of space: UUID) async throws -> [String: Int] {
    try await OwnThread.value { try attachments(of: space)?.contents() ?? [:] }
  }

  func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await OwnThread.value { try makeAttachments(of: space).copy(attachments, from: folder) }
  }

  func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await OwnThread.value {
      guard let there = self.attachments(of: space) else { return AttachmentFolder.Copied() }
      return try folder.copy(attachments, from: there)
    }
  }
}

extension FolderPeer: AttachmentFolderPeer {
  func attachments(of space: UUID) -> AttachmentFolder? {
    let place = FolderPlace(space).attachments
    return (files as? DriveFiles)?.existing(place)
      .map { AttachmentFolder(path: $0.path, isShared: true) }
  }

  func makeAttachments(of space: UUID) throws -> AttachmentFolder {
    guard let drive = files as? DriveFiles else {
      throw SyncError(.peer, "attachments travel by way of a folder on a drive, not by \(path)")
    }
    return try SyncError.asPeer {
      AttachmentFolder(path: try drive.making(FolderPlace(space).attachments).path, isShared: true)
    }
  }
}

extension StorePeer: AttachmentFolderPeer {
  func attachments(of space: UUID) -> AttachmentFolder? { replication.store.attachments.folder }

  func makeAttachments(of space: UUID) throws -> AttachmentFolder {
    replication.store.attachments.folder
  }
}
