internal import LMDB
internal import Synchronization

/// Which of a projection's rows a snapshot may read, whichever process built them.
@usableFromInline
final class ProjectionCatalog: Sendable {
  /// What the heads of one snapshot say, worked out once for all that read it.
  @usableFromInline
  final class Snapshot: Sendable {
    fileprivate let id: UInt64
    fileprivate let generation: UInt64
    fileprivate let definitions: [ProjectionDefinition]
    fileprivate let views: [View]
    /// Whether anything was ever retracted.
    let hasRetractions: Bool

    fileprivate init(
      id: UInt64, heads: Heads, definitions: [ProjectionDefinition], views: [View]
    ) {
      self.id = id
      self.definitions = definitions
      self.views = views
      generation = heads.generation
      hasRetractions = heads.retractions > 0
    }
  }

  fileprivate enum View: Sendable {
    case tables([Table<LexicalOrder>])
    case building
    case behind
  }

  private let projections: [OpenedProjection]
  private let types: [ObjectIdentifier]
  private let boxes: [any AnyObject & Sendable]
  private let tables: LogTables
  private let newest = Mutex<Snapshot?>(nil)

  init(_ projections: [OpenedProjection], _ tables: LogTables) {
    self.projections = projections
    self.tables = tables
    types = projections.map { ObjectIdentifier(type(of: $0.projection)) }
    boxes = projections.map { Self.box($0.projection) }
  }

  private static func box<P: Projection>(_ projection: P) -> any AnyObject & Sendable {
    ProjectionBox(projection)
  }

  /// What the snapshot of a read transaction says; worked out anew only after a commit.
  func snapshot(_ transaction: BorrowedTransaction) throws -> Snapshot {
    let id = transaction.id
    let known = newest.withLock { $0 }
    if let known, known.id == id { return known }
    let made = try make(transaction, known)
    newest.withLock { if ($0?.id ?? 0) < id { $0 = made } }
    return made
  }

  /// What a transaction sees; `known` saves reading descriptions that have not changed.
  func make(_ transaction: BorrowedTransaction, _ known: Snapshot? = nil) throws -> Snapshot {
    let heads = try Heads(transaction, tables)
    let definitions =
      if let known, known.generation == heads.generation {
        known.definitions
      } else {
        try projections.map {
          try ProjectionDefinition.stored($0.head, transaction, tables)
        }
      }
    let views = zip(projections, definitions).map { projection, definition -> View in
      guard let live = projection.live(definition) else { return .building }
      let isUpToDate = heads.projections[projection.head].transaction == heads.transactions
      return isUpToDate ? .tables(live) : .behind
    }
    return Snapshot(id: transaction.id, heads: heads, definitions: definitions, views: views)
  }

  /// The box of a projection, with the tables that a snapshot may read.
  ///
  /// - Throws: `StoreError.notInSchema`, or `projectionNotReady`.
  func live(
    _ type: ObjectIdentifier, named name: @autoclosure () -> String, in snapshot: Snapshot
  ) throws -> (box: AnyObject, tables: [Table<LexicalOrder>]) {
    guard let index = types.firstIndex(of: type) else {
      throw StoreError(.notInSchema, "the schema does not know a projection \(name())")
    }
    switch snapshot.views[index] {
    case .tables(let tables): return (boxes[index], tables)
    case .behind: throw ProjectionBehind()
    case .building:
      throw StoreError(
        .projectionNotReady, "projection \(name()) is being built; try again later")
    }
  }
}

/// A projection with its type.
@usableFromInline
final class ProjectionBox<P: Projection>: Sendable {
  @usableFromInline let projection: P

  init(_ projection: P) { self.projection = projection }
}

/// A process whose schema lacks the projection has written; the next write here takes that in.
struct ProjectionBehind: Error {}
