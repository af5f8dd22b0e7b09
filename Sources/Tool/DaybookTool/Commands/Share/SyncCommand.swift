#if Tools
public import ArgumentParser
import Daybook
import DaybookSync
import Foundation

public struct SyncCommand<Tool: StoreTool>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sync", abstract: "Shares a store with other devices and people.",
      discussion: """
        One makes the space, the others ask to join:

          \(Tool.name) sync init Noor --member Ada
          \(Tool.name) sync request --store ben --output ben.request
          \(Tool.name) sync enrol ben.request --member Ben --output ben.invitation
          \(Tool.name) sync join ben.invitation --store ben

        Then each exchanges with a folder that all of them have: `\(Tool.name) sync folder DRIVE`.\
        \(Tool.hubTransport == nil ? "" : " Or with a hub, a device that is always on: `\(Tool.name) sync hub TEXT`.")
        """,
      subcommands: [
        SyncInit<Tool>.self, SyncRequest<Tool>.self, SyncEnrol<Tool>.self, SyncJoin<Tool>.self,
        SyncMembers<Tool>.self,
        SyncRole<Tool>.self, SyncKeeper<Tool>.self, SyncRevoke<Tool>.self, SyncFolder<Tool>.self,
      ]
        + (Tool.hubTransport == nil
          ? [] : [SyncHub<Tool>.self, SyncInvite<Tool>.self, SyncUninvite<Tool>.self])
        + Tool.sharers + [
          SyncForget<Tool>.self,
          SyncStatus<Tool>.self, SyncCheck<Tool>.self, SyncFrontier<Tool>.self,
          SyncSnapshot<Tool>.self, SyncMint<Tool>.self,
        ])
  }

  public init() {}
}

/// The key of this device for a store.
public struct KeyArguments<Tool: StoreTool>: ParsableArguments {
  @Option(
    name: .long,
    help: "The file of this device's key; where it was before, or the store's path with .key.",
    completion: .file())
  var key: String?

  /// Reads the key.
  ///
  /// - Parameter remedy: what to do when there is none.
  /// - Throws: `MissingPath` when there is none; `SyncError.key`.
  func load(_ arguments: StoreArguments<Tool>, orElse remedy: String) throws -> ReplicaKey {
    try KeyPlace(arguments, named: key).load(orElse: remedy)
  }

  /// Runs `body` with the key, which is made when there is none. When `body` fails, the new one
  /// is taken away again, unless it is in use by then.
  func making<R>(
    _ arguments: StoreArguments<Tool>, isInUse: () -> Bool = { false },
    _ body: (ReplicaKey) async throws -> R
  ) async throws -> R {
    let place = KeyPlace(arguments, named: key, isMade: true)
    let isNew = !place.isThere
    let folder = place.url.deletingLastPathComponent().path
    guard FileManager.default.isFolder(folder) else {
      throw MissingPath("there is no folder \(folder) for the key; make it, or say --key FILE")
    }
    let hadGuard = FileManager.default.fileExists(atPath: place.guardPath)
    let result: R
    do { result = try await body(try ReplicaKey.load(at: place.url.path, creating: true)) } catch {
      if isNew, !isInUse() { place.remove(withGuard: !hadGuard) }
      throw error
    }
    try place.note()
    return result
  }

  /// Opens a store that is shared, as a member of its space. One that was restored or copied is
  /// minted anew, and says so.
  func open(_ arguments: StoreArguments<Tool>) throws -> Replication {
    let (store, key) = try shared(arguments)
    return try arguments.opened(Replication.ofWhole(store, key, arguments), self.key)
  }

  /// The same; the restored store of the only owner gets back from a peer what it had sent.
  ///
  /// - Parameter resumes: whether one that became another replica goes on as the only owner.
  func open(
    _ arguments: StoreArguments<Tool>, resumes: Bool,
    recoveringFrom makePeer: (EventStore, ReplicaKey) -> some SyncPeer
  ) async throws -> Replication {
    let (store, key) = try shared(arguments)
    let peer = makePeer(store, key)
    if resumes {
      return try arguments.opened(
        await Replication.resumeOwner(store, key: key, from: peer), self.key)
    }
    guard case .mustRecover(_, let former) = try KeyStanding(of: store, key) else {
      return try arguments.opened(Replication.ofWhole(store, key, arguments), self.key)
    }
    let (own, before) = try store.read { (try $0.replica(), try $0.versionVector()) }
    let owner = former ?? own
    let replication = try await Replication.recover(store, key: key, from: peer)
    if try replication.replica() == owner {
      let count = try replication.vector()[owner] - before[owner]
      arguments.tell(
        "got back \(Measures.count(Int(clamping: count), "transaction")) that this store had sent"
      )
    }
    return try arguments.opened(replication, self.key)
  }

  /// A store that is shared, and its key.
  private func shared(_ arguments: StoreArguments<Tool>) throws -> (EventStore, ReplicaKey) {
    let store = try arguments.open()
    let sharing = try Sharing(store)
    switch sharing {
    case .alone, .begun: throw NameError(sharing.lack(arguments))
    case .joined, .shared: break
    }
    let key = try load(
      arguments,
      orElse: "say --key when it is elsewhere; when it is lost, a new one has to be enrolled: "
        + arguments.command("sync request"))
    return (store, key)
  }

  public init() {}
}

extension StoreArguments {
  /// Keeps where the key is, and says when the store was minted anew.
  fileprivate func opened(_ replication: Replication, _ key: String?) throws -> Replication {
    try KeyPlace(self, named: key).note()
    if let reason = replication.mintReason { tell(reason) }
    return replication
  }
}

extension Replication {
  /// As `init`; of the restored store of the only owner it says what to do, and a key that was
  /// named does not take the place of the store's own.
  static func ofWhole<Tool: StoreTool>(
    _ store: EventStore, _ key: ReplicaKey, _ arguments: StoreArguments<Tool>
  ) throws -> Replication {
    switch try KeyStanding(of: store, key) {
    case .mustRecover(let lack, _):
      throw NameError(
        lack.message + ": " + arguments.command("sync folder DIR")
          + "; when nobody has them any more, see What happens when: a second owner, or a backup "
          + "from before the space was made")
    case .becomesNew(.otherKey):
      if let own = KeyPlace(arguments).keyIfOwn(of: store), own.path != key.path {
        throw NameError(
          "the key of this store is \(own.path), and with another one it would be another "
            + "replica; leave --key out, or name the store that is meant: --store")
      }
    case .owns, .becomesNew, .resumes, .isNew, .isAnothers: break
    }
    return try Replication(of: store, key: key)
  }
}

extension FileManager {
  /// Whether there is a directory, or a link to one.
  func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

/// A text that travels: as it stands, or in a file, also one that the whole output went to.
enum TravellingText {
  /// - Throws: `MissingPath` for what is neither.
  static func read(_ text: String) throws -> String {
    let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if plain.hasPrefix("daybook-") { return plain }
    if plain.contains("/join#") {
      throw NameError("this is a link to join with; a new device joins by `sync join`")
    }
    if isAddress(plain) {
      throw NameError(
        "“\(plain)” is an address alone; copy the whole text, which begins with daybook-")
    }
    guard let data = FileManager.default.contents(atPath: text) else {
      throw MissingPath("“\(text)” is neither a file nor a text that begins with daybook-")
    }
    let words = String(decoding: data.prefix(4096), as: UTF8.self)
    return words.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("daybook-") }
      .map(String.init) ?? words
  }

  /// Whether it is a link, or an address that one begins with.
  static func isAddress(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.hasPrefix($0) }
  }
}

extension SpaceRole {
  @Sendable static func read(_ text: String) throws -> SpaceRole {
    guard let role = allCases.first(where: { $0.word == text.lowercased() }) else {
      throw BadText("takes \(allCases.map(\.word).joined(separator: ", "))")
    }
    return role
  }
}

extension StoreArguments {
  /// Prints an object for programs, or lines for people.
  func report(_ json: [String: JSON.Value], _ lines: String...) throws {
    if printsJSON { return try print(json: json) }
    for line in lines { Terminal.line(line) }
  }
}
#endif
