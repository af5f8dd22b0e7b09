extension Draft {
  /// An entity that what is taken back says something of, as it was before.
  private struct Touched {
    let key: EntityKey
    let kind: KnownKind
    /// The transaction by which what it was merged into left this store; nil where readers see it.
    let departure: UInt64?
  }

  /// Takes transactions back, unless an entity would be in two stores then, or in none: one whose
  /// merge is taken back or brought back, where that which it was merged into has left this store.
  ///
  /// - Parameter isMove: whether a move asks, which sees to it that all of it is in one store.
  /// - Throws: `StoreError.notUndoable`, and then nothing of the draft is kept.
  mutating func takeBack(_ numbers: [UInt64], isMove: Bool = false) throws {
    for number in numbers { try scope.checkMayBeTakenBack(number) }
    let touched = try isMove ? [] : entities(touchedBy: numbers)
    for number in numbers { try scope.retract(number) }
    if touched.isEmpty { return }
    guard let error = try refusal(touched, numbers) else { return }
    scope.draft.failure = error
    throw error
  }

  /// What has to be looked at again.
  private func entities(touchedBy numbers: [UInt64]) throws -> [Touched] {
    // Most stores have never moved anything.
    let context = Names.Name(sort: Names.Sort.context.rawValue, text: Departure.context)
    guard scope.names.number(context) != nil else { return [] }
    let reader = try now()
    let log = reader.log
    var (found, known) = ([Touched](), Set<EntityKey>())
    for key in try numbers.flatMap({ try log.touched($0) }) where known.insert(key).inserted {
      guard let kind = reader.registry.kinds.first(where: { $0.number == key.kind })
      else { continue }
      if try Self.isSeen(key, kind, log) {
        found.append(Touched(key: key, kind: kind, departure: nil))
      } else if case .merged = try kind.operations.footing(log, key.id),
        let departure = try Departure.hiding(key, reader)
      {
        found.append(Touched(key: key, kind: kind, departure: departure))
      }
    }
    return found
  }

  /// Why transactions must not be taken back, now that they are.
  private func refusal(_ touched: [Touched], _ numbers: [UInt64]) throws -> StoreError? {
    let reader = try now()
    let log = reader.log
    for entity in touched {
      let (key, kind) = (entity.key, entity.kind)
      if let departure = entity.departure {
        // With the departure all of it has come back here.
        guard try Self.isSeen(key, kind, log), try !log.isRetracted(departure) else { continue }
        return StoreError(
          .notUndoable,
          "\(kind.name) \(key.id) was merged into what has left this store by transaction \(departure), and would be in both stores if that were taken back here; take transaction \(departure) back first, or the merge in the store that has it now"
        )
      }
      guard try kind.operations.standing(log, key.id).isGone,
        case .merged = try kind.operations.footing(log, key.id),
        let departure = try Departure.hiding(key, reader),
        // What left comes to have left again, with all that was merged into it.
        try !numbers.contains(where: { try log.targets(of: $0).targets.contains(departure) })
      else { continue }
      return StoreError(
        .notUndoable,
        "\(kind.name) \(key.id) would be merged again into what has left this store by transaction \(departure), and might be in neither store then; take transaction \(departure) back first"
      )
    }
    return nil
  }

  /// Whether references to an entity lead to itself.
  private static func isSeen(
    _ key: EntityKey, _ kind: KnownKind, _ log: LogReader
  ) throws -> Bool {
    let standing = try kind.operations.standing(log, key.id)
    return !standing.isGone && standing.keepers.isEmpty
  }
}
