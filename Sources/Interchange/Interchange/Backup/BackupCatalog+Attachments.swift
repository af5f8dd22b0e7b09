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

  /// Which of some files a backup refers to; none when it cannot be read.
  func attachments(of name: BackupName, among files: Set<String>) -> [String] {
    var references = AttachmentReferences()
    if files.isEmpty { return [] }
    try? addReferences(of: name, to: &references)
    return files.intersection(references.names).sorted()
  }
}
