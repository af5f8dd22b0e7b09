internal import Daybook

/// Notes of which types the fields are that a `FieldPayload` names.
struct FieldProbe: FieldCoder {
  private var forms: [Int: FieldForm] = [:]
  private let depth: Int

  /// The forms of the fields of a type, by their numbers.
  static func forms<Payload: FieldPayload>(
    of type: Payload.Type, at depth: Int
  ) -> [Int: FieldForm] {
    var (probe, value) = (FieldProbe(depth: depth), Payload())
    try? value.fields(&probe)
    return probe.forms
  }

  private init(depth: Int) { self.depth = depth }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) {
    forms[number] = FieldForm(of: Value.self, at: depth)
  }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {
    forms[number] = FieldForm(of: Value.self, at: depth)
  }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]) {
    forms[number] = .list(FieldForm(of: Value.self, at: depth))
  }
}
