/// Entities of kinds that the schema does not know: their events are chained, nothing is folded.
struct UnknownKinds {
  fileprivate struct Touched {
    var record: EntityRecord
    let state: [UInt8]
  }

  fileprivate var touched: [EntityKey: Touched] = [:]
  fileprivate var order: [EntityKey] = []
  /// The kinds whose states are to be folded anew.
  fileprivate var kinds: Set<UInt32> = []

  /// Notes that states of a kind may have changed.
  mutating func note(_ kind: UInt32) { kinds.insert(kind) }

  mutating func discard() {
    guard !kinds.isEmpty else { return }
    touched.removeAll()
    order.removeAll()
    kinds.removeAll()
  }
}

extension WriteScope {
  /// Takes in an event of a kind that the schema does not know.
  mutating func absorbUnknown(
    kind: UInt32, type: UInt32, payload: BorrowedBytes, id: UUID
  ) throws {
    let key = EntityKey(kind: kind, id: id)
    if unknownKinds.touched[key] == nil {
      unknownKinds.touched[key] =
        try reader.withEntity(key) { record, state in
          UnknownKinds.Touched(record: record, state: [UInt8](state))
        } ?? UnknownKinds.Touched(record: EntityRecord(), state: [])
      unknownKinds.order.append(key)
      unknownKinds.note(kind)
    }
    guard var entry = unknownKinds.touched[key] else { return }
    let start = draft.payloads.count
    draft.payloads.raw(payload)
    entry.record.lastPosition = addEvent(
      type: type, entity: key.packed, previous: entry.record.lastPosition, from: start)
    entry.record.eventCount += 1
    unknownKinds.touched[key] = entry
  }

  /// Stores where the events are, and that states of these kinds are to be folded when they are
  /// known.
  mutating func flushUnknown() throws {
    guard !unknownKinds.kinds.isEmpty else { return }
    let unknown = unknownKinds
    for key in unknown.order {
      guard let entry = unknown.touched[key] else { continue }
      entry.record.encode(into: &rows.buffers.scratch)
      entry.state.withUnsafeBytes { rows.buffers.scratch.raw($0) }
      try putEntity(key)
    }
    for kind in unknown.kinds {
      let known = try KindDefinition.stored(kind, reading, tables)
      if known?.fingerprint == "", known?.refoldFingerprint == nil { continue }
      let revision = known?.highestRevision ?? 0
      try KindDefinition(fingerprint: "", revision: revision).save(kind, &self)
    }
    unknownKinds.discard()
  }
}
