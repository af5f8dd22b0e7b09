#if Tools
public import ArgumentParser
import DaybookSync
import Foundation

/// Where a shared folder is that is not on a disk.
public struct RemoteArguments<Tool: StoreTool>: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The server of a bucket, https://…; AWS_ENDPOINT_URL or Amazon unless told.",
      visibility: Tool.remoteFolder == nil ? .hidden : .default))
  var endpoint: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The region of a bucket; AWS_REGION or us-east-1 unless told.",
      visibility: Tool.remoteFolder == nil ? .hidden : .default))
  var region: String?

  public init() {}

  /// Whether a text is the address of a folder in a bucket or on a server, and no path.
  static func isAddress(_ text: String) -> Bool {
    ["s3://", "https://", "http://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// A folder by its path or its address.
  func peer(at place: String, name: String? = nil) throws -> FolderPeer {
    guard Self.isAddress(place) else { return FolderPeer(at: place, name: name) }
    guard let make = Tool.remoteFolder else {
      throw NameError("\(Tool.name) was built without a network; name a folder on a disk")
    }
    return try make(place, RemoteFolderOptions(endpoint: endpoint, region: region, name: name))
  }

  /// A folder that is there, or a hub, as far as that can be seen without asking anybody. A hub
  /// goes by its text, a file with it, or the name under which the store knows it.
  ///
  /// - Parameter name: what the store remembers a folder under; nil for the usual name.
  /// - Throws: `MissingPath`; `NameError` for what needs a network; `SyncError.text`.
  func existing(
    at place: String, name: String? = nil, _ arguments: StoreArguments<Tool>
  ) throws -> NamedPeer {
    if Self.isAddress(place) || FileManager.default.isFolder(place) {
      let named = name.map { " " + $0.quotedValue(of: "--name") } ?? ""
      return NamedPeer(
        try peer(at: place, name: name), at: place,
        command: "sync folder \(place.quotedPath)\(words)\(named)")
    }
    guard let hub = try KnownHub(arguments).hub(named: place) else {
      throw MissingPath("there is no folder at \(place)")
    }
    return NamedPeer(hub, over: try Tool.transport(to: hub))
  }

  /// What the help of a command calls what `existing` finds.
  static var nouns: String { Tool.hubTransport == nil ? "folder" : "folder or hub" }

  /// What a person adds to a command that names the folder again.
  var words: String {
    (endpoint.map { " --endpoint \($0.quoted)" } ?? "")
      + (region.map { " --region \($0.quoted)" } ?? "")
  }
}
#endif
