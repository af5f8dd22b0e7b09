/// Gets reports of what a store does, for logs, metrics and progress bars.
///
/// ```swift
/// struct Noise: StoreObserver {
///   func didCommit(_ commit: StoreCommit) { print(commit.events, commit.duration) }
/// }
/// var options = StoreOptions()
/// options.observers = [Noise()]
/// ```
/// Each call comes after the fact, on a thread that all observers of a store share, one after the
/// other and in the order of the commits. No lock and no transaction is held, so an observer may
/// use the store, blocking calls included. It must not call `close`, nor wait for a later report.
/// Reads and writes do not wait for an observer. When more than 10,000 reports wait for it, commits
/// and slow reads are left out, and ``didMiss(_:)`` says how many. The store keeps its observers:
/// hold the store weakly in one.
public protocol StoreObserver: Sendable {
  /// Transactions are on their way to the disk, or there, as the durability says.
  func didCommit(_ commit: StoreCommit)

  /// A read took longer than `StoreOptions.slowReadThreshold`.
  func didReadSlowly(_ read: SlowRead)

  /// Folds and projections have left something out; see `EventStore.quarantine()`.
  ///
  /// Called after the commit that says so. It reports what arrives, and rows that are built; an
  /// append of this process is refused instead (`StoreError.refusedByView`). It may call `requeue`,
  /// and the next call reports only what that leaves out anew.
  func didQuarantine(_ items: [QuarantinedItem])

  /// A rebuild took a step: at open, where it may take a while, or by `EventStore.rebuild`.
  func didAdvance(_ progress: RebuildProgress)

  /// This many commits and slow reads were not reported, because too many reports waited.
  func didMiss(_ count: Int)
}

extension StoreObserver {
  /// Does nothing.
  public func didCommit(_ commit: StoreCommit) {}
  /// Does nothing.
  public func didReadSlowly(_ read: SlowRead) {}
  /// Does nothing.
  public func didQuarantine(_ items: [QuarantinedItem]) {}
  /// Does nothing.
  public func didAdvance(_ progress: RebuildProgress) {}
  /// Does nothing.
  public func didMiss(_ count: Int) {}
}
