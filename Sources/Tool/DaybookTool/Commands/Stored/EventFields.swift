#if Tools
import Daybook

/// What an event carries, under the names of its fields.
enum EventFields {
  /// The fields of an event; nil where its type does not read it, as one of an older version.
  static func named<State: Entity>(
    _ event: History.Event, _ type: State.Type
  ) -> [(name: String, text: String)]? {
    guard let read = try? event.decoded(as: type) else { return nil }
    let carried = Mirror(reflecting: read).children.first?.value
    if let change = carried as? any FieldChanges { return change.named }
    if let payload = carried as? any FieldPayload { return FieldTexts.named(payload) }
    return Reflection.fields(read).compactMap { field in
      field.text.map { (name: field.name, text: $0) }
    }
  }
}

/// Notes what the fields say that a `FieldPayload` names.
private struct FieldTexts: FieldCoder {
  private(set) var texts: [Int: String] = [:]

  /// Each field that has a value, ascending by number.
  static func named<Payload: FieldPayload>(
    _ payload: Payload
  ) -> [(name: String, text: String)] {
    FieldTexts(payload).texts.sorted { $0.key < $1.key }.map { number, text in
      (name: name(number, Payload.self), text: text)
    }
  }

  static func name<Payload: FieldPayload>(_ number: Int, _ type: Payload.Type) -> String {
    Payload.fieldNames[number] ?? "\(number)"
  }

  init<Payload: FieldPayload>(_ payload: Payload) {
    var value = payload
    try? value.fields(&self)
  }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) {
    texts[number] = Reflection.word(value)
  }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {
    texts[number] = value.flatMap { Reflection.word($0) }
  }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]) {
    texts[number] = Reflection.word(values)
  }
}

/// A change of some fields of whatever state.
private protocol FieldChanges {
  /// Each field that changes; nil where the state does not hold what the change says.
  var named: [(name: String, text: String)]? { get }
}

extension FieldPatch: FieldChanges {
  fileprivate var named: [(name: String, text: String)]? {
    var state = State()
    do {
      try apply(to: &state)
      let texts = FieldTexts(state).texts
      return try numbers.map { number in
        (name: FieldTexts.name(number, State.self), text: texts[number] ?? "none")
      }
    } catch {
      return nil
    }
  }
}
#endif
