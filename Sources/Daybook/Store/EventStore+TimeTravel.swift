internal import LMDB

extension EventStore {
  /// Calls `body` with the store as it was after a transaction: entities and every projection.
  ///
  /// Projections are built from the states of then when they are asked for and thrown away afterwards,
  /// which takes as long as a rebuild; appends wait meanwhile. Entities cost what their own events cost.
  ///
  /// - Throws: `StoreError.foreignToken`, `expiredToken`, or what `body` throws.
  public func read<R: Sendable>(
    asOf token: History.Token, _ body: @escaping @Sendable (borrowing PastReader) throws -> R
  ) throws -> R {
    let readers = readers
    return try inspect { scope in
      let number = try readers.reader(writing: scope.reader, scope.scope).place(token)
      scope.past = try PastStates(number, scope.reader, scope.heads)
      defer { scope.past = nil }
      return try scope.remembering { scope in
        try withUnsafeMutablePointer(to: &scope) { pointer in
          let scope = pointer.pointee.scope
          let reader = readers.reader(writing: pointer.pointee.reader, scope)
          return try body(PastReader(pointer, reader: reader, token: token))
        }
      }
    }
  }

  /// Calls `body` with the store as it was at a time: after the last transaction written by then.
  public func read<R: Sendable>(
    asOf date: Date, _ body: @escaping @Sendable (borrowing PastReader) throws -> R
  ) throws -> R {
    try read(asOf: try read { try $0.token(at: date) }, body)
  }
}

extension Reader {
  /// The place after the last transaction that was written by `date`.
  ///
  /// By the hybrid logical clock of the transactions written here; those of other replicas are where
  /// they arrived among them. A date that is no number is before all of them. O(log n).
  ///
  /// - Throws: `StoreError.expiredToken` when the history of then was purged.
  public func token(at date: Date) throws -> History.Token {
    let log = log
    log.trace?.noteLog()
    let milliseconds = date.milliseconds
    let oldest = try Heads(log.transaction, log.tables)
    var (low, high) = (oldest.purged, oldest.transactions)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if try writtenHere(middle, after: low)?.milliseconds ?? .min <= milliseconds {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return History.Token(store: storeID, transaction: low)
  }

  /// The time of the newest transaction up to `number` that was written here; nil when none was.
  private func writtenHere(_ number: UInt64, after first: UInt64) throws -> HybridTime? {
    var number = number
    while number > first {
      let record = try log.existing(number)
      if record.flags & TransactionRecord.isRemote == 0 { return record.time }
      number -= 1
    }
    return nil
  }
}

/// The store as it was after an earlier transaction.
///
/// It lives as long as the closure that got it, as a `Reader` does.
public struct PastReader: ~Copyable, ~Escapable {
  /// The place in the history.
  public let token: History.Token
  // Safety: where `read(asOf:)` keeps the transaction for the time of the closure; nobody else uses it meanwhile.
  private let pointer: UnsafeMutablePointer<WriteScope>
  private let reader: Reader

  /// The transaction, in which rows are built when they are asked for.
  private var scope: WriteScope {
    unsafeAddress { UnsafePointer(pointer) }
    nonmutating unsafeMutableAddress { pointer }
  }

  @_lifetime(copy reader)
  init(
    _ pointer: UnsafeMutablePointer<WriteScope>, reader: consuming Reader, token: History.Token
  ) {
    self.pointer = pointer
    self.reader = reader
    self.token = token
  }

  /// The entity as it was; nil when it did not exist then. O(k log k) for its k events.
  public func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    try reader.entity(type, id, asOf: token)
  }

  /// The rows that a projection had then, built on first use.
  ///
  /// - Throws: `StoreError.notInSchema`.
  @_lifetime(copy self)
  public func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P> {
    let runtime = try built(P.name)
    guard let projection = runtime.opened.projection as? P else {
      throw StoreError(.notInSchema, "the schema does not know a projection \(P.name)")
    }
    return ProjectionReader(
      ProjectionBox(projection),
      rows: RowReader(
        transaction: scope.reading, tables: runtime.buildingSlot.tables, scope: scope.scope))
  }

  /// The digest that a projection's rows had then.
  ///
  /// - Throws: `StoreError.notInSchema`.
  public func digest<P: Projection>(of type: P.Type) throws -> Digest {
    let runtime = try built(P.name)
    return scope.heads[runtime.buildingSlot].digest
  }

  private func built(_ name: String) throws -> ProjectionRuntime {
    reader.checkScope()
    let runtime = try scope.projection(name)
    try runtime.foreignKind?.checkOwn()
    guard scope.past?.built.insert(name).inserted == true else { return runtime }
    for table in runtime.buildingSlot.tables { try scope.rows.transaction.removeAll(table) }
    scope.heads[runtime.buildingSlot] = SlotState()
    try Rebuild.fill(runtime, &scope)
    return runtime
  }
}
