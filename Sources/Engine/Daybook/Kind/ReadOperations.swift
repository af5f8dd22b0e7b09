/// What an `EntityType` does for those who read, without its type: closures that were compiled for
/// it.
@usableFromInline
struct ReadOperations: Sendable {
  @usableFromInline typealias Fold =
    @Sendable (
      LogReader, UUID, StoredEntity, inout PayloadWriter, _ transaction: (UInt64) throws -> Bool
    ) throws -> EntityRecord
  @usableFromInline typealias Difference =
    @Sendable (
      History.Transaction, _ before: LogReader, _ after: LogReader, UUID
    ) throws -> History.AnyChange?

  @usableFromInline typealias Folds =
    @Sendable (LogReader, UUID, StoredEntity, _ items: [Refold.Item]?) throws -> FoldCheck

  /// Whether the stored state is what the events fold to; they are read where nobody has them.
  let folds: Folds
  /// How the stored state differs from what the events fold to; nil when it does not.
  let drift: @Sendable (LogReader, UUID, StoredEntity) throws -> EntityDrift?
  /// Reads an event and throws it away.
  let checkEvent: @Sendable (UInt32, BorrowedBytes) throws -> Void
  /// Reads a stored state and throws it away.
  let checkState: @Sendable (StoredEntity) throws -> Void
  /// The value of an entity as of the last transaction that the log counts.
  let value: @Sendable (LogReader, UUID) throws -> (any Entity)?
  /// What a reference to an entity comes to, as of the last transaction that the log counts.
  let standing: @Sendable (LogReader, UUID) throws -> Standing
  /// What the own events of an entity make of it.
  let footing: @Sendable (LogReader, UUID) throws -> Footing
  /// The entities that were merged in a circle with one of these, those among them.
  let circles: @Sendable (LogReader, [EntityKey]) throws -> [UUID]
  /// The values of an entity after each transaction that touches it.
  let versions: @Sendable (LogReader, UUID) throws -> [(number: UInt64, value: (any Entity)?)]
  /// Which event has set each field of an entity's state.
  let setters: @Sendable (LogReader, UUID) throws -> [FieldSetter]
  /// Whether an event of an entity makes it, also one that was taken back; for one of which nothing
  /// was purged.
  let wasMade: @Sendable (LogReader, UUID) throws -> Bool
  /// The transactions by which an entity went, in canonical order.
  let endings: @Sendable (LogReader, UUID) throws -> [UInt64]
  /// Folds an entity's events of some transactions, and appends the state.
  let fold: Fold
  /// What happened to an entity between two moments of the log.
  let difference: Difference

  @usableFromInline
  init(
    folds: @escaping Folds,
    drift: @escaping @Sendable (LogReader, UUID, StoredEntity) throws -> EntityDrift?,
    checkEvent: @escaping @Sendable (UInt32, BorrowedBytes) throws -> Void,
    checkState: @escaping @Sendable (StoredEntity) throws -> Void,
    value: @escaping @Sendable (LogReader, UUID) throws -> (any Entity)?,
    standing: @escaping @Sendable (LogReader, UUID) throws -> Standing,
    footing: @escaping @Sendable (LogReader, UUID) throws -> Footing,
    circles: @escaping @Sendable (LogReader, [EntityKey]) throws -> [UUID],
    versions:
      @escaping @Sendable (LogReader, UUID) throws -> [(
        number: UInt64, value: (any Entity)?
      )],
    setters: @escaping @Sendable (LogReader, UUID) throws -> [FieldSetter],
    wasMade: @escaping @Sendable (LogReader, UUID) throws -> Bool,
    endings: @escaping @Sendable (LogReader, UUID) throws -> [UInt64],
    fold: @escaping Fold,
    difference: @escaping Difference
  ) {
    self.folds = folds
    self.drift = drift
    self.checkEvent = checkEvent
    self.checkState = checkState
    self.value = value
    self.standing = standing
    self.footing = footing
    self.circles = circles
    self.versions = versions
    self.setters = setters
    self.wasMade = wasMade
    self.endings = endings
    self.fold = fold
    self.difference = difference
  }
}
