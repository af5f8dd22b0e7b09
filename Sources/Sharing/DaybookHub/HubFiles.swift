internal import Crypto
internal import Daybook
internal import DaybookSync
internal import Foundation
internal import Synchronization

/// The files of a space's attachments at a hub. They lie beside the log, as every store has them.
///
/// A file comes in pieces, those of each device apart from those of others, and counts when all of
/// it is there and has the content that its name says. The hub cannot tell which files a later
/// version refers to, so it removes none.
final class HubFiles: Sendable {
  private struct State {
    var lengths: [String: Int] = [:]
    var order: [Attachment] = []

    mutating func note(_ file: Attachment) {
      if lengths.updateValue(file.length, forKey: file.name) == nil { order.append(file) }
    }
  }

  private let folder: AttachmentFolder
  private let size: SpaceSize
  private let now: @Sendable () -> Date
  /// What is there, in the order in which it came; nil until somebody asks.
  private let state = Mutex<State?>(nil)
  /// Names the order, which another process would have otherwise.
  private let list = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }

  /// How long a device has for going on with a file, in seconds.
  private static let patience = 86_400.0

  init(_ folder: AttachmentFolder, _ size: SpaceSize, now: @escaping @Sendable () -> Date) {
    (self.folder, self.size, self.now) = (folder, size, now)
  }

  /// The files that are there and not known yet.
  func since(_ known: FileList) throws -> FileList {
    try withState { state in
      let isGoingOn = known.list == list && known.known <= state.order.count
      let first = isGoingOn ? known.known : 0
      return FileList(list, known: first, files: Array(state.order[first...]))
    }
  }

  private func withState<R>(_ body: (inout State) throws -> R) throws -> R {
    try state.withLock { state in
      var known = try state ?? Self.found(in: folder)
      defer { state = known }
      return try body(&known)
    }
  }

  private static func found(in folder: AttachmentFolder) throws -> State {
    var state = State()
    for file in try folder.attachments() { state.note(file) }
    return state
  }

  /// Some bytes of a file; none at its end, and when there is no such file.
  func piece(_ asked: FilePiece) async throws -> [UInt8] {
    let folder = folder
    return try await Self.asPeer {
      // By its length: who asks for pieces must not have the file read for each.
      guard folder.isHere(asked.file) else { return [] }
      return try folder.piece(of: asked.file, from: asked.place, upTo: FilePiece.size)
    }
  }

  /// Takes in a piece. Returns how much of the file is there.
  ///
  /// - Throws: `SyncError.malformed` for a file that is whole and has another content than its name
  ///   says; `HubRefusal.full`.
  func add(_ piece: FilePiece, from replica: ReplicaID) async throws -> FilePiece {
    let arriving = folder.arriving(from: replica.uuid.uuidString.lowercased())
    let day = now().addingTimeInterval(-Self.patience)
    let file = piece.file
    let count = try await Self.asPeer { [folder, size] in
      if piece.place == 0 { size.add(-(try folder.removeArriving(writtenBefore: day))) }
      do {
        return try arriving.add(piece.content, at: piece.place, of: file, for: folder)
      } catch {
        size.measureAgain()
        throw error
      }
    }
    if count == piece.place + piece.content.count { size.add(piece.content.count) }
    if count == file.length { try withState { $0.note(file) } }
    return FilePiece(of: file, at: count)
  }

  /// Works with files on a thread of its own: the last piece of a large one takes a while.
  private static func asPeer<R: Sendable>(
    _ body: @escaping @Sendable () throws -> R
  ) async throws -> R {
    do { return try await OwnThread.value(body) } catch let error as StoreError {
      switch error.code {
      case .attachmentChanged:
        throw SyncError(.malformed, "the file was changed on its way; it comes anew")
      case .tooLarge: throw SyncError(.tooLarge, error.message)
      case .diskFull, .overQuota, .fileSizeLimit: throw HubRefusal.full
      default: throw SyncError(.peer, "the hub cannot use its files: \(error.code)")
      }
    }
  }
}
