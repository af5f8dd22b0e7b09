public import ArgumentParser
public import DaybookSync
public import DaybookTool
internal import HubClient

/// A command line that makes its machine a hub, and exchanges with hubs.
public protocol HubTool: StoreTool {}

extension HubTool {
  public static var sharers: [any ParsableCommand.Type] { [SyncServe.self] }
  public static var hubTransport: (@Sendable (HubText) throws -> any HubTransport)? {
    { try HTTPTransport(to: $0) }
  }
  public static func picture(of link: String) -> String? { LinkPicture.lines(of: link) }
}
