import Daybook
import DaybookHub
import DaybookSync
import DaybookTesting

/// What happens to the hub, and who means harm to it.
extension World {
  func troubleHub(_ random: inout SeededGenerator) throws {
    guard let hub else { return }
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where options.kills: try endHub(.kept)
    case 1 where options.powerCuts: try endHub(.flushed)
    case 2, 3: if options.hubLosses { try hub.makeBackup() }
    case 4, 5: if options.hubLosses, hub.hasBackup { try endHub(.backup) }
    case 6: if options.hubLosses { try endHub(.none) }
    default: if options.fullDisks { fillHub(&random) }
    }
  }

  /// The hub's disk is full, or fails, when it writes next.
  func fillHub(_ random: inout SeededGenerator) {
    let faults: [FaultPlan.Fault] = [.diskFull, .diskFullInFlush, .diskFailure, .growth]
    hub?.faults.failNextCommit(faults[Int.random(in: 0..<faults.count, using: &random)])
    count("the hub's disk fails")
  }

  /// Ends the hub's process; of what it has said it had, it has all, unless its files are others.
  func endHub(_ files: HubMachine.Files) throws {
    guard let hub else { return }
    count("the hub's end: \(files)")
    try hub.reopen(files)
    switch files {
    case .kept: break
    // What is not flushed was not said.
    case .flushed: hub.vector = hub.told
    case .backup, .none:
      (hub.vector, hub.told) = (VersionVector(), VersionVector())
      (hub.hasBegun, hub.lacksChains) = (false, false)
      for device in devices { device.hub?.link.forget() }
    }
    if try hub.store()?.read({ try $0.isPurged() }) == true { hub.hasBegun = true }
    try lookAtHub()
  }

  /// Lets an owner enrol the hub as a reader, or revoke it.
  func changeHub(by device: Device, _ random: inout SeededGenerator) async throws {
    guard let hub else { return }
    let request = hub.hub.request
    let known = try device.replication.space().members[request.replica]
    if known == nil {
      try await device.replication.enrol(request, as: .reader, member: "hub")
      count("the hub is enrolled")
    } else if Int.random(in: 0..<3, using: &random) == 0 {
      try await device.replication.revoke(request.replica)
      count("the hub is revoked")
    }
    try look(at: device)
  }

  // MARK: Harm

  /// Sends the hub what nobody may take in, in a member's session.
  func attackHub(by device: Device, _ random: inout SeededGenerator) async throws {
    guard let hub, let page = try await page(of: device, for: Victim(hub), &random) else { return }
    let (peer, link) = try hubPeer(of: device)
    link.fault = nil
    do {
      let isBranch = try hub.store().map { try isFork(page, at: $0) } ?? false
      let reply = try await peer.push(page)
      try expect(
        !isBranch || !reply.refused.isEmpty, "the hub finds nothing wrong with another branch")
      count(reply.refused.isEmpty ? "attacks on the hub" : "attacks on the hub refused")
    } catch let error as Violation { throw error } catch { count("the hub is not reached") }
    if let violation { throw violation }
    try await greetFalsely(device, peer)
  }

  /// A member tells the hub in its own name what it has not signed.
  private func greetFalsely(_ device: Device, _ peer: HubPeer) async throws {
    var vector = device.vector
    vector[try device.replica()] = 1_000_000
    let forged = Hello(
      space: space, replica: try device.replica(), vector: vector, time: device.clock.now)
    do { try await peer.acknowledge(forged) } catch { return }
    try expect(false, "the hub has kept a greeting that \(device.name) has not signed")
  }

  /// Somebody who founded another space under this one's name, and knows the hub's secret.
  func joinElsewhereByHub(_ stranger: Replication) async throws {
    guard let hub, let space = try hub.store()?.read({ try $0.space() }), !space.members.isEmpty
    else { return }
    let (before, own) = (hub.vector, try stranger.vector())
    let text = hub.hub.text(at: ["https://hub:4711"])
    let report = try await stranger.exchange(with: HubPeer(text, for: stranger, over: hub.hub))
    try expect(report.failure?.code == .notEnrolled, "the hub answers a stranger: \(report)")
    try lookAtHub()
    try expect(hub.vector == before, "the hub has what a stranger wrote")
    try expect(try stranger.vector() == own, "a stranger has what the hub has")
    count("strangers at the hub")
  }

  // MARK: History

  /// What all members have by what the hub tells; nil when it does not tell.
  func commonVectorOfHub(for device: Device, isStrict: Bool) async throws -> VersionVector? {
    let (peer, link) = try hubPeer(of: device)
    link.fault = nil
    let (told, common): ([MemberVector], VersionVector)
    do {
      told = try await device.replication.memberVectors(in: peer)
      let members = try device.replication.space().members.keys
      let leftOut = isStrict ? [] : Set(members).subtracting(told.map(\.replica))
      common = try await device.replication.commonVector(in: peer, without: leftOut)
    } catch let error as SyncError {
      count("no common vector at the hub: \(error.code)")
      return nil
    }
    count("common vectors at the hub")
    let isKept =
      !options.restores && !options.powerCuts && !options.twins && !options.lostKeys
      && !options.silences && options.clocks != .wild
    guard isKept else { return common }
    for other in devices where other !== device {
      let replica = try other.replica()
      let known = try device.replication.space().members[replica]
      guard let known, !known.isRevoked, known.role != .reader,
        told.contains(where: { $0.replica == replica })
      else { continue }
      try expect(
        other.vector.covers(common),
        "\(device.name) takes \(common) for what all have, and \(other.name) has \(other.vector)")
    }
    return common
  }

  func putSnapshotInHub(of device: Device) async throws {
    let (peer, link) = try hubPeer(of: device)
    link.fault = nil
    do {
      try await device.replication.putSnapshot(in: peer)
      count("put a snapshot at the hub")
    } catch let error as SyncError where error.code != .key {
      count("no snapshot at the hub: \(error.code)")
    }
  }

  // MARK: The end

  func exchangeAllWithHub() async throws {
    for device in devices { try await exchangeWithHub(device) }
  }

  func hubIsSettled() -> Bool { hub?.vector.covers(union) ?? true }

  /// Where nothing was lost, purged or taken from anybody, the hub alone is enough.
  func requireAllByHub() throws {
    guard isSigned, options.clocks == .right, options.purges == .none, !options.revocations,
      !options.joins
    else { return }
    if try devices.contains(where: shuns) { return }
    count("all by the hub")
    for device in devices {
      try expect(
        device.vector == union, "\(device.name) lacks transactions that the hub could bring")
    }
  }

  /// Whether a device knows that the hub was revoked, and so gives it nothing.
  private func shuns(_ device: Device) throws -> Bool {
    guard let hub, let space = try device.store.read({ try $0.space() }) else { return false }
    return space.members[hub.hub.request.replica]?.isRevoked == true
  }

  /// Whether the hub takes a device for a member, and the device does not know it as revoked.
  private func mayCall(_ device: Device) throws -> Bool {
    if try shuns(device) { return false }
    guard let known = try hub?.store()?.read({ try $0.space() }) else { return true }
    guard let member = try known.members[device.replica()] else { return false }
    return !member.isRevoked && member.key == device.key.publicKey
  }

  /// Whether a device can give the hub all that it lacks.
  private func canFill(_ hub: HubMachine, _ device: Device) throws -> Bool {
    guard try mayCall(device) else { return false }
    for (replica, newest) in device.vector.sequences {
      var sequence = hub.vector[replica]
      while sequence < newest {
        sequence += 1
        if try !canGive(Dot(replica: replica, sequence: sequence), device) { return false }
      }
    }
    return true
  }

  /// The hub has what all have, and says of the space what they do.
  func compareHub() throws {
    guard let hub, let store = try hub.store() else { return }
    let (blocked, unknown) = try outside()
    let startsAgain = try store.read { try $0.mustStartAgain() }
    if !blocked.isEmpty || hub.lacksChains || startsAgain {
      return count("ended with a hub that may lack some")
    }
    var expected = union
    for replica in unknown { expected[replica] = hub.vector[replica] }
    let fillers = try devices.filter { try $0.vector == union && canFill(hub, $0) }
    if fillers.isEmpty, !hub.vector.covers(expected) { return count("ended with a blocked hub") }
    try expect(
      hub.vector == expected,
      "the hub has \(hub.vector) after \(World.rounds) rounds, and devices have \(expected)")
    count("the hub has all")
    for check in try Self.verified(store).checks {
      try expect(check.isSound, "the hub is not sound: \(check.name): \(check.detail)")
    }
    let known = try store.read { try $0.space() }
    for device in devices where device.vector == hub.vector {
      guard try !mustStartAgain(device), let space = try? device.replication.space() else {
        continue
      }
      try expect(known == space, "the hub and \(device.name) have the same and another space")
    }
  }
}
