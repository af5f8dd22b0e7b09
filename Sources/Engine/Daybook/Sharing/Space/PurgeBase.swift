/// The frontier that was the newest when a store was purged, or began with a snapshot.
///
/// Baselines go by it. It counts no more when it turns out that its keeper had been replaced or
/// revoked before; then the baselines are not what the statements come to, and the store starts
/// again from a snapshot.
struct PurgeBase: Equatable {
  let number: UInt64
  let time: HybridTime

  /// Whether a frontier is this one; its keeper gives no time twice.
  func isSame(as frontier: Space.Frontier) -> Bool {
    number == frontier.number && time == frontier.time
  }
}
