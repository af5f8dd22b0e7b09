import Daybook
import DaybookSync
import DaybookTesting

/// What is left under names that nobody can sign for any more.
extension World {
  /// Loses the key of a device, which writes as another replica from then on, and what nobody else
  /// has as that one.
  func loseKey(
    of device: Device, _ other: Device, _ random: inout SeededGenerator
  ) async throws {
    if options.purges != .none, Int.random(in: 0..<4, using: &random) > 0 {
      try await settleAndPurge(device, &random)
    }
    let replica = try device.replica()
    let member = try device.store.read { try $0.space() }?.members[replica]
    try device.loseKey(withGuard: Bool.random(using: &random))
    try expect(
      try member == nil || device.replica() != replica,
      "\(device.name) has lost its key and writes on as \(replica)")
    // It finds out with the first exchange.
    let isEnrolled = devices.contains {
      (try? $0.replication.space())?.members[replica] != nil
    }
    if member == nil, isEnrolled { anothersNames.insert(replica) }
    device.consumed = nil
    // A state before this has another key.
    device.backup = nil
    try look(at: device)
    if other !== device { try await rewriteTails(of: device, lackedBy: other) }
  }

  /// Lets a device write what nobody gets, and purge all that is final before that.
  private func settleAndPurge(_ device: Device, _ random: inout SeededGenerator) async throws {
    let keeper = try? device.replication.space().keeper
    guard let keeper = try devices.first(where: { try $0.replica() == keeper }) else { return }
    if keeper !== device { try await exchange(keeper, device) }
    _ = try await keeper.replication.setFrontier(keeper.replication.vector())
    try look(at: keeper)
    if keeper !== device { try await exchange(device, keeper) }
    // The purge leaves the name of a writer's newest transaction: it must not be one that goes.
    try await write(device, &random)
    try purge(device, forced: options.purges == .forced)
  }

  /// Writes again what a device wrote under names that are not its own any more.
  ///
  /// What was purged, is final or says something about the space stays.
  private func rewriteTails(of device: Device, lackedBy other: Device) async throws {
    do {
      let count = try await rewriting(device) {
        try await device.replication.rewriteTail(lackedBy: Link(self, device, other, seed: 0))
      }
      if count > 0 { self.count("written again: lost") }
    } catch let error as StoreError where error.code == .invalidArgument {
      count("stays unsent")
    } catch let error as SyncError {
      count("stays unsent: \(error.code)")
    }
  }

  /// Lets every device write again what it wrote under other names and can be had from nobody.
  func rewriteLostTails() async throws {
    for device in devices {
      let own = try device.replica()
      for replica in try device.store.read({ try $0.replicasWrittenHere() }) where replica != own {
        let lacking = try devices.first { other in
          let next = Dot(replica: replica, sequence: other.vector[replica] + 1)
          return try device.vector.contains(next) && !devices.contains { try canGive(next, $0) }
        }
        if let lacking { try await rewriteTails(of: device, lackedBy: lacking) }
      }
    }
  }
}
