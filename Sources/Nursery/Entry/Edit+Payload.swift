import Daybook

extension Edit {
  /// The new value; nil when the property stays or is cleared.
  var value: Value? { if case .set(let value) = self { value } else { nil } }

  /// Whether the property loses its value.
  var isClear: Bool { if case .clear = self { true } else { false } }
}

/// The field of every amendment that lists the numbers of the properties that lose their value.
let clearedField = 15

extension PayloadWriter {
  /// Adds `field` to the list of cleared properties when `edit` clears it.
  mutating func cleared<Value>(_ field: UInt64, _ edit: Edit<Value>) {
    if edit.isClear { uint(clearedField, field) }
  }
}
