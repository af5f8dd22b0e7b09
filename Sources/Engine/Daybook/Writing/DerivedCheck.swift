/// Looking whether what is stored of an entity is what its stored events lead to.
///
/// Folds what is stored anew and compares bytes; takes the entity's rows out and puts them in
/// again, and compares digests. So a fold or an index shows that means something else than when it
/// stored, without another revision; and one that depends on more than what it is given: the
/// time, a random number, the zone of the machine, or the order of a `Set` or a `Dictionary`, which
/// is another one in each process.
enum DerivedCheck {
  /// Entities with more events are passed over: each append to one would fold all of them.
  static let mostEvents: UInt32 = 256
  /// How many entities of an append are looked at.
  static let mostTouched = 16

  /// Throws, naming the entity, unless all of it is so. What it does to rows leaves them as they
  /// were when it does not throw.
  ///
  /// - Throws: `StoreError.storedFormatChanged`.
  static func check(_ kind: WrittenKind, _ id: UUID, _ scope: inout WriteScope) throws {
    guard kind.foreign == nil else { return }
    let log = scope.reader
    let key = EntityKey(kind: kind.number, id: id)
    let folds: FoldCheck? =
      try log.withEntity(key) { record, state in
        if record.eventCount > mostEvents || record.isQuarantined { return nil }
        return try kind.known.operations.folds(
          log, id, StoredEntity(record: record, bytes: state), nil)
      } ?? nil
    guard let folds else { return }
    if case .failed(let failure) = folds,
      let error = try unreadable(failure, of: kind, log)
    {
      throw error
    }
    guard case .same = folds else {
      throw StoreError(
        .storedFormatChanged,
        """
        what is stored of \(kind.name) \(id) is not what its stored events fold to: the fold means \
        something else than when it was stored, `cases` and `decode` of its events do not give each \
        case the same type, or the fold depends on more than the events, such as the time, a random \
        number or the order of a Set or a Dictionary; where the fold means something else, raise the \
        revision of \(kind.name) to \(kind.revision + 1)
        """)
    }
    scope.rows.comparesStored = true
    defer { scope.rows.comparesStored = false }
    guard let index = try kind.operations.checkRows(&scope, id) else { return }
    let opened = scope.projections[index].opened
    throw StoreError(
      .storedFormatChanged,
      """
      the rows of projection \(opened.name) are not what the stored \(kind.name) \(id) makes of them: \
      the projection means something else than when it stored them, or depends on more than the \
      entity, such as the time, the zone of the machine or the order of a Set or a Dictionary; raise \
      the revision of \(opened.name) to \(opened.revision + 1), and let its rows depend on entities and its parameters alone
      """)
  }

  /// Why the schema's types do not take an event any more; nil for what is no event.
  static func unreadable(
    _ failure: FoldFailure, of kind: WrittenKind, _ log: LogReader
  ) throws -> StoreError? {
    guard let event = try? log.withEvent(failure.position, { record, _ in record.type }),
      let name = try log.name(event)
    else { return nil }
    return unreadable(name, of: kind, at: failure.position, failure.message)
  }

  static func unreadable(
    _ name: Names.Name, of kind: WrittenKind, at position: UInt64, _ reason: String,
    cause: (any Error)? = nil
  ) -> StoreError {
    let type = EventType(name.text, version: Int(clamping: name.version))
    return StoreError(
      .storedFormatChanged,
      """
      event \(type) of \(kind.name) at position \(position) cannot be read by the schema's types \
      (\(reason)): their stored form has changed; raise the version of \(name.text) to \
      \(name.version + 1) and add an upcaster from \(name.version), or read what was written before, \
      as with an optional property, a default in init(from:), or CodingKeys that keep the name of a \
      case
      """, cause: cause)
  }
}
