internal import Daybook
internal import Foundation

extension BackupCatalog {
  /// Finds what a backup refers to.
  func addReferences(
    of name: BackupName, to references: inout AttachmentReferences
  ) throws {
    if name.isFull {
      // A row of LMDB lies in its file in one piece.
      try Data(contentsOf: URL(fileURLWithPath: data(name)), options: .alwaysMapped)
        .withUnsafeBytes { references.add($0) }
    } else {
      try file(name).forEach { _, message in
        references.add(message)
        return true
      }
    }
  }

  /// What a backup refers to.
  func references(of name: BackupName) throws -> AttachmentReferences {
    var references = AttachmentReferences()
    try addReferences(of: name, to: &references)
    return references
  }

  /// The stores that others share, as their backups say. Reads the increments of those whose full
  /// backups do not say so; a backup that cannot be read says nothing.
  var sharedStores: Set<String> {
    stores.filter { store in
      let own = only(store)
      return own.fulls.contains { (try? isShared($0)) ?? false }
        || own.logs.contains { (try? hasStatements($0)) ?? false }
    }
  }

  private func isShared(_ full: BackupName) throws -> Bool {
    try checkSize(of: full, manifest(full))
    return try StoreCopy.isShared(at: path(full))
  }

  /// Whether an increment holds statements about the space of its store.
  private func hasStatements(_ log: BackupName) throws -> Bool {
    var found = false
    try file(log).forEach { _, bytes in
      let message = try LogMessage(bytes)
      found = message.events.contains {
        $0.kind == SpaceStatement.kind && $0.entity == message.space
      }
      return !found
    }
    return found
  }
}
