/// Carries calls to a hub: `Hub` in the same process, `URLSessionHubTransport` of the product
/// `DaybookURLSession` over a network.
public protocol HubTransport: Sendable {
  /// - Parameter patience: for how long an answer is waited for.
  /// - Throws: when the hub cannot be reached, or is another one than its text names.
  func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer
}
