internal import LMDB

/// How a store is opened.
public struct StoreOptions: Sendable {
  /// Makes the store when there is none, and the folders around it that are missing.
  public var createsStore = true
  /// Address space reserved for the file, in bytes; it grows by itself. nil: 64 GiB, on iOS 1 GiB.
  public var mapSize: Int?
  /// The wall clock.
  public var now: @Sendable () -> Date = { Date() }
  /// The source of identifiers.
  public var makeID: @Sendable () -> UUID = { UUID() }
  /// The name of this process in the history; at most 1,000 bytes.
  public var process: String?

  /// The space that the store belongs to: the unit of sharing; see ``EventStore/space``.
  ///
  /// A store that is made with a space is bound to it: it refuses messages of any other, and
  /// opening it for another throws `foreignSpace`. Give all stores that exchange messages the same
  /// one. nil makes a store with a space of its own that takes in messages of any, each of which
  /// keeps the space that it came with, until the store is shared: from then on all that it has is
  /// of its own space, and it refuses messages of others.
  public var space: UUID?

  /// The replica that a store writes as which is made; nil makes up one.
  package var replica: ReplicaID?

  /// How much of the file is looked at when the store is opened; see `PageChecks`.
  public var pageChecks = PageChecks.inBackground

  /// How much of the file is looked at when a store is opened.
  ///
  /// LMDB trusts its pages: a damaged one can end the process or hide rows. The roots and the list
  /// of free pages are always looked at.
  public enum PageChecks: Sendable {
    /// Every page, before the store is used: about 2 ms for each 4 MiB from the cache, more from a
    /// disk.
    case atOpen
    /// Stores of up to 2 MiB in full. Of larger ones the branch pages, which lead to the rows, and
    /// the rest on a thread beside the store's use, once a week. A damaged page ends writing, and
    /// `statistics` and `verify` name it.
    case inBackground
    /// No more: for a store that is opened for a moment, or was just looked at.
    case none
  }

  /// Looks at some of what is stored when the store is opened, and at what each append has derived,
  /// and refuses types that do not read it, or make something else of it: `storedFormatChanged`.
  ///
  /// On in debug builds, so that you notice a property or case that was renamed or added, a fold or
  /// an index that was changed without another `revision`, and one that depends on more than it is
  /// given, such as the time, a random number, the zone of the machine or the order of a `Set`.
  ///
  /// At open it reads of the newest 16,384 events and the oldest 4,096 the first 64 of each type
  /// and case, and of each kind 64 states and 64 of those that a purge left in the place of events.
  /// It folds these 64 entities anew, and two for each type and case, takes their rows out and puts
  /// them in again, and drops what that changed: some tens of milliseconds. Of an append it does
  /// the same with the first 16 entities, which makes it take two to three times as long. Entities
  /// of more than 256 events are passed over. What a case or a type stored longer ago is what
  /// `StoredFormatCheck` of `DaybookTesting` is for.
  public var readsSamples: Bool = {
    #if DEBUG
    true
    #else
    false
    #endif
  }()

  /// What gets reports of commits, slow reads, quarantine and rebuilds; see `StoreObserver`.
  ///
  /// Without any the store looks at no clock and makes no thread for it.
  public var observers: [any StoreObserver] = []

  /// Observers get a report of each read that takes longer than this.
  public var slowReadThreshold = Duration.milliseconds(50)

  /// Called with what folds and projections have left out, when they do and when a store is opened
  /// of which something is left out already: `StoreObserver.didQuarantine` without an observer.
  public var onQuarantine: (@Sendable ([QuarantinedItem]) -> Void)?

  /// When the journal has a checkpoint, for tests: at so many bytes of an area, of pages that were
  /// freed, or after so many microseconds without a commit; nil for the usual.
  package var checkpoint: (area: Int, freed: Int, idle: Int)?
  /// How many threads make the rows of views in a build, for tests; nil for as many as there are
  /// processors.
  package var buildThreads: Int?
  /// How many pages of new rows one step of a build may change, for tests; nil for the usual.
  package var buildPages: Int?
  /// Whether its files lose their names as soon as they are open.
  package var isTemporary = false

  /// Called with the name of each step of making a store, for tests; nil for none.
  package var creationStep: (@Sendable (String) -> Void)?

  /// A failure to act out before the next commit, for tests; nil for none.
  package var commitFault: (@Sendable () -> CommitFault?)?

  /// Called after each commit with what it has flushed, for tests; nil for none.
  package var didCommit: (@Sendable (Durability) -> Void)?

  /// The indexes that stores of the first version lack; tests add their own.
  var addedIndexes: [any LogIndex.Type] = LogIndexes.added

  /// The options of an ordinary store.
  public init() {}
}

/// A failure that a test wants to see.
package enum CommitFault: Sendable {
  case diskFull
  case diskFullInFlush
  case diskFailure
  case growth
}

extension StoreOptions {
  /// - Throws: `StoreError.invalidArgument`.
  func check() throws {
    if let mapSize, mapSize < 1 << 16 {
      throw StoreError(
        .invalidArgument, "a map of \(mapSize) bytes holds no store; give 65,536 or more, or nil")
    }
    if let space, withUnsafeBytes(of: space.uuid, { $0.allSatisfy { $0 == 0 } }) {
      throw StoreError(
        .invalidArgument, "the space is all zeros, which no message may name; give another UUID")
    }
  }
}
