public import Daybook

/// A small entity beside the history, with what it holds.
public struct Record<Value: RecordValue>: Entity, FieldPayload {
  public typealias Event = RecordEvent<Value>

  public static var kind: String { "nursery.\(Value.recordName)" }
  // The operations of `Draft` look whether there is one; devices write events in any order.
  public static var takesEventsBeforeCreation: Bool { true }
  public static var revision: Int { 2 }
  public static var propertyNames: [Int: String] {
    Value.propertyNames.merging([1: "isDeleted"]) { own, _ in own }
  }

  /// Whether it is deleted; the rest is kept so that it can be restored.
  public var isDeleted = false
  /// What it holds.
  public var value: Value

  /// Makes an empty one, for reading.
  public init() { self.init(Value()) }

  /// Makes one that holds a value.
  public init(_ value: Value) { self.value = value }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &isDeleted)
    try value.fields(&field)
  }

  /// Applies one event; the last event in canonical order wins, field by field.
  ///
  /// Only the first creation counts, because another device's may come late. Edits of a deleted
  /// record still apply under the deletion.
  public static func fold(_ state: inout Self?, _ event: RecordEvent<Value>) throws {
    switch event {
    case .created(let value): if case .none = state { state = Record(value) }
    case .amended(let patch):
      guard var changed = state ?? Value.initial.map({ Record($0) }) else { return }
      try patch.apply(to: &changed.value)
      state = changed
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }
}
