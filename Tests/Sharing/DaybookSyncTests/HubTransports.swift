import DaybookHub
import DaybookSync
import Synchronization

/// A transport that changes what passes.
struct TamperingTransport: HubTransport {
  let hub: Hub
  var answered: @Sendable (HubCall, inout HubAnswer) throws -> Void = { _, _ in }
  var change: @Sendable (inout HubCall) throws -> Void

  func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
    var call = call
    try change(&call)
    var answer = await hub.answer(call)
    try answered(call, &answer)
    return answer
  }
}

/// A transport that notes what passes.
final class ListeningTransport: HubTransport {
  let hub: Hub
  let calls = Mutex<[HubCall]>([])
  init(_ hub: Hub) { self.hub = hub }

  func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
    calls.withLock { $0.append(call) }
    return await hub.answer(call)
  }
}
