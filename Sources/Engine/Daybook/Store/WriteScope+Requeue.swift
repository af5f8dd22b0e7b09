internal import LMDB

extension WriteScope {
  /// Lets rows that are not kept here be built anew by those who keep them: states change without a
  /// transaction that would tell of it.
  mutating func disown() {
    for number in counters.projections.indices {
      let own = projections.first { $0.number == number }
      if own?.keptLive == nil { counters.projections[number].live.transaction = .max }
      if own?.keptBuilding == nil { counters.projections[number].building.transaction = .max }
    }
  }

  mutating func quarantinedItems() throws -> [QuarantinedItem] {
    var items: [QuarantinedItem] = []
    let read: BorrowedTransaction = reading
    try RowScan.forward(
      read, tables.quarantine, prefix: .none
    ) { key, value in
      if let key = QuarantineKey(key) {
        if let item = try item(key, value) { items.append(item) }
      }
      return true
    }
    return items
  }

  /// Nil for what belongs to a projection that the schema does not know, or to rows being built.
  private func item(
    _ key: QuarantineKey, _ value: BorrowedBytes
  ) throws -> QuarantinedItem? {
    var reader = PayloadReader(value.bytes)
    let message = try reader.next() == 1 ? try reader.string() : ""
    var name: String?
    if case .projection = key.owner {
      guard let owner = projections.first(where: { $0.liveSlot.owner == key.owner }) else {
        return nil
      }
      name = owner.name
    }
    return QuarantinedItem(
      projection: name, kind: names[key.entity.kind]?.text ?? "", entity: key.entity.id,
      position: name == nil ? key.position : nil, error: message)
  }
}
