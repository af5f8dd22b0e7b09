extension Draft {
  /// An entity that was merged into what has left this store.
  private struct Departed {
    let key: EntityKey
    let kind: KnownKind
    /// The transaction by which that left.
    let departure: UInt64
  }

  /// Takes transactions back, unless that brings back here what is in another store by now: an
  /// entity whose merge is taken back, where the one that it was merged into has left this store.
  ///
  /// - Throws: `StoreError.notUndoable`, and then nothing of the draft is kept.
  mutating func takeBack(_ numbers: [UInt64]) throws {
    for number in numbers { try scope.checkMayBeTakenBack(number) }
    let departed = try departed(touchedBy: numbers)
    for number in numbers { try scope.retract(number) }
    if departed.isEmpty { return }
    let reader = try now()
    for found in departed {
      guard try Self.isSeen(found.key, found.kind, reader.log) else { continue }
      let error = StoreError(
        .notUndoable,
        "\(found.kind.name) \(found.key.id) was merged into what has left this store by transaction \(found.departure), and would be in both stores if that were taken back here; take transaction \(found.departure) back first, or the merge in the store that has it now"
      )
      scope.draft.failure = error
      throw error
    }
  }

  private func departed(touchedBy numbers: [UInt64]) throws -> [Departed] {
    // Most stores have never moved anything.
    let context = Names.Name(sort: Names.Sort.context.rawValue, text: Departure.context)
    guard scope.names.number(context) != nil else { return [] }
    let reader = try now()
    let log = reader.log
    var (found, known) = ([Departed](), Set<EntityKey>())
    for key in try numbers.flatMap({ try log.touched($0) }) where known.insert(key).inserted {
      guard let kind = reader.registry.kinds.first(where: { $0.number == key.kind }),
        case .merged = try kind.operations.footing(log, key.id),
        try !Self.isSeen(key, kind, log),
        let departure = try Departure.hiding(key, reader)
      else { continue }
      found.append(Departed(key: key, kind: kind, departure: departure))
    }
    return found
  }

  /// Whether references to an entity lead to itself.
  private static func isSeen(
    _ key: EntityKey, _ kind: KnownKind, _ log: LogReader
  ) throws -> Bool {
    let standing = try kind.operations.standing(log, key.id)
    return !standing.isGone && standing.keepers.isEmpty
  }
}
