public import Daybook

/// What can happen to a record.
public enum RecordEvent<Value: RecordValue>: FieldEntityEvent, Equatable {
  /// It was made.
  case created(Value)
  /// Fields were changed.
  case amended(FieldPatch<Value>)
  /// It was deleted.
  case deleted
  /// The deletion was taken back.
  case restored

  public static var types: [EventType] {
    ["created", "amended", "deleted", "restored"].map { EventType("\(Value.recordName).\($0)") }
  }

  public func cases(_ event: inout some CaseCoding) {
    switch self {
    case .created(let value): event(0, value)
    case .amended(let patch): event(1, patch)
    case .deleted: event(2)
    case .restored: event(3)
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    switch typeIndex {
    case 0: .created(try Value(from: &reader))
    case 1: .amended(try FieldPatch(from: &reader))
    case 2: .deleted
    default: .restored
    }
  }
}

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
