import DaybookSync
import DaybookTesting

/// Carries a device's calls to the hub, and does what the step says.
final class HubLink: HubTransport, @unchecked Sendable {
  /// What did not arrive.
  struct Lost: Error, CustomStringConvertible {
    let description: String
  }

  // Safety: one thread, where everything is awaited in turn.
  private unowned let world: World
  private unowned let device: Device
  private let recovers: Bool
  var fault: Fault.What?
  var random = SeededGenerator(seed: 0)
  /// The last bodies that went and came.
  private var requests: [HubCall.Name: [UInt8]] = [:]
  private var answers: [HubCall.Name: [UInt8]] = [:]

  /// - Parameter recovers: whether a copy of the device's store exchanges, at which nobody can
  ///   look: what it writes is known from its pages.
  init(_ world: World, _ device: Device, recovers: Bool = false) {
    (self.world, self.device, self.recovers) = (world, device, recovers)
  }

  func send(_ call: HubCall, patience: Duration) async throws -> HubAnswer {
    // An effect may make several calls; not each of them has to meet what goes wrong.
    let fault = Int.random(in: 0..<3, using: &random) > 0 ? fault : nil
    if fault == .loseRequest || world.cuts.contains([device.index, HubMachine.index]) {
      throw Lost(description: "the request was lost")
    }
    if call.name == .push { try note(call) }
    let isBefore = Bool.random(using: &random)
    let sent = changed(call, fault, isBefore)
    if isBefore { try end(fault) }
    if fault == .driveFull { world.fillHub(&random) }
    var answer = try await world.answer(to: sent, of: recovers ? nil : device)
    if fault == .twice { answer = try await world.answer(to: sent, of: recovers ? nil : device) }
    if !isBefore, try end(fault) { throw Lost(description: "the hub was killed") }
    if fault == .loseReply || world.cuts.contains([HubMachine.index, device.index]) {
      throw Lost(description: "the reply was lost")
    }
    return changed(answer, to: call.name, fault, isBefore)
  }

  /// Notes what the device has written before anybody gets it.
  private func note(_ call: HubCall) throws {
    if recovers { return try world.note(SyncPage(bytes: call.body), writtenBy: device) }
    try world.look(at: device)
  }

  /// Ends the hub's process, if that is what goes wrong. Returns whether it did.
  @discardableResult
  private func end(_ fault: Fault.What?) throws -> Bool {
    switch fault {
    case .killFar: try world.endHub(.kept)
    case .powerFar: try world.endHub(.flushed)
    default: return false
    }
    return true
  }

  /// What arrives of a call: all of it, an earlier one of that name, or the first part.
  private func changed(_ call: HubCall, _ fault: Fault.What?, _ isChanged: Bool) -> HubCall {
    var changed = call
    switch fault {
    case .tear where isChanged: changed.body = torn(call.body)
    case .stale where isChanged: changed.body = requests[call.name] ?? call.body
    default: break
    }
    requests[call.name] = call.body
    return changed
  }

  private func changed(
    _ answer: HubAnswer, to name: HubCall.Name, _ fault: Fault.What?, _ wasChanged: Bool
  ) -> HubAnswer {
    var changed = answer
    switch fault {
    case .tear where !wasChanged: changed.body = torn(answer.body)
    case .stale where !wasChanged && answer.status == 200:
      changed.body = answers[name] ?? answer.body
    default: break
    }
    if answer.status == 200 { answers[name] = answer.body }
    return changed
  }

  private func torn(_ body: [UInt8]) -> [UInt8] {
    Array(body.prefix(Int.random(in: 0..<max(body.count, 1), using: &random)))
  }

  /// Forgets what came from a hub whose files are others now.
  func forget() { answers = [:] }
}
