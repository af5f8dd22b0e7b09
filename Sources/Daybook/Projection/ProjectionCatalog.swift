internal import LMDB
internal import Synchronization

/// Which of a projection's rows a snapshot may read, whichever process built them.
final class ProjectionCatalog: Sendable {
  private struct Cached: Sendable {
    var generation: UInt64
    var definitions: [ProjectionDefinition]
  }

  private let projections: [OpenedProjection]
  private let tables: LogTables
  private let cached = Mutex<Cached?>(nil)

  init(_ projections: [OpenedProjection], _ tables: LogTables) {
    self.projections = projections
    self.tables = tables
  }

  /// The projection of type `P` with the tables that the snapshot may read.
  ///
  /// - Throws: `StoreError.notInSchema`, or `projectionNotReady`.
  func live<P: Projection>(
    _ type: P.Type, in transaction: BorrowedTransaction
  ) throws -> (projection: P, tables: [Table<LexicalOrder>]) {
    guard let index = projections.firstIndex(where: { $0.projection is P }),
      let projection = projections[index].projection as? P
    else {
      throw StoreError(.notInSchema, "the schema does not know a projection \(P.name)")
    }
    let heads = try Heads(transaction, tables)
    let definition = try definitions(heads.generation, transaction)[index]
    guard let live = projections[index].live(definition) else {
      throw StoreError(.projectionNotReady, "projection \(P.name) is being built; try again later")
    }
    guard heads.projections[projections[index].head].transaction == heads.transactions else {
      throw ProjectionBehind()
    }
    return (projection, live)
  }

  private func definitions(
    _ generation: UInt64, _ transaction: BorrowedTransaction
  ) throws -> [ProjectionDefinition] {
    if let known = cached.withLock({ $0 }), known.generation == generation {
      return known.definitions
    }
    let read = try projections.map { projection in
      try ProjectionDefinition.stored(projection.head, transaction, tables)
    }
    cached.withLock { $0 = Cached(generation: generation, definitions: read) }
    return read
  }
}

/// A process whose schema lacks the projection has written; the next write here takes that in.
struct ProjectionBehind: Error {}
