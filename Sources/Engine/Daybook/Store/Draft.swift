/// A transaction being written: it collects events and shows their effect.
///
/// Nothing is stored before the closure that got it returns; a closure that throws leaves no trace.
public struct Draft: ~Copyable {
  // Safety: where `WriterLoop` keeps the transaction while the draft is lent to a closure; nobody
  // else uses it meanwhile, and no draft outlives that, because nobody gets one of his own.
  private let pointer: UnsafeMutablePointer<WriteScope>
  @usableFromInline let readers: Readers
  private let append: Append
  private let process: String?

  /// When the transaction was begun, by the wall clock of the store; its `wallTime` in the history.
  public let wallTime: Date

  init(
    _ pointer: UnsafeMutablePointer<WriteScope>, readers: Readers, append: Append,
    process: String?, wall: Date
  ) {
    self.pointer = pointer
    self.readers = readers
    self.append = append
    self.process = process
    wallTime = wall
  }

  /// The transaction. Changed also where the draft is not: reading the draft stores what there is
  /// so far, and no event can be added while its reader lives.
  @usableFromInline
  var scope: WriteScope {
    unsafeAddress { UnsafePointer(pointer) }
    nonmutating unsafeMutableAddress { pointer }
  }

  /// Adds an event about the entity `id`, whose kind is the one with events of this type.
  ///
  /// The kind is looked up by the type of the event, which takes some sixty instructions of five
  /// thousand. With an `ID`, or the type of the entity, the compiler knows it.
  ///
  /// - Throws: `StoreError.notInSchema`; `noSuchEntity` when the entity was never made and the
  ///   event does not make it, as its fold says; what the fold throws.
  @inlinable
  public mutating func append<Event: EntityEvent>(_ event: Event, to id: UUID) throws {
    try scope.sink(Event.self).append(&scope, event, id)
  }

  /// Adds an event about the entity `id`, whose type you name, so that the event can begin with a
  /// dot.
  ///
  /// `try draft.append(.bought, to: Grocery.self, milk)` does the same as
  /// `try draft.append(Grocery.Event.bought, to: milk)`.
  ///
  /// - Throws: as `append(_:to:)`.
  @inlinable
  public mutating func append<E: Entity>(_ event: E.Event, to type: E.Type, _ id: UUID) throws {
    try scope.type(type).append(&scope, event, id: id)
  }

  /// The entity `id` as this transaction leaves it so far; nil when it does not exist.
  @inlinable
  public func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    let type = try scope.type(type)
    // Its fold begins anew, with events that may be older than those of the draft.
    if type.records.hasMarked || !type.type.links.isEmpty && scope.hasMarkedKinds { try show() }
    return try type.current(&scope, id: id)
  }

  /// The entity `id`, deleted or not, as this transaction leaves it so far; nil when its events
  /// leave nothing.
  @inlinable
  package func state<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    let type = try scope.type(type)
    if type.records.hasMarked { try show() }
    return try type.stored(&scope, id: id)
  }

  /// The rows of a projection as this transaction leaves them so far.
  ///
  /// They are what `EventStore.read` shows once the transaction is committed. You cannot keep the
  /// result while you append: call this again. Costs what `now` costs.
  ///
  /// - Throws: as `Reader.view`.
  @_lifetime(borrow self)
  public func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P> {
    try now().view(type)
  }

  /// A reader of the store as this transaction leaves it so far: entities, projections and history.
  ///
  /// Before the first event it shows the store as it was. Each call first brings the rows up to
  /// date with the events appended since the last call, which costs what it would cost at the end.
  /// When a closure throws after that, the others in the same commit run again.
  @_lifetime(borrow self)
  public func now() throws -> Reader {
    try show()
    return readers.reader(writing: scope.reader, scope.scope)
  }

  /// Takes a transaction back: its events are left out of every fold from now on.
  ///
  /// To redo, take the undo back. The history keeps all of it. What takes a transaction back that a
  /// frontier holds is written and counts for nothing; `undo(transaction:)` refuses it.
  ///
  /// - Throws: `StoreError.noSuchTransaction`.
  public mutating func retract(transaction number: UInt64) throws { try scope.retract(number) }

  /// Stores what there is so far, for those who read the transaction.
  @usableFromInline
  func show() throws {
    try scope.showDraft(
      author: append.author, context: append.context, process: process, wall: wallTime)
  }
}
