internal import LMDB

/// Entities of kinds that the schema does not know: their events are chained, nothing is folded.
final class Strangers {
  private struct Touched {
    var record: EntityRecord
    let state: [UInt8]
  }

  @exclusivity(unchecked)  // confined to the writer thread, and no access calls out
  private var touched: [EntityKey: Touched] = [:]
  @exclusivity(unchecked)
  private var order: [EntityKey] = []
  /// The kinds whose states are to be folded anew.
  @exclusivity(unchecked)
  private var kinds: Set<UInt32> = []

  /// Notes that states of a kind may have changed.
  func note(_ kind: UInt32) { kinds.insert(kind) }

  /// Takes in an event of a kind that the schema does not know.
  func absorb(
    _ scope: inout WriteScope, kind: UInt32, type: UInt32, payload: UnsafeRawBufferPointer, id: UUID
  ) throws {
    let key = EntityKey(kind: kind, id: id)
    if touched[key] == nil {
      touched[key] =
        try scope.reader.withEntity(key) { record, state in
          Touched(record: record, state: [UInt8](state))
        } ?? Touched(record: EntityRecord(), state: [])
      order.append(key)
      note(kind)
    }
    guard var entry = touched[key] else { return }
    let start = scope.draft.payloads.count
    scope.draft.payloads.raw(payload)
    entry.record.lastPosition = scope.add(
      type: type, entity: key.packed, previous: entry.record.lastPosition, from: start)
    entry.record.eventCount += 1
    touched[key] = entry
  }

  /// Stores where the events are, and that states of these kinds are to be folded when they are known.
  func flush(_ scope: inout WriteScope) throws {
    guard !kinds.isEmpty else { return }
    for key in order {
      guard let entry = touched[key] else { continue }
      entry.record.encode(into: &scope.rows.buffers.scratch)
      entry.state.withUnsafeBytes { scope.rows.buffers.scratch.raw($0) }
      try scope.putEntity(key)
    }
    for kind in kinds {
      let known = try KindDefinition.stored(kind, scope.reading, scope.tables)
      if known?.fingerprint == "", known?.refoldFingerprint == nil { continue }
      let revision = known?.highestRevision ?? 0
      try KindDefinition(fingerprint: "", revision: revision).save(kind, &scope)
    }
    discard()
  }

  func discard() {
    guard !kinds.isEmpty else { return }
    touched.removeAll()
    order.removeAll()
    kinds.removeAll()
  }
}
