internal import Daybook
internal import Foundation
internal import Synchronization

/// The calls that wait for news: so many together, and so many of one device.
final class HubWaits: Sendable {
  private struct Device: Hashable {
    let space: UUID
    let replica: ReplicaID
  }

  private struct State {
    var count = 0
    var devices: [Device: Int] = [:]
  }

  private let state = Mutex(State())
  private let limits: HubLimits

  init(_ limits: HubLimits) { self.limits = limits }

  /// Counts a call that waits.
  ///
  /// - Throws: `HubRefusal.tooFast` for one too many.
  func begin(_ replica: ReplicaID, in space: UUID) throws {
    let device = Device(space: space, replica: replica)
    let isGood = state.withLock { state in
      let own = state.devices[device] ?? 0
      guard state.count < limits.waits, own < limits.waitsOfDevice else { return false }
      state.count += 1
      state.devices[device] = own + 1
      return true
    }
    if !isGood { throw HubRefusal.tooFast }
  }

  /// Counts one that has got its answer.
  func end(_ replica: ReplicaID, in space: UUID) {
    let device = Device(space: space, replica: replica)
    state.withLock { state in
      state.count -= 1
      let left = (state.devices[device] ?? 1) - 1
      state.devices[device] = left > 0 ? left : nil
    }
  }
}
