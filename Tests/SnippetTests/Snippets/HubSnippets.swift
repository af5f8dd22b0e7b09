import Daybook
import DaybookSync
import DaybookURLSession
import Foundation

/// An app's two screens over a hub; `SharingSnippets` has what the first one does next.
private enum Hubs {
  static func inviting(
    _ pasted: String, _ ada: Replication, show: (String) -> Void
  ) async throws {
    // snippet: hub-first-screen
    let text = try HubText(pasted)
    let hub = HubPeer(text, for: ada, over: try URLSessionHubTransport(to: text))
    try await ada.exchange(with: hub)
    show("\(try await hub.invite())")
    // end
  }

  static func joining(
    _ pasted: String, _ key: ReplicaKey, _ path: String, _ schema: Schema,
    show: (String) -> Void
  ) async throws -> Replication {
    // snippet: hub-second-screen
    let link = try JoinLink(pasted)
    let network = try URLSessionHubTransport(to: link.hub)
    let asked = try await HubPeer.ask(with: link, key: key, device: "Ben's phone", over: network)
    show(asked.request.checkDigits)
    while true {
      if let invitation = try await HubPeer.invitation(with: link, over: network) {
        return try Replication.join(at: path, schema: schema, key: key, invitation: invitation)
      }
      try await Task.sleep(for: .seconds(1))
    }
    // end
  }
}
