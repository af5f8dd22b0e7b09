#if Tools
import DaybookSync

extension StoreTool {
  /// What carries calls to a hub.
  static func transport(to hub: HubText) throws -> any HubTransport {
    guard let hubTransport else { throw NameError("\(name) was built without a network") }
    return try hubTransport(hub)
  }
}
#endif
