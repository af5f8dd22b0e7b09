internal import Daybook
internal import Foundation
internal import Synchronization

/// A folder has the files of attachments as a store does, each named after its content.
extension FolderPeer: AttachmentPeer {
  /// Far away they are listed when the folder is, and known until then.
  func files(of space: UUID) async throws -> [String: Int] {
    try await turns.take {
      let found = known.withLock { known in
        if !known.index.hasAttachments, known.attachments == nil { known.attachments = [:] }
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
    try await turns.take {
      let place = FolderPlace(space)
      try await beforeWriting(at: place)
      let copied = try await files.put(attachments, from: folder, at: place)
      let lacking = Set(copied.lacking)
      known.withLock { known in
        for file in attachments where !lacking.contains(file) {
          known.attachments?[file.name] = file.length
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
      // What was listed is there no more, or another member puts it there anew.
      if !copied.lacking.isEmpty { known.withLock { $0.attachments = nil } }
      return copied
    }
  }
}
