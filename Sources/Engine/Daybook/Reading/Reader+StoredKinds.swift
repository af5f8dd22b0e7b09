extension Reader {
  /// The kinds of which the store holds entities, deleted ones included, in the order in which it
  /// met them.
  ///
  /// Waits for nobody. O(k log n) for k names of kinds and events. How many entities a kind has is
  /// not kept: ``storedEntityCount(ofKind:)`` counts them.
  ///
  /// - Throws: `StoreError.damaged`.
  public func storedKinds() throws -> [StoredKind] {
    let log = log
    log.trace?.noteLog()
    return try log.kinds(names()).map { name, number in
      let definition = try KindDefinition.stored(number, log.transaction, log.tables)
      let isFolded = definition.map { !$0.fingerprint.isEmpty && $0.refoldFingerprint == nil }
      let hasStates = definition.map { !$0.fingerprint.isEmpty } ?? false
      return StoredKind(
        name: name, revision: hasStates ? definition.map { Int(clamping: $0.revision) } : nil,
        isFolded: isFolded ?? false,
        isInSchema: registry.kinds.contains { $0.number == number })
    }
  }

  /// The number of a kind by its name.
  ///
  /// - Throws: `StoreError.invalidArgument` when the store has never met it.
  func number(ofKind name: String) throws -> UInt32 {
    let known = try names().number(Names.Name(sort: Names.Sort.kind.rawValue, text: name))
    if let known { return known }
    throw StoreError(
      .invalidArgument, "the store has no kind \(name); `storedKinds` lists those that it has")
  }
}
