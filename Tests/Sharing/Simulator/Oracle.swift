import Daybook

/// What transactions come to, found out from their bytes without the engine and without care for
/// time.
struct Oracle {
  private(set) var notes: [UUID: NoteState] = [:]
  private(set) var marks: [UUID: Int64] = [:]
  let members: OracleMembers

  /// - Parameter records: all that there are, in any order.
  init(_ records: [Record], space: UUID, founder: ReplicaID) throws {
    members = try OracleMembers(records, space: space, founder: founder)
    let counting = try Self.counting(records, members)
    let placed = counting.map { (record: $0, time: members.effectiveTime($0)) }
    let order = placed.sorted { one, other in
      if one.time != other.time { return one.time < other.time }
      if one.record.stamp != other.record.stamp { return one.record.stamp < other.record.stamp }
      if one.record.replica != other.record.replica {
        return one.record.replica < other.record.replica
      }
      return one.record.sequence < other.record.sequence
    }
    for (record, _) in order {
      for event in record.events { try apply(event) }
    }
  }

  private mutating func apply(_ event: Record.Event) throws {
    guard event.kind == NoteState.kind || event.kind == Mark.kind else { return }
    let fields = try WireMessage(event.payload)
    let change = Change(text: fields.string(1), number: fields.int(2) ?? 0, colour: fields.int(3))
    if event.kind == NoteState.kind, let type = NoteState.types.firstIndex(of: event.name) {
      var state = notes[event.entity]
      NoteState.apply(type, change, to: &state)
      notes[event.entity] = state
    } else if event.kind == Mark.kind {
      marks[event.entity] = max(marks[event.entity] ?? 0, change.number)
    }
  }

  /// The transactions that count: not void, and not taken back by one that counts.
  private static func counting(
    _ records: [Record], _ members: OracleMembers
  ) throws -> [Record] {
    let byDot = Dictionary(uniqueKeysWithValues: records.map { ($0.dot, $0) })
    var lost: Set<Dot> = []
    // From the newest to the oldest, so that what takes something back is settled before.
    for record in records.sorted(by: { $1.precedes($0) }) {
      if lost.contains(record.dot) || members.isVoid(record.dot) { continue }
      for target in try record.targets() {
        guard let named = byDot[target], named.precedes(record) else { continue }
        if members.isSettled(target, against: record.dot) { continue }
        lost.insert(target)
      }
    }
    return records.filter { !lost.contains($0.dot) && !members.isVoid($0.dot) }
  }
}

extension Oracle {
  /// What the transactions of a vector state.
  static func members(
    of vector: VersionVector, _ archive: [Dot: Record], _ space: UUID, _ founder: ReplicaID
  ) throws -> OracleMembers {
    let records = archive.values.filter { vector.contains($0.dot) }
    return try OracleMembers(records, space: space, founder: founder)
  }
}
