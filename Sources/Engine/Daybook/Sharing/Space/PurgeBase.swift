/// The frontier that was the newest when a store was purged, or began with a snapshot.
///
/// The store's baselines are states at this frontier. The frontier stops counting when a statement
/// arrives by which its keeper had been replaced or revoked before. Then the baselines are wrong,
/// and the store starts again from a snapshot.
struct PurgeBase: Equatable {
  let number: UInt64
  let time: HybridTime

  /// Whether a frontier is this one. Number and time tell, because a keeper uses no time twice.
  func isSame(as frontier: Space.Frontier) -> Bool {
    number == frontier.number && time == frontier.time
  }
}
