internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// A peer that has the files of attachments in a folder.
protocol AttachmentPeer: SyncPeer {
  /// The folder of a space, to read; nil when there is none.
  func attachments(of space: UUID) -> AttachmentFolder?

  /// The folder of a space, to write.
  ///
  /// - Throws: `SyncError.peer` when it cannot be made.
  func makeAttachments(of space: UUID) throws -> AttachmentFolder
}

extension FolderPeer: AttachmentPeer {
  func attachments(of space: UUID) -> AttachmentFolder? { FolderPlace(path, space).attachments }

  func makeAttachments(of space: UUID) throws -> AttachmentFolder {
    do { return try FolderPlace(path, space).makeAttachments() } catch {
      throw SyncError(.peer, error.message)
    }
  }
}

extension StorePeer: AttachmentPeer {
  func attachments(of space: UUID) -> AttachmentFolder? { replication.store.attachments.folder }

  func makeAttachments(of space: UUID) throws -> AttachmentFolder {
    replication.store.attachments.folder
  }
}
