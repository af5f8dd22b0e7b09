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

  /// The same, of a folder that is there, as far as that can be seen without asking anybody.
  ///
  /// - Throws: `MissingPath`.
  func existing(at place: String) throws -> FolderPeer {
    guard Self.isAddress(place) || FileManager.default.isFolder(place) else {
      throw MissingPath("there is no folder at \(place)")
    }
    return try peer(at: place)
  }

  /// What a person adds to a command that names the folder again.
  var words: String {
    (endpoint.map { " --endpoint \($0.quoted)" } ?? "")
      + (region.map { " --region \($0.quoted)" } ?? "")
  }
}
#endif
