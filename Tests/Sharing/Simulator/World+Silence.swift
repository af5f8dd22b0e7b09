import Daybook
import DaybookSync
import DaybookTesting

/// Who says nothing for a long time, and whom purges wait for.
extension World {
  /// After so many days without a word nobody is waited for. To the day: what says nothing new is
  /// noted once a day.
  private static let patience = (least: 89 * 86_400.0, most: 90 * 86_400.0)

  /// Lets a device be silent for months, while the others go on, settle what they have, and purge.
  func silence(_ device: Device, _ random: inout SeededGenerator) async throws {
    let others = devices.filter { $0 !== device }
    guard others.count > 1 else { return }
    pass(Double.random(in: 80...110, using: &random) * 86_400)
    for other in others { try await ifPermitted { try await write(other, &random) } }
    try await meet(others, &random)
    for other in others {
      try await ifPermitted {
        _ = try await other.replication.setFrontier(other.replication.vector())
        try look(at: other)
      }
    }
    try await meet(others, &random)
    for other in others { try purge(other, &random) }
  }

  /// Lets some devices exchange with one another, as if there were no others.
  private func meet(_ some: [Device], _ random: inout SeededGenerator) async throws {
    for device in some {
      for other in some where other !== device {
        switch options.carrier {
        case .folder:
          try await exchangeWithFolder(device)
          try showDrive(of: device, to: other, &random)
        case .hub: try await exchangeWithHub(device)
        case .direct, .all: try await exchange(device, other)
        }
      }
    }
  }

  private func ifPermitted(_ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as StoreError where error.code == .notPermitted {
      count("not permitted")
    } catch let error as SyncError where error.code == .notPermitted || error.code == .space {
      count("not permitted")
    }
  }

  /// Notes that a device knows how far a peer is.
  func hear(of peer: String, _ far: Device?, at near: Device) {
    let time = near.clock.now
    near.heard[peer] = max(near.heard[peer] ?? time, time)
    if let far { near.noted[far.life] = time }
  }

  /// Looks at whom a purge that went further, or one that did not, has waited for.
  func judge(_ result: PurgeResult, of device: Device, forced: Bool) throws {
    if let holder = result.heldBackBy, let heard = device.heard[holder] {
      try expect(
        device.clock.now.timeIntervalSince(heard) <= Self.patience.most,
        "\(device.name) waits for \(holder), which has been silent since \(heard)")
    }
    if forced { device.awaited = [] }
  }

  /// Notes whom a purge that removed something has waited for, or should have.
  func noteAwaited(by device: Device) {
    let waitedFor = device.noted.filter {
      device.clock.now.timeIntervalSince($0.value) < Self.patience.least
    }
    if waitedFor.count < device.noted.count { count("set aside") }
    device.awaited = (device.awaited ?? Set(waitedFor.keys)).intersection(waitedFor.keys)
  }
}
