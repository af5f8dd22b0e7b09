/// What a `WrittenType` does, without its type: closures that were compiled for it.
@usableFromInline
struct WriteOperations {
  @usableFromInline typealias Absorb = (
    inout WriteScope, _ type: UInt32, _ payload: BorrowedBytes, UUID, _ refolds: Bool
  ) throws -> Void

  /// Marks an entity for folding anew.
  @usableFromInline var markForRefold: (inout WriteScope, UUID) throws -> Void = { _, _ in }
  /// Marks an entity for folding anew whose state may be one that only an older version can read.
  @usableFromInline var markUnreadable: (inout WriteScope, UUID) throws -> Void = { _, _ in }
  /// Takes in an encoded event as if it were appended, refusing what cannot be read or folded.
  @usableFromInline var append: (inout WriteScope, UInt32, BorrowedBytes, UUID) throws -> Void =
    { _, _, _, _ in }
  /// Takes in a stored or foreign event, whatever it holds.
  @usableFromInline var absorb: Absorb = { _, _, _, _, _ in }
  /// Folds anew what was marked; the events are in the log by now.
  @usableFromInline var refold: (inout WriteScope) throws -> Void = { _ in }
  /// Stores the touched entities, and forgets them where no projection follows the kind.
  @usableFromInline var store: (inout WriteScope) throws -> Void = { _ in }
  /// Hands the changes of the next so many of them to the projections, and then forgets them.
  @usableFromInline var project: (inout WriteScope, _ count: Int) throws -> Void = { _, _ in }
  /// Forgets the touched entities.
  @usableFromInline var discard: () -> Void = {}
  /// Lets the projections being built take in a stored entity.
  @usableFromInline var build: (inout WriteScope, UUID, StoredEntity) throws -> Void = { _, _, _ in
  }
  /// Makes what lets projections that another thread builds take in stored entities.
  @usableFromInline var makeShare: () -> Share = { { _, _, _ in } }
  @usableFromInline typealias Share = (inout BuildScope, UUID, StoredEntity) throws -> Void
  /// Lets one projection take in a stored entity that it left out.
  @usableFromInline var reproject: (inout WriteScope, Int, UUID) throws -> Void = { _, _, _ in }
  /// Takes a stored entity's rows out and puts them in again; the first projection of which that
  /// makes other rows than there were, nil when there is none.
  @usableFromInline var checkRows: (inout WriteScope, UUID) throws -> Int? = { _, _ in nil }
  /// Puts a state in place of all that an entity was; what it is folded from is in the log by now.
  @usableFromInline var install: (inout WriteScope, UUID, StoredEntity) throws -> Void = {
    _, _, _ in
  }
  @usableFromInline typealias CatchUp = (
    inout WriteScope, _ projection: Int, ProjectionSlot, UUID, _ then: LogReader, _ now: LogReader
  ) throws -> Bool

  /// Lets one projection's rows take in what happened to an entity between two moments of the log.
  /// Returns whether it was merged into another one at either.
  @usableFromInline var catchUp: CatchUp = { _, _, _, _, _, _ in false }
  /// Lets one projection take a stored entity alone into rows, and notes which it has touched.
  @usableFromInline var contribute: Contribute = { _, _, _, _, _ in .nothing }
  @usableFromInline typealias Contribute = (
    inout WriteScope, _ projection: Int, ProjectionSlot, UUID, ContributionTrace
  ) throws -> ContributionFate
  /// Lets a projection follow the kind; the handler is one of its type.
  @usableFromInline
  var subscribe: (_ projection: Int, _ handler: AnyObject) -> Void = { _, _ in }
  @usableFromInline typealias Relate = (
    _ access: AnyObject, _ place: Int, KnownKind, _ others: [KnownKind]
  ) -> Void

  /// Lets the kind know a relation, at its place among those of the writer, with the kind that it
  /// leads to and those that this depends on; the access is one of its type.
  @usableFromInline var relate: Relate = { _, _, _, _ in }
  /// What the own events of an entity make of references to it, as the draft leaves it so far.
  @usableFromInline
  var footing: (inout WriteScope, UUID) throws -> Footing = { _, _ in .there }
  /// The touched entities, from a place on, to which references lead otherwise than before.
  @usableFromInline var moved: (inout WriteScope, Int) throws -> [UUID] = { _, _ in [] }
  /// Touches a stored entity because of what it refers to; false when it is touched already.
  @usableFromInline var touch: (inout WriteScope, UUID) throws -> Bool = { _, _ in false }
  /// The entities that were merged in a circle with touched ones, before the draft or by it.
  @usableFromInline var circles: (inout WriteScope) throws -> [UUID] = { _ in [] }
  /// Finds out what relations and merges make of the touched entities.
  @usableFromInline var findEffects: (inout WriteScope) throws -> Void = { _ in }
  /// Whether readers see an entity as the draft leaves it.
  @usableFromInline var isSeen: (inout WriteScope, UUID) throws -> Bool = { _, _ in false }
  /// The stored entities that refer to others by the relation at a place, by what they refer to.
  @usableFromInline
  var references: (inout WriteScope, _ relation: Int) throws -> [UUID: [UUID]] = { _, _ in [:] }
  /// The stored entities that were merged into others, by what they were merged into.
  @usableFromInline var merges: (inout WriteScope) throws -> [UUID: [UUID]] = { _ in [:] }
  /// Lets a projection follow the kind no more.
  @usableFromInline var unsubscribe: (Int) -> Void = { _ in }

  @usableFromInline init() {}
}
