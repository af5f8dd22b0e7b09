internal import Daybook
internal import Synchronization

/// A hub has files in pieces, so that a body stays within its limits. Both sides compare a file
/// with its name when all of it has come; what has come of one before is gone on with.
extension HubPeer: AttachmentPeer {
  /// A large file has more pieces than a hub takes calls at once.
  private static let tries = 5

  func files(of space: UUID) async throws -> AttachmentListing {
    let known = knownFiles.withLock { $0 }
    let answer = try FileList(
      bytes: try await ask(.files, FileList(known.list, known: known.count).bytes))
    return AttachmentListing(knownFiles.withLock { $0.add(answer) })
  }

  func put(
    _ attachments: [Attachment], from folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    try await AttachmentFolder.Copied.oneByOne(attachments) { attachment in
      do {
        try await put(attachment, from: folder)
      } catch let error as SyncError where error.code == .malformed {
        // The hub has compared it with its name, or what passed was changed.
        let isWhole = try await OwnThread.value { try folder.check(attachment.name) == .here }
        if isWhole { throw Self.odd }
        throw folder.changed(attachment)
      }
    }
  }

  /// Hands over a file, beginning where the hub has left off.
  ///
  /// - Throws: `OneFileError` when the hub answers something else than was asked;
  ///   `SyncError.malformed` when it cannot use what came; `StoreError`.
  private func put(_ attachment: Attachment, from folder: AttachmentFolder) async throws {
    var place = 0
    while true {
      let from = place
      let content = try await OwnThread.value {
        try folder.piece(of: attachment, from: from, upTo: FilePiece.size)
      }
      let piece = FilePiece(of: attachment, at: place, content: content)
      let answer = try FilePiece(bytes: try await ask(.add, piece.bytes, tries: Self.tries))
      guard answer.file == attachment, answer.place > place || content.isEmpty else {
        throw Self.odd
      }
      place = answer.place
      if place == attachment.length { return }
      if content.isEmpty { throw folder.changed(attachment) }
    }
  }

  /// - Throws: `OneFileError` when the hub has not got what was asked.
  private func content(of piece: FilePiece) async throws -> [UInt8] {
    do {
      return try await ask(.piece, piece.bytes, tries: Self.tries)
    } catch let error as SyncError where error.code == .malformed {
      throw Self.odd
    }
  }

  private static var odd: OneFileError {
    OneFileError(why: "it, or the hub's answer, was changed on its way; exchange again")
  }

  func take(
    _ attachments: [Attachment], into folder: AttachmentFolder, of space: UUID
  ) async throws -> AttachmentFolder.Copied {
    let arriving = folder.arriving()
    let day = store.now().addingTimeInterval(-86_400)
    _ = try await OwnThread.value { try folder.removeArriving(writtenBefore: day) }
    return try await AttachmentFolder.Copied.oneByOne(attachments) { attachment in
      var place = min(arriving.count(of: attachment), attachment.length)
      while true {
        let piece = FilePiece(of: attachment, at: place)
        let content = try await self.content(of: piece)
        let from = place
        place = try await OwnThread.value {
          try arriving.add(content, at: from, of: attachment, for: folder)
        }
        if place == attachment.length { return }
        // The hub has less of it than it said, and what came need not be right.
        if content.isEmpty {
          arriving.drop(attachment)
          throw folder.missing(attachment)
        }
      }
    }
  }
}

/// The files that a hub has, as far as it has told.
struct KnownFiles: Sendable {
  private(set) var list: [UInt8] = []
  private(set) var count = 0
  private var lengths: [String: Int] = [:]

  /// Takes in what the hub tells. Returns all that it has, names and lengths.
  mutating func add(_ answer: FileList) -> [String: Int] {
    if answer.list != list || answer.known != count {
      lengths = [:]
      count = 0
    }
    list = answer.list
    count += answer.files.count
    for file in answer.files { lengths[file.name] = file.length }
    return lengths
  }
}
