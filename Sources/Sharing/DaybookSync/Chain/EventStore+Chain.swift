internal import Daybook

extension EventStore {
  /// The chain of a writer up to a transaction, from the last head before it on.
  func chain(through dot: Dot) throws -> Chain {
    try read { [space] reader in try reader.chain(through: dot, in: space) }
  }

  /// The chain of a writer up to a transaction; nil when something that it goes through was purged.
  func knownChain(through dot: Dot) throws -> Chain? {
    try read { [space] reader in try reader.knownChain(through: dot, in: space) }
  }
}
