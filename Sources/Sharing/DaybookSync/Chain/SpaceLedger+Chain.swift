internal import Daybook

extension SpaceLedger where Self: ~Copyable, Self: ~Escapable {
  /// The chain of a writer up to a transaction, from the last head before it on.
  ///
  /// - Throws: `SyncError.needsSnapshot` when something that it goes through was purged.
  func chain(through dot: Dot, in space: UUID) throws -> Chain {
    var chain =
      try head(of: dot.replica, through: dot.sequence).map { Chain($0, space: space) }
      ?? Chain(space: space, replica: dot.replica)
    while chain.sequence < dot.sequence {
      let next = Dot(replica: dot.replica, sequence: chain.sequence + 1)
      guard let message = try message(of: next) else {
        throw SyncError(
          .needsSnapshot, "a transaction that a chain goes through was purged", dot: next)
      }
      try chain.add(message)
    }
    return chain
  }

  /// The chain of a writer up to a transaction; nil when something that it goes through was purged.
  func knownChain(through dot: Dot, in space: UUID) throws -> Chain? {
    do { return try chain(through: dot, in: space) } catch let error as SyncError
      where error.code == .needsSnapshot
    {
      return nil
    }
  }
}
