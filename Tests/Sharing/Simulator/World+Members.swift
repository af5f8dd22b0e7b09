import Daybook
import DaybookSync
import DaybookTesting

extension World {
  /// Lets an owner enrol a device that nobody knows.
  func enrol(_ device: Device, by owner: Device) async throws {
    let request = try device.replication.request()
    if try owner.replication.space().members[request.replica] != nil { return }
    try await owner.replication.enrol(request, as: .writer, member: device.name)
    try look(at: owner)
    count("enrolled")
  }

  /// Those who take themselves for owners.
  var owners: [Device] {
    devices.filter { device in
      guard let own = try? device.replica(), let space = try? device.replication.space() else {
        return false
      }
      return space.members[own]?.role == .owner && space.members[own]?.isRevoked == false
    }
  }

  /// Revokes a device; perhaps another owner does as well, who has not heard of that, and has heard
  /// more of the device.
  func revoke(
    _ device: Device, by owner: Device, _ random: inout SeededGenerator
  ) async throws {
    let replica = try device.replica()
    let others = owners.filter { $0 !== owner && $0 !== device }
    try await owner.replication.revoke(replica)
    try look(at: owner)
    guard let other = others.first, Bool.random(using: &random) else { return }
    try await write(device, &random)
    try await exchange(device, other)
    try await other.replication.revoke(replica)
    count("revoked twice")
  }

  /// Two owners revoke one another before either hears of it; or somebody who sets frontiers hears
  /// what one of them says, and settles that before the other says the same.
  func duel(_ random: inout SeededGenerator) async throws {
    let owners = owners
    guard owners.count > 1 else { return }
    let one = owners[Int.random(in: 0..<owners.count, using: &random)]
    let other = owners[Int.random(in: 0..<owners.count, using: &random)]
    if one === other { return }
    let (first, second) = (try one.replica(), try other.replica())
    let keeper = device(Int.random(in: 0..<60, using: &random))
    let isSettled = keeper !== one && keeper !== other
    if isSettled {
      try await one.replication.setKeeper(keeper.replica())
      try look(at: one)
      try await exchange(one, other)
    }
    try await one.replication.revoke(second)
    try look(at: one)
    if isSettled {
      // What the first one says is final before the other says the same.
      try await exchange(one, keeper)
      count("settled in a duel")
      _ = try await keeper.replication.setFrontier(keeper.replication.vector())
      try look(at: keeper)
    }
    try await other.replication.revoke(first)
  }

  func setRole(
    of device: Device, by owner: Device, _ random: inout SeededGenerator
  ) async throws {
    var roles: [SpaceRole] = [.writer]
    if options.owners { roles.append(.owner) }
    if options.readers { roles.append(.reader) }
    let role = roles[Int.random(in: 0..<roles.count, using: &random)]
    tell("\(owner.name) makes \(device.name) a \(role)")
    try await owner.replication.setRole(role, of: device.replica())
  }

  /// A member states what only owners may, past all that would keep it from that.
  func usurp(
    _ device: Device, _ other: Device, _ random: inout SeededGenerator
  ) async throws {
    let (own, victim) = (try device.replica(), try other.replica())
    guard try device.replication.space().members[own]?.role != .owner else { return }
    let statement: SpaceStatement =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .roleChanged(own, .owner, through: 0)
      case 1: .revoked(victim, through: 0)
      case 2: .frontier(number: UInt64.random(in: 1...9, using: &random), device.vector)
      case 3: .created(name: "Mine", key: device.key.publicKey, member: "me")
      default: .keeper(own, inPlaceOf: founder, through: 0)
      }
    tell("\(device.name) states \(statement)")
    try await device.store.append { try $0.append(statement) }
  }
}
