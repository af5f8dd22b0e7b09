import DaybookSync

/// A folder or a hub that a person named, for commands that take either.
struct NamedPeer: Sendable {
  /// How a sentence calls it.
  let words: String
  /// The command that exchanges with it.
  let command: String
  /// Whether files of this store lie there, which it can remove.
  let isFolder: Bool
  /// The peer, for a store that is open.
  let peer: @Sendable (Replication) -> any SyncPeer

  init(_ folder: FolderPeer, at place: String, command: String) {
    (words, self.command, isFolder) = (place, command, true)
    peer = { _ in folder }
  }

  init(_ hub: HubText, over transport: any HubTransport) {
    (words, command, isFolder) = ("the hub", "sync hub", false)
    peer = { HubPeer(hub, for: $0, over: transport) }
  }
}
