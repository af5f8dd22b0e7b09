internal import Daybook

extension Draft {
  /// What a record holds; nil when there is no such record.
  mutating func value<Value: RecordValue>(_ type: Value.Type, _ id: UUID) throws -> Value? {
    try entity(Record<Value>.self, id)?.value
  }

  /// Changes a record; only what differs is written, and no difference writes nothing.
  mutating func amend<Value: RecordValue>(
    _ id: UUID, _ old: Value, _ body: (inout Value) throws -> Void
  ) throws -> Value {
    var new = old
    try body(&new)
    let patch = FieldPatch(from: old, to: new)
    if !patch.isEmpty { try append(RecordEvent<Value>.amended(patch), to: id) }
    return new
  }
}
