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
