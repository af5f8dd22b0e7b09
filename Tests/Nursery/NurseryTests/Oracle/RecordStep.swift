import Daybook
import Nursery

/// Something that happens to a small entity beside the history.
struct RecordStep<Value: RecordValue>: Sendable {
  /// Sets one field; `unset` gives it what no random value has there.
  struct Edit: Sendable {
    let set: @Sendable (inout Value) -> Void
    let unset: @Sendable (inout Value) -> Void

    init<Field: Sendable>(
      _ path: any WritableKeyPath<Value, Field> & Sendable, _ value: Field, not other: Field
    ) {
      set = { $0[keyPath: path] = value }
      unset = { $0[keyPath: path] = other }
    }
  }

  enum Action: Sendable {
    case created(Value)
    case amended([Edit])
    case deleted
    case restored
  }

  let id: UUID
  let action: Action

  func apply(to draft: inout Draft) throws {
    let event: RecordEvent<Value> =
      switch action {
      case .created(let value): .created(value)
      case .amended(let edits): .amended(patch(edits))
      case .deleted: .deleted
      case .restored: .restored
      }
    try draft.append(event, to: id)
  }

  /// The patch that sets the fields which `edits` set, whatever they were.
  private func patch(_ edits: [Edit]) -> FieldPatch<Value> {
    var (before, after) = (Value(), Value())
    for edit in edits {
      edit.unset(&before)
      edit.set(&after)
    }
    return FieldPatch(from: before, to: after)
  }
}

/// A small entity as the oracle folds it.
struct OracleRecord<Value: RecordValue> {
  var value: Value
  var isDeleted = false
}

extension Optional {
  /// One that nobody created begins with `initial`, where there is one.
  mutating func take<Value: RecordValue>(
    _ action: RecordStep<Value>.Action, initial: Value? = nil
  ) where Wrapped == OracleRecord<Value> {
    switch action {
    case .created(let value): if self == nil { self = OracleRecord(value: value) }
    case .deleted: self?.isDeleted = true
    case .restored: self?.isDeleted = false
    case .amended(let edits):
      guard var record = self ?? initial.map({ OracleRecord(value: $0) }) else { return }
      for edit in edits { edit.set(&record.value) }
      self = record
    }
  }
}
