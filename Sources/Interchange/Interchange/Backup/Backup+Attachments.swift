internal import Daybook
internal import Foundation

/// The files of attachments, which the backups of a folder have in common: content that one backup
/// has is not copied for the next.
extension Backup {
  static func attachments(in folder: String) -> AttachmentFolder {
    AttachmentFolder(path: "\(folder)/\(AttachmentFolder.name)")
  }

  /// Copies what the store has and the folder lacks.
  func copyAttachments(of store: EventStore) throws -> AttachmentFolder.Copied {
    try Self.attachments(in: folder).copyAll(from: store.attachments.folder)
  }

  /// Removes the files that no backup in the folder refers to. When a backup cannot be read, all of
  /// them stay. Reads every backup.
  func removeAttachments() throws {
    let files = Self.attachments(in: folder)
    let there = Set(try files.contents().keys)
    guard !there.isEmpty, let references = try? references() else { return }
    _ = try files.remove(there.subtracting(references.names), writtenBefore: .distantFuture)
  }

  private func references() throws -> AttachmentReferences {
    let catalog = try BackupCatalog(folder)
    var references = AttachmentReferences()
    for full in catalog.fulls {
      // A row of LMDB lies in its file in one piece.
      try Data(contentsOf: URL(fileURLWithPath: catalog.data(full)), options: .alwaysMapped)
        .withUnsafeBytes { references.add($0) }
    }
    for log in catalog.logs {
      try catalog.file(log).forEach { _, message in
        references.add(message)
        return true
      }
    }
    return references
  }
}
