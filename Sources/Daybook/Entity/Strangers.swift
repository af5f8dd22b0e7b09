internal import LMDB

/// Entities of kinds that the schema does not know: their events are chained, nothing is folded.
final class Strangers {
  private var kinds: [UInt16: Stranger] = [:]

  func type(_ number: UInt16, _ kind: String) -> AnyEntityType {
    if let known = kinds[number] { return known }
    let stranger = Stranger(kind: kind, revision: 0, fingerprint: "")
    stranger.number = number
    kinds[number] = stranger
    return stranger
  }

  func flush(_ session: WriteSession) throws {
    for number in kinds.keys.sorted() { try kinds[number]?.flush(session) }
  }

  func discard() { for stranger in kinds.values { stranger.discard() } }
}

/// One kind that the schema does not know.
private final class Stranger: AnyEntityType {
  private var records: [UUID: EntityRecord] = [:]
  private var touched: [UUID] = []

  override func absorb(
    _ session: WriteSession, type: UInt32, payload: UnsafeRawBufferPointer, id: UUID, refolds: Bool
  ) throws {
    let key = EntityKey(kind: number, id: id)
    if records[id] == nil {
      records[id] = try session.reader.withEntity(key) { record, _ in record } ?? EntityRecord()
      touched.append(id)
    }
    guard var record = records[id] else { return }
    record.lastPosition = session.add(type: type, entity: id, previous: record.lastPosition) {
      $0.raw(payload)
    }
    record.eventCount += 1
    records[id] = record
  }

  /// Stores where the events are, and that states of this kind are to be folded when it is known.
  override func flush(_ session: WriteSession) throws {
    guard !touched.isEmpty else { return }
    for id in touched {
      guard let record = records[id] else { continue }
      let key = EntityKey(kind: number, id: id)
      let state = try session.reader.withEntity(key) { _, state in [UInt8](state) } ?? []
      record.encode(into: &session.scratch)
      state.withUnsafeBytes { session.scratch.raw($0) }
      try session.putEntity(key, session.scratch.bytes)
    }
    let definition = try KindDefinition.stored(number, session.reading, session.tables)
    if definition?.fingerprint != "" {
      try KindDefinition(fingerprint: "").save(number, session)
    }
    discard()
  }

  override func discard() {
    records.removeAll()
    touched.removeAll()
  }
}
