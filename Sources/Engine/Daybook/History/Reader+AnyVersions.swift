extension Reader {
  /// Every transaction that touched an entity, oldest first, with what it changed.
  ///
  /// As ``versions(of:_:)``, by the name of a kind that the schema knows; the types of the values
  /// are those of the schema.
  ///
  /// - Throws: `StoreError.notInSchema`; `damaged`.
  public func versions(ofKind kind: String, _ id: UUID) throws -> [History.AnyVersion] {
    log.trace?.noteLog()
    let operations = try operations(ofKind: kind)
    let purged = try purged()
    return try log.remembering { log in
      var last = try purged > 0 ? operations.value(log.reading(asOf: purged), id) : nil
      var found: [History.AnyVersion] = []
      for (number, value) in try operations.versions(log, id) {
        defer { last = value }
        if number <= purged { continue }
        guard let transaction = try transaction(number, log) else {
          throw StoreError.damaged("transaction \(number) is missing")
        }
        found.append(
          History.AnyVersion(
            transaction: transaction,
            change: History.AnyChange(transaction, id, any: last, value),
            isThere: value != nil))
      }
      return found
    }
  }

  /// Which event set each field of an entity's state, ascending by number; none of an entity that
  /// has no state.
  ///
  /// The events that count are folded in canonical order, and the last one that changed a field's
  /// bytes has set it. So an event that came late and was overruled has set nothing, and of what
  /// was taken back the event before it has. A flag that was false from the beginning was set by
  /// nobody: ``History/FieldOrigin/isUntouched``. O(k log k) for k events, each of which encodes
  /// the state once.
  ///
  /// - Parameters:
  ///   - kind: a kind that the schema knows.
  ///   - id: the entity.
  /// - Throws: `StoreError.notInSchema`; `damaged`.
  public func origins(ofKind kind: String, _ id: UUID) throws -> [History.FieldOrigin] {
    log.trace?.noteLog()
    let setters = try operations(ofKind: kind).setters(log, id)
    if setters.isEmpty { return [] }
    let late = Set(try events(ofKind: kind, id).filter(\.isLate).map(\.id))
    return try setters.map { setter in
      let number = try setter.position.map { try log.event($0).transaction }
      return History.FieldOrigin(
        number: setter.field, name: setter.name, value: setter.value, event: setter.position,
        transaction: try number.flatMap { try transaction($0) },
        isLate: setter.position.map(late.contains) ?? false, isUntouched: setter.isUntouched)
    }
  }

  /// What readers call for a kind by its name.
  ///
  /// - Throws: `StoreError.notInSchema`.
  func operations(ofKind kind: String) throws -> ReadOperations {
    guard let known = registry.kinds.first(where: { $0.name == kind }) else {
      throw TypeRegistry.unknown(kind)
    }
    return known.operations
  }
}
