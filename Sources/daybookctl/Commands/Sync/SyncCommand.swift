#if Tools && Sync
  import ArgumentParser
  import Daybook
  import DaybookSync
  import Foundation

  struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sync", abstract: "Shares a store with other devices and people.",
      discussion: """
        One makes the space, the others ask to join:

          daybookctl sync init Noor --member Ada
          daybookctl sync request --store ben --output ben.request
          daybookctl sync enrol ben.request --member Ben --output ben.invitation
          daybookctl sync join ben.invitation --store ben

        Then each exchanges with a folder that all of them have: `daybookctl sync folder DRIVE`.
        """,
      subcommands: [
        SyncInit.self, SyncRequest.self, SyncEnrol.self, SyncJoin.self, SyncMembers.self,
        SyncRole.self, SyncKeeper.self, SyncRevoke.self, SyncFolder.self, SyncStatus.self,
        SyncCheck.self, SyncFrontier.self, SyncSnapshot.self, SyncMint.self,
      ])
  }

  /// The key of this device for a store.
  struct KeyArguments: ParsableArguments {
    @Option(
      name: .long, help: "The file of this device's key; the store's path with .key unless told.",
      completion: .file())
    var key: String?

    func load(_ arguments: StoreArguments, creating: Bool = false) throws -> ReplicaKey {
      var path = arguments.path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let url = URL(fileURLWithPath: key ?? path + ".key")
      return try ReplicaKey.load(at: url, creating: creating)
    }

    /// Opens the store as a member of its space.
    func open(_ arguments: StoreArguments, creating: Bool = false) throws -> Replication {
      let store = try arguments.open()
      return try Replication(of: store, key: load(arguments, creating: creating))
    }
  }

  extension FileManager {
    /// Whether there is a directory, or a link to one.
    func isFolder(_ path: String) -> Bool {
      var isFolder: ObjCBool = false
      return fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
  }

  extension FolderPeer {
    /// A folder that is there.
    static func existing(at path: String) throws -> FolderPeer {
      guard FileManager.default.isFolder(path) else {
        throw NameError("there is no folder at \(path)")
      }
      return FolderPeer(at: URL(fileURLWithPath: path))
    }
  }

  /// A text that travels: as it stands, or in a file.
  enum TravellingText {
    static func read(_ text: String) throws -> String {
      if text.hasPrefix("daybook-") { return text }
      guard let data = FileManager.default.contents(atPath: text) else {
        throw NameError("“\(text)” is neither a file nor a text that begins with daybook-")
      }
      return String(decoding: data.prefix(4096), as: UTF8.self)
    }
  }

  extension SpaceRole {
    /// The word for the role.
    var word: String {
      switch self {
      case .owner: "owner"
      case .writer: "writer"
      case .reader: "reader"
      }
    }

    @Sendable static func read(_ text: String) throws -> SpaceRole {
      guard let role = allCases.first(where: { $0.word == text.lowercased() }) else {
        throw BadText("takes \(allCases.map(\.word).joined(separator: ", "))")
      }
      return role
    }
  }
#endif
