public import DaybookSync

/// Members in the hub's own process reach it without a network.
extension Hub: HubTransport {
  public func send(_ call: HubCall, patience: Duration) async -> HubAnswer { await answer(call) }
}
