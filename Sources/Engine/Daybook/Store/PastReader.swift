internal import LMDB

/// The store as it was after an earlier transaction.
///
/// It lives as long as the closure that got it, as a `Reader` does.
public struct PastReader: ~Copyable, ~Escapable {
  /// The place in the history.
  public let token: History.Token
  // Safety: where `read(asOf:)` keeps the transaction for the time of the closure; nobody else uses
  // it meanwhile.
  private let pointer: UnsafeMutablePointer<WriteScope>
  let reader: Reader

  /// The transaction, in which rows are built when they are asked for.
  var scope: WriteScope {
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
      throw StoreError(
        .notInSchema,
        "the schema does not know a projection \(P.name); add it with `.projection(…)`")
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
    return scope.counters[runtime.buildingSlot].digest
  }

  /// The rows of a projection, built on first use.
  func built(_ name: String) throws -> ProjectionRuntime {
    reader.checkScope()
    let runtime = try scope.projection(name)
    try runtime.foreignKind?.checkOwn()
    guard scope.past?.built.insert(name).inserted == true else { return runtime }
    for table in runtime.buildingSlot.tables { try scope.rows.transaction.removeAll(table) }
    scope.counters[runtime.buildingSlot] = SlotState()
    try Rebuild.fill(runtime, &scope)
    return runtime
  }
}

extension PastReader: StoreReading {}
