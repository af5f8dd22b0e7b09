internal import Daybook

/// The files of attachments, which the backups of a folder have in common: content that one backup
/// has is not copied for the next.
extension Backup {
  static func attachments(in folder: String) -> AttachmentFolder {
    AttachmentFolder(path: "\(folder)/\(AttachmentFolder.name)")
  }

  /// What became of the files in a run.
  struct Files {
    /// How many were copied.
    var copied = 0
    /// The names of those that have another content in the store.
    var changed: [String] = []
    /// The names of those that neither the store nor the folder has, and that nobody else may have.
    var missing: [String] = []
    /// The same of a shared store: a member may send them.
    var awaited: [String] = []
    /// Those that could not be copied, by their places, and why.
    var problems: [String: String] = [:]
  }

  /// Copies what the store has and the folder lacks, before the log is backed up, because a purge
  /// may let go of it meanwhile. What fails is told when it is done again.
  func copyFirst(of store: EventStore, to files: inout Files) {
    files.copied = (try? copy(of: store, checksAll: false))?.files ?? 0
  }

  /// Copies what the store has and the folder lacks, and notes what cannot be had.
  ///
  /// - Parameter checksAll: whether to read what the folder has, and to copy what has changed anew.
  /// - Throws: `StoreError`: `diskFull`, `overQuota`.
  func copyAll(of store: EventStore, checksAll: Bool, to files: inout Files) throws {
    do {
      let copied = try copy(of: store, checksAll: checksAll)
      files.copied += copied.files
      files.changed = copied.changed.map(\.name)
      for (file, why) in copied.failed {
        files.problems[AttachmentFolder.relativePlace(of: file)] = why
      }
      let told = Set(copied.lacking.map(\.name))
      let there = Set(try Self.attachments(in: folder).contents().keys).union(told)
      let lacking = try store.attachments.references().neededNames.subtracting(there).sorted()
      if try store.attachments.isShared() {
        files.awaited = lacking
      } else {
        files.missing = lacking
      }
    } catch let error as StoreError where ![.diskFull, .overQuota].contains(error.code) {
      files.problems[AttachmentFolder.name] = error.message
    }
  }

  private func copy(of store: EventStore, checksAll: Bool) throws -> AttachmentFolder.Copied {
    let (own, there) = (store.attachments.folder, Self.attachments(in: folder))
    var copied = try there.copy(own.attachments(), from: own, checksAll: checksAll)
    // Somebody has removed it meanwhile, because nothing refers to it.
    copied.missing = []
    return copied
  }

  /// The files of attachments that are there, by their names.
  struct FoundFiles {
    let there: Set<String>
    /// Those among them whose content is not what their names say.
    let damaged: Set<String>
    /// The stores that others share, who may still send what is not there.
    let sharedStores: Set<String>
  }

  /// Reads all of the files.
  func foundFiles(_ catalog: BackupCatalog) -> FoundFiles {
    let files = Self.attachments(in: folder)
    let there = (try? files.contents().keys).map(Set.init) ?? []
    return FoundFiles(
      there: there, damaged: there.filter { (try? files.check($0)) != .here },
      sharedStores: catalog.sharedStores)
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
    for name in catalog.fulls + catalog.logs {
      try catalog.addReferences(of: name, to: &references)
    }
    return references
  }
}
