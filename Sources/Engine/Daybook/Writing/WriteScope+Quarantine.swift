internal import LMDB

extension WriteScope {
  /// Notes which events the fold of an entity left out, in place of what was noted before.
  mutating func quarantine(_ key: EntityKey, _ failures: [FoldFailure]) throws {
    if let own = failures.first(where: { $0.position >= draft.first }) { try refuse(key, own) }
    counters.quarantined -= UInt64(try release(.fold, key))
    for failure in failures {
      let key = QuarantineKey(owner: .fold, entity: key, position: failure.position)
      try putQuarantine(key, failure.message)
    }
    counters.quarantined += UInt64(failures.count)
  }

  /// Gives up the draft when it was made here: of its own events none is left out. One that comes
  /// in its order is refused when it is added; one with an earlier stamp is folded only now.
  ///
  /// - Throws: `DraftRefused`.
  private func refuse(_ key: EntityKey, _ failure: FoldFailure) throws {
    guard rows.isOfAppend else { return }
    throw DraftRefused(
      error: StoreError(
        .refusedByFold,
        "the \(names[key.kind]?.text ?? "") \(key.id) cannot take event \(failure.position - draft.first + 1) of this append at its earlier stamp: \(failure.message); nothing was appended"
      ))
  }

  /// Notes one thing that was left out.
  mutating func putQuarantine(_ key: QuarantineKey, _ message: String) throws {
    if let report, let item = item(key, message) { report.add(item) }
    rows.buffers.scratch.truncate()
    rows.buffers.scratch.string(1, message)
    try key.bytes.withUnsafeBytes {
      try rows.putScratch(tables.quarantine, $0)
    }
  }

  /// Forgets what an owner left out, of one entity or of all. Returns how much it was.
  @discardableResult
  mutating func release(_ owner: QuarantineKey.Owner, _ entity: EntityKey? = nil) throws -> Int {
    let keys = try quarantined(QuarantineKey.prefix(owner, entity))
    for key in keys {
      try key.bytes.withUnsafeBytes { _ = try rows.transaction.remove(tables.quarantine, $0) }
    }
    return keys.count
  }

  /// What is in quarantine, under keys that begin with `prefix`.
  func quarantined(_ prefix: [UInt8] = []) throws -> [QuarantineKey] {
    var keys: [QuarantineKey] = []
    let read: BorrowedTransaction = reading
    try prefix.withUnsafeBytes { prefix in
      try RowScan.forward(read, tables.quarantine, prefix: prefix) { key, _ in
        if let key = QuarantineKey(key) { keys.append(key) }
        return true
      }
    }
    return keys
  }

  /// What is told of something that is left out; nil for rows beside live ones, which leave it out
  /// too.
  private func item(_ key: QuarantineKey, _ message: String) -> QuarantinedItem? {
    var name: String?
    if case .projection(let number, let slot) = key.owner {
      guard let projection = projections.first(where: { $0.number == number }) else { return nil }
      if projection.keptLive != nil, projection.definition.slot != slot { return nil }
      name = projection.name
    }
    return QuarantinedItem(
      projection: name, kind: names[key.entity.kind]?.text ?? "", entity: key.entity.id,
      position: name == nil ? key.position : nil, error: message)
  }
}
