public import ArgumentParser
internal import DaybookRemoteFolders
public import DaybookSync
public import DaybookTool
internal import Foundation
internal import HubClient

/// A command line that makes its machine a hub, and exchanges with hubs.
public protocol HubTool: StoreTool {}

extension HubTool {
  public static var sharers: [any ParsableCommand.Type] { [SyncServe.self] }
  public static var hubTransport: (@Sendable (HubText) throws -> any HubTransport)? {
    { try HTTPTransport(to: $0) }
  }
  public static var remoteFolder: (@Sendable (String, RemoteFolderOptions) throws -> FolderPeer)? {
    { address, options in
      let variables = ProcessInfo.processInfo.environment
      func told(_ names: String...) -> String? {
        names.compactMap { variables[$0] }.first { !$0.isEmpty }
      }
      let folder = try RemoteFolder(
        address, endpoint: options.endpoint ?? told("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"),
        region: options.region ?? told("AWS_REGION", "AWS_DEFAULT_REGION"))
      return try folder.peer(
        over: RemoteTransport(), credentials: .environment(variables), name: options.name)
    }
  }
  public static func picture(of link: String) -> String? { LinkPicture.lines(of: link) }
}
