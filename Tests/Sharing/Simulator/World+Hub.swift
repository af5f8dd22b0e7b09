import Daybook
import DaybookHub
import DaybookSync
import DaybookTesting

/// What devices do with the hub.
extension World {
  /// The hub as a device knows it.
  func hubPeer(of device: Device) throws -> (peer: HubPeer, link: HubLink) {
    if let known = device.hub { return known }
    guard let hub else { throw Violation("there is no hub") }
    let link = HubLink(self, device)
    let made = (HubPeer(text(of: hub), for: device.replication, over: link), link)
    device.hub = made
    return made
  }

  private func text(of machine: HubMachine) -> HubText {
    machine.hub.text(at: ["https://hub:4711"])
  }

  var hubName: String {
    hub.map { "hub-" + Self.hexadecimal(text(of: $0).key.prefix(4)) } ?? "hub"
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The hub for a copy of a device's store that gets back from it what had been sent.
  func hubToRecover(_ device: Device, _ store: EventStore) -> any SyncPeer {
    guard let hub else { return folderPeer(of: device) }
    let link = HubLink(self, device, recovers: true)
    return HubPeer(text(of: hub), store, device.key, over: link)
  }

  /// Exchanges between a device and the hub.
  @discardableResult
  func exchangeWithHub(
    _ near: Device, seed: UInt64 = 0, faults: [Fault] = []
  ) async throws -> ExchangeReport? {
    guard let hub else { return nil }
    let (peer, link) = try hubPeer(of: near)
    link.random = SeededGenerator(seed: seed)
    let report = try await exchange(near, with: peer, faults: faults, far: nil) { link.fault = $0 }
    guard let report else { return nil }
    count("exchanges with the hub")
    if let failure = report.failure { count("the hub fails: \(failure.code)") }
    if report.refusedByPeer.contains(where: { $0.code == .needsSnapshot }) {
      hub.lacksChains = true
    }
    try judgeTimes(report.refusedByPeer, by: "the hub", hub.clock)
    return report
  }

  // MARK: Calls

  /// Lets the hub answer a call, and looks at what it did.
  ///
  /// - Parameter device: whose call it is; nil when a copy of its store calls, as another replica.
  func answer(to call: HubCall, of device: Device?) async throws -> HubAnswer {
    guard let hub else { throw HubLink.Lost(description: "there is no hub") }
    do {
      let isRefused = try device.map { try mustRefuse(call, of: $0) } ?? false
      let answer = await hub.hub.answer(call)
      try expect(
        !isRefused || answer.status != 200,
        "the hub has answered \(call.name) of \(device?.name ?? ""), which is no member or was revoked"
      )
      try judge(answer, to: call)
      if call.name == .push, answer.status == 200 {
        let reply = try PushReply(bytes: answer.body)
        if !reply.refused.isEmpty { isClosed = false }
        hub.told.merge(reply.vector)
      }
      if call.name == .offer, try hub.store()?.read({ try $0.isPurged() }) == true {
        hub.hasBegun = true
      }
      try lookAtHub()
      return answer
    } catch let error as Violation {
      throw error
    } catch {
      try expect(false, "the hub fails: \(error)")
      throw error
    }
  }

  /// Whether the hub must not do what a device asks: it knows the space, and the device as somebody
  /// who was revoked, or not at all.
  private func mustRefuse(_ call: HubCall, of device: Device) throws -> Bool {
    if call.name == .terms { return false }
    guard let space = try hub?.store()?.read({ try $0.space() }) else { return false }
    let member = try space.members[device.replica()]
    return member?.isRevoked ?? true
  }

  /// Looks whether the hub has a reason for the status of an answer.
  private func judge(_ answer: HubAnswer, to call: HubCall) throws {
    count("the hub answers \(call.name): \(answer.status)")
    let isExpected =
      switch answer.status {
      case 200, 401, 403, 404: true
      // A snapshot was asked for, or somebody lacks what the hub has not had.
      case 410: hub?.hasBegun == true || call.name == .chunk
      case 503, 507: options.fullDisks
      case 400: options.faultyLinks
      // Of a snapshot, whose maker may be an owner no more, or has a clock that is ahead; of a
      // greeting, that it is not signed.
      case 422: options.faultyLinks || call.name == .offer || isForged(call)
      default: false
      }
    try expect(
      isExpected,
      """
      the hub answers \(call.name) with \(answer.status): \
      \((try? SyncError(bytes: answer.body))?.message ?? "")
      """)
  }

  /// Whether a call tells what nobody has signed.
  private func isForged(_ call: HubCall) -> Bool {
    call.name == .said && (try? Hello(bytes: call.body))?.signature.isEmpty ?? false
  }

  // MARK: What holds

  /// Looks at what the hub has now: nothing went, and all that is new was written by who is said to
  /// have written it.
  func lookAtHub() throws {
    guard let hub, let store = try hub.store() else { return }
    let (vector, replica) = try store.read { (try $0.versionVector(), try $0.replica()) }
    try expect(replica == hub.hub.request.replica, "the hub is another replica: \(replica)")
    try expect(vector.covers(hub.vector), "the hub has lost transactions: \(hub.vector)")
    try expect(vector.covers(hub.told), "the hub has lost what it has said it had: \(hub.told)")
    for (replica, newest) in vector.sequences.sorted(by: { $0.key < $1.key }) {
      var sequence = hub.vector[replica] + 1
      while sequence <= newest {
        try meetAtHub(Dot(replica: replica, sequence: sequence), store, vector)
        sequence += 1
      }
      guard newest > 0, isSigned else { continue }
      let head = try store.read { try $0.head(of: replica, through: .max) }
      try expect(
        head?.dot.sequence == newest,
        "the hub has \(newest) of \(replica), which has signed \(head?.dot.sequence ?? 0)")
    }
    hub.vector = vector
  }

  private func meetAtHub(_ dot: Dot, _ store: EventStore, _ vector: VersionVector) throws {
    guard let bytes = try store.read({ try $0.message(of: dot) }) else {
      return try expect(
        store.read { try $0.isPurged() }, "the hub has a hole at \(dot), and began with no snapshot"
      )
    }
    guard let known = archive[dot], known.bytes == bytes else {
      return try expect(false, "the hub has \(dot), which its writer did not write")
    }
    guard isClosed, let seen = known.seen else { return }
    try expect(vector.covers(seen), "the hub has \(dot), and not all that its writer had seen")
  }
}
