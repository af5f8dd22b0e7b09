internal import DaybookSnapshot
internal import LMDB

/// Where a new store is made: it gets its place when it is whole, and leaves nothing when it fails.
struct SalvageDraft {
  /// Where the rows of the old store are put.
  var rows: String { path + "/rows" }
  /// Where the new store is made.
  var store: String { path + "/store" }

  private let path: String
  private let lock: DraftLock?
  private let target: AtomicFolder
  /// The folders that were made for it, the outermost first.
  private let made: [String]

  private static let prefix = ".daybook-salvage-"

  /// Makes a folder of its own within that of the new store, which is made when it is missing.
  /// Removes what salvages that were killed have left there.
  ///
  /// - Throws: `StoreError.storage`, whose cause is a `SnapshotError`.
  init(in directory: String) throws {
    target = AtomicFolder(path: directory)
    var made: [String] = []
    do {
      made = try target.make()
      target.removeDeadDrafts(Self.prefix)
      (path, lock) = try target.makeDraft(Self.prefix)
    } catch {
      Self.removeEmpty(made)
      throw StoreError(.storage, error.message, cause: error)
    }
    self.made = made
  }

  /// Copies the files of attachments that are whole. Returns a note of each that is not.
  func copyAttachments(of directory: String) throws -> [String] {
    let old = AttachmentFolder(path: "\(directory)/\(AttachmentFolder.name)")
    let new = AttachmentFolder(path: "\(store)/\(AttachmentFolder.name)")
    let copied: AttachmentFolder.Copied
    do { copied = try new.copyAll(from: old) } catch let error as StoreError
      where error.code == .storage
    {
      return ["no file of an attachment was copied: \(error.message)"]
    }
    return copied.changed.map { "the file of the attachment \($0.name) has another content" }
      + copied.failed.sorted { $0.key.name < $1.key.name }
      .map { "the file of the attachment \($0.name) cannot be copied: \($1)" }
  }

  /// Gives the new store, which is closed, its place.
  func keep() throws {
    guard !target.contains("data.mdb") else {
      throw StoreError(.invalidArgument, "somebody has made a store at \(target.path) meanwhile")
    }
    // It is moved without its journal.
    try Environment.flush(in: store)
    do {
      let folder = AtomicFolder(path: store)
      if folder.contains(AttachmentFolder.name) {
        try folder.move(AttachmentFolder.name, to: target, as: AttachmentFolder.name)
      }
      try folder.move("data.mdb", to: target, as: "data.mdb")
    } catch {
      throw StoreError(.storage, error.message, cause: error)
    }
    do {
      for folder in [target.path] + made {
        try Environment.keepName(in: folder)
      }
    } catch {
      try? target.remove("data.mdb")
      throw error
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes everything that was made.
  func discard() {
    try? FileManager.default.removeItem(atPath: path)
    Self.removeEmpty(made)
  }

  private static func removeEmpty(_ folders: [String]) {
    for folder in folders.reversed() { AtomicFolder(path: folder).removeEmpty() }
  }

  /// An error that names no folder but the one that the caller named.
  func told(_ error: any Error) -> any Error {
    guard let error = error as? StoreError else { return error }
    var message = error.message
    for inner in [store, rows, path] { message = message.replacing(inner, with: target.path) }
    // The writer has stopped because of the disk, which is the news: nobody writes on in a draft.
    if let cause = error.cause as? StoreError,
      [.diskFull, .fileSizeLimit, .overQuota].contains(cause.code)
    {
      return told(cause)
    }
    if let cause = error.cause as? LMDBError, cause.code == .noSpace {
      return StoreError(
        .diskFull, "the disk that holds \(target.path) is full: \(cause); make room, and try again",
        cause: error)
    }
    return StoreError(error.code, message, cause: error.cause)
  }
}
