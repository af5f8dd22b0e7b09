internal import Synchronization

/// The bodies that are in memory: those of calls that are coming, and that are being answered. Else
/// who has a session could begin as many long ones as there are connections.
final class BodiesUnderWay: Sendable {
  /// The most bytes of all.
  private static let most = 256 << 20
  /// Bodies of so many bytes are let in whatever others take.
  private static let short = 64 << 10

  private let bytes = Mutex(0)

  /// Counts a body of at most so many bytes; false when there is no room for it now.
  func begin(_ count: Int) -> Bool {
    bytes.withLock { bytes in
      guard count <= Self.short || bytes + count <= Self.most else { return false }
      bytes += count
      return true
    }
  }

  /// Counts one that was answered.
  func end(_ count: Int) { bytes.withLock { $0 -= count } }
}
