internal import Crypto
internal import Daybook
internal import DaybookSync
internal import Foundation
internal import Synchronization

/// The files of a space's attachments at a hub. They lie beside the log, as every store has them.
///
/// A file comes in pieces, those of each device apart from those of others, and counts when all of
/// it is there and has the content that its name says. The hub cannot tell which files a later
/// version refers to, so it removes none. One that somebody else has removed or changed leaves the
/// list as soon as a member asks for it, so that who has it puts it there anew.
final class HubFiles: Sendable {
  private struct State {
    /// Names the order: another one once a file has left it, and in another process.
    var list = State.newList()
    var lengths: [String: Int] = [:]
    /// What is there, in the order in which it came. One that came with another length comes again.
    var order: [Attachment] = []
    /// The names of files that have another content. They are not in the list, and are taken anew.
    var changed: Set<String> = []
    /// When the content of a file was compared with its name.
    var compared: [String: Date] = [:]

    private static func newList() -> [UInt8] {
      SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    }

    mutating func note(_ file: Attachment) {
      changed.remove(file.name)
      if lengths.updateValue(file.length, forKey: file.name) != file.length { order.append(file) }
    }

    mutating func drop(_ name: String) {
      guard lengths.removeValue(forKey: name) != nil else { return }
      order.removeAll { $0.name == name }
      list = Self.newList()
    }
  }

  private let folder: AttachmentFolder
  private let size: SpaceSize
  private let now: @Sendable () -> Date
  /// What is there; nil until somebody asks.
  private let state = Mutex<State?>(nil)

  /// How long a device has for going on with a file, in seconds.
  private static let patience = 86_400.0
  /// For how many seconds a file counts as what it was compared to be.
  private static let trust = 3_600.0

  init(_ folder: AttachmentFolder, _ size: SpaceSize, now: @escaping @Sendable () -> Date) {
    (self.folder, self.size, self.now) = (folder, size, now)
  }

  /// The files that are there and not known yet.
  func since(_ known: FileList) throws -> FileList {
    try withState { state in
      let isGoingOn = known.list == state.list && known.known <= state.order.count
      let first = isGoingOn ? known.known : 0
      return FileList(state.list, known: first, files: Array(state.order[first...]))
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
  ///
  /// With the last of them the file is compared with its name, once an hour at most: who asks for
  /// pieces must not have it read for each.
  func piece(_ asked: FilePiece) async throws -> [UInt8] {
    let (folder, file) = (folder, asked.file)
    guard try isThere(file) else { return [] }
    let content = try await Self.asPeer(file) {
      try folder.piece(of: file, from: asked.place, upTo: FilePiece.size)
    }
    if asked.place + content.count < file.length { return content }
    return try await isSound(file) ? content : []
  }

  /// Whether a file is there, by its length. The list tells of what is there from then on.
  private func isThere(_ file: Attachment) throws -> Bool {
    try withState { state in
      if state.changed.contains(file.name) { return false }
      // Within the lock: who adds the file notes it later.
      let length = folder.size(of: file)
      if let length, let found = Attachment(name: file.name, length: UInt64(length)) {
        state.note(found)
      } else {
        state.drop(file.name)
      }
      return length == file.length
    }
  }

  /// Whether a file has the content that its name says. One that has not leaves the list.
  private func isSound(_ file: Attachment) async throws -> Bool {
    let (folder, now) = (folder, now())
    let isKnown = try withState { state in
      guard let last = state.compared[file.name] else { return false }
      return abs(now.timeIntervalSince(last)) < Self.trust
    }
    if isKnown { return true }
    let isSound = try await Self.asPeer(file) { try folder.check(file.name) == .here }
    try withState { state in
      state.compared[file.name] = isSound ? now : nil
      if isSound { return }
      state.drop(file.name)
      state.changed.insert(file.name)
    }
    return isSound
  }

  /// Takes in a piece. Returns how much of the file is there.
  ///
  /// - Throws: `SyncError.malformed` for a file that is whole and has another content than its name
  ///   says; `HubRefusal.noRoom`, and what came of the file before is forgotten.
  func add(_ piece: FilePiece, from replica: ReplicaID) async throws -> FilePiece {
    let arriving = arriving(from: replica)
    let day = now().addingTimeInterval(-Self.patience)
    let file = piece.file
    let isChanged = try withState { $0.changed.contains(file.name) }
    let count = try await Self.asPeer(file) { [folder, size] in
      if piece.place == 0 { size.add(-(try folder.removeArriving(writtenBefore: day))) }
      do {
        return try arriving.add(
          piece.content, at: piece.place, of: file, for: folder, replaces: isChanged)
      } catch {
        if let full = error as? StoreError, HubRefusal.isFull(full) { arriving.drop(file) }
        size.measureAgain()
        throw error
      }
    }
    if count == piece.place + piece.content.count { size.add(piece.content.count) }
    if count == file.length { try withState { $0.note(file) } }
    return FilePiece(of: file, at: count)
  }

  /// How many bytes of a file have come from a device.
  func count(of file: Attachment, from replica: ReplicaID) -> Int {
    arriving(from: replica).count(of: file)
  }

  /// Forgets what has come of a file from a device.
  func forget(_ file: Attachment, from replica: ReplicaID) {
    let arriving = arriving(from: replica)
    if arriving.count(of: file) == 0 { return }
    arriving.drop(file)
    size.measureAgain()
  }

  private func arriving(from replica: ReplicaID) -> AttachmentFolder {
    folder.arriving(from: replica.uuid.uuidString.lowercased())
  }

  /// Works with files on a thread of its own: the last piece of a large one takes a while.
  private static func asPeer<R: Sendable>(
    _ file: Attachment, _ body: @escaping @Sendable () throws -> R
  ) async throws -> R {
    do { return try await OwnThread.value(body) } catch let error as StoreError {
      switch error.code {
      case .attachmentChanged:
        throw SyncError(.malformed, "the file was changed on its way; it comes anew")
      case .tooLarge: throw SyncError(.tooLarge, error.message)
      case .diskFull, .overQuota, .fileSizeLimit: throw HubRefusal.noRoom(for: file)
      // Of the hub's own files.
      default: throw SyncError(.peer, error.message)
      }
    }
  }
}
