internal import NIOCore
internal import Synchronization

/// Lets an address whose connection was closed for what it did open few new ones for a minute: else
/// it would do the same on the next one, and each costs a handshake.
final class ConnectionGate: Sendable {
  private struct Address {
    var allowance: Allowance
    var noted: NIODeadline
  }

  /// An address may be that of many, behind one router: so it opens some, whoever opens more.
  private static let (connections, perSecond) = (20, 5)
  private static let patience = TimeAmount.seconds(60)
  /// How many addresses are kept at most.
  private static let most = 10_000

  private let addresses = Mutex<[String: Address]>([:])

  /// Whether a connection may go on that was opened just now.
  func admits(_ origin: String?, at now: NIODeadline) -> Bool {
    guard let origin else { return true }
    return addresses.withLock { addresses in
      guard var address = addresses[origin] else { return true }
      if now - address.noted > Self.patience {
        addresses[origin] = nil
        return true
      }
      let isGood = address.allowance.use(1, at: now)
      addresses[origin] = address
      return isGood
    }
  }

  /// Keeps in mind that an address has used up what it may.
  func note(_ origin: String?, at now: NIODeadline) {
    guard let origin else { return }
    addresses.withLock { addresses in
      if addresses.count >= Self.most {
        addresses = addresses.filter { now - $0.value.noted <= Self.patience }
      }
      if addresses[origin] != nil {
        addresses[origin]?.noted = now
      } else if addresses.count < Self.most {
        addresses[origin] = Address(
          allowance: Allowance(Self.connections, perSecond: Self.perSecond, at: now), noted: now)
      }
    }
  }
}
