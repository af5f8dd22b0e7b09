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
    _ session: WriteSession, kind: UInt32, type: UInt32, payload: UnsafeRawBufferPointer, id: UUID
  ) throws {
    let key = EntityKey(kind: kind, id: id)
    if touched[key] == nil {
      touched[key] =
        try session.reader.withEntity(key) { record, state in
          Touched(record: record, state: [UInt8](state))
        } ?? Touched(record: EntityRecord(), state: [])
      order.append(key)
      note(kind)
    }
    guard var entry = touched[key] else { return }
    let start = session.draft.payloads.count
    session.draft.payloads.raw(payload)
    entry.record.lastPosition = session.add(
      type: type, entity: key.packed, previous: entry.record.lastPosition, from: start)
    entry.record.eventCount += 1
    touched[key] = entry
  }

  /// Stores where the events are, and that states of these kinds are to be folded when they are known.
  func flush(_ session: WriteSession) throws {
    guard !kinds.isEmpty else { return }
    for key in order {
      guard let entry = touched[key] else { continue }
      entry.record.encode(into: &session.scratch)
      entry.state.withUnsafeBytes { session.scratch.raw($0) }
      try session.putEntity(key)
    }
    for kind in kinds {
      let known = try KindDefinition.stored(kind, session.reading, session.tables)
      if known?.fingerprint == "", known?.refoldFingerprint == nil { continue }
      let revision = known?.highestRevision ?? 0
      try KindDefinition(fingerprint: "", revision: revision).save(kind, session)
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
