#if Tools
import Daybook
import DaybookSnapshot
import DaybookSync
import Foundation

/// Where the key of this device for a store lies: where somebody said, where it was the last
/// time, or beside the store.
struct KeyPlace {
  let url: URL
  private let store: String
  private let isDefault: Bool

  /// The file in a store that says where its key is, when that does not lie beside it, and of
  /// which store it says so: a copy does not find the key by it. No path holds the byte 0, which
  /// ends each.
  private static let name = StoreFolder.keyPlace

  /// - Parameter isMade: whether a key is made where there is none; not in a folder that is gone.
  init<Tool: StoreTool>(
    _ arguments: StoreArguments<Tool>, named: String? = nil, isMade: Bool = false
  ) {
    // The same key by whatever link somebody comes.
    store = URL(atPath: arguments.path).resolvingSymlinksInPath().path
    let usual = URL(atPath: store + ".key")
    let noted = Self.noted(in: store)
    let isUsable = noted.map {
      !isMade || FileManager.default.isFolder($0.deletingLastPathComponent().path)
    }
    url =
      named.map { URL(atPath: $0) } ?? (isUsable == true ? noted : nil) ?? usual
    isDefault = url.path == usual.path
  }

  private static func noted(in store: String) -> URL? {
    guard let bytes = try? AtomicFolder(path: store).read(name, limit: 8192) else { return nil }
    let paths = String(decoding: bytes, as: UTF8.self).split(separator: "\0").map(String.init)
    guard paths.count == 2, paths[1] == store else { return nil }
    return URL(atPath: paths[0])
  }

  /// Whether there is a key.
  var isThere: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Reads the key.
  ///
  /// - Parameter remedy: what to do when there is none.
  /// - Throws: `MissingPath` when there is none; `SyncError.key`.
  func load(orElse remedy: String) throws -> ReplicaKey {
    guard isThere else { throw MissingPath("there is no key at \(url.path); \(remedy)") }
    return try ReplicaKey.load(at: url.path)
  }

  /// The key, if it is there and the one that a store writes with.
  func keyIfOwn(of store: EventStore) -> ReplicaKey? {
    guard isThere, let key = try? ReplicaKey.load(at: url.path),
      let standing = try? KeyStanding(of: store, key)
    else { return nil }
    switch standing {
    case .owns, .mustRecover, .resumes, .isNew, .becomesNew(.restored): return key
    case .becomesNew, .isAnothers: return nil
    }
  }

  /// Keeps in the store where the key is.
  func note() throws {
    let folder = AtomicFolder(path: store)
    guard folder.contains("data.mdb") else { return }
    let text = Array("\(url.path)\0\(store)\0".utf8)
    do {
      if isDefault {
        if folder.contains(Self.name) { try folder.remove(Self.name) }
      } else if try folder.read(Self.name, limit: 8192) != text {
        try folder.replace(Self.name, with: text)
      }
    } catch {
      throw CannotWrite(error.message)
    }
  }

  /// The guard beside the key.
  var guardPath: String { url.path + ".guard" }

  /// Takes a key away that was made in vain.
  func remove(withGuard: Bool) {
    for path in withGuard ? [url.path, guardPath] : [url.path] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}

extension StoreArguments {
  /// Lets a shared store that was restored or copied write as a replica of its own from now on:
  /// what it wrote next would have the names of other transactions.
  ///
  /// - Throws: `MissingPath` when its key is not there: it may be elsewhere, and a store that was
  ///   minted anew never is again what it was.
  func mintIfCopied(_ store: EventStore) throws {
    let sharing = try Sharing(store)
    switch sharing {
    case .alone: return
    case .begun: throw NameError(sharing.lack(self))
    case .joined, .shared: break
    }
    let key = try KeyPlace(self).load(
      orElse: "put it back; when it is elsewhere: \(command("sync folder DIR --key FILE")); "
        + "when it is lost, or this is a copy, a new one has to be enrolled: "
        + command("sync request"))
    let isNew = if case .isNew = try KeyStanding(of: store, key) { true } else { false }
    let replication = try Replication.ofWhole(store, key, self)
    // Who was restored is told once, with the next exchange.
    if let reason = replication.mintReason, !isNew { tell(reason) }
  }

  /// Says why a store was minted anew.
  func tell(_ reason: MintReason) {
    tell("this store writes as a new replica from now on, because \(reason.words)")
  }

  /// Says what happened besides: on standard error where programs read the output.
  func tell(_ words: String) {
    if printsJSON { Terminal.error("\(Tool.name): \(words)") } else { Terminal.line(words) }
  }

  /// Says why a hub does not answer, and that it is asked until it does.
  func tell(asksAfter failure: SyncError) {
    tell("\(failure.message); asks again until the hub answers")
  }
}

extension MintReason {
  /// Such as `this device has sent more than the store holds, as after a restore`.
  var words: String {
    switch self {
    case .otherKey: "the key of the replica as which it wrote is not here"
    case .restored: "this device has sent more than the store holds, as after a restore"
    default: rawValue
    }
  }
}
#endif
