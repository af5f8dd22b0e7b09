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
}
