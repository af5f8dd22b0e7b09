/// Looks at what a type names as its fields: what would be written and not be read as it was.
@usableFromInline
struct FieldCheck: FieldCoder {
  @usableFromInline private(set) var problem: String?
  private var numbers: Set<Int> = []
  /// The types that are looked at: a part may have parts of its own type.
  private var looked: Set<ObjectIdentifier>

  private init(_ looked: Set<ObjectIdentifier> = []) { self.looked = looked }

  /// What is wrong with the fields of a type; nil when nothing is.
  @usableFromInline
  static func problem<Payload: FieldPayload>(of type: Payload.Type) -> String? {
    problem(of: type, within: [])
  }

  private static func problem<Payload: FieldPayload>(
    of type: Payload.Type, within looked: Set<ObjectIdentifier>
  ) -> String? {
    var (check, value) = (FieldCheck(looked.union([ObjectIdentifier(type)])), Payload())
    try? value.fields(&check)
    return check.problem.map { "\(type): \($0)" }
  }

  /// Looks at the fields of a part.
  private mutating func lookAt<Value>(_ type: Value.Type) {
    guard let part = type as? any FieldPayload.Type, !looked.contains(ObjectIdentifier(type)) else {
      return
    }
    problem = Self.problem(of: part, within: looked) ?? problem
  }

  /// Whether a type has a field of that number.
  @usableFromInline
  static func hasField<Payload: FieldPayload>(_ number: Int, _ type: Payload.Type) -> Bool {
    var (check, value) = (FieldCheck(), Payload())
    try? value.fields(&check)
    return check.numbers.contains(number)
  }

  @usableFromInline
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) {
    note(number)
    lookAt(Value.self)
  }

  @usableFromInline
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {
    note(number)
    lookAt(Value.self)
    guard value != nil else { return }
    problem =
      "field \(number) is optional and begins with a value: nil is not stored and would be read as "
      + "that; begin with nil"
  }

  @usableFromInline
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]) {
    note(number)
    lookAt(Value.self)
    if !values.isEmpty {
      problem =
        "field \(number) begins with elements: they would come before those that are stored; begin "
        + "with []"
    }
  }

  @usableFromInline
  mutating func callAsFunction<Value: PayloadValue & Equatable>(
    _ number: Int, _ value: inout Value, unless usual: Value
  ) {
    note(number)
    lookAt(Value.self)
    guard value != usual else { return }
    problem =
      "field \(number) begins with \(value), and \(usual) is what is not stored: begin with that"
  }

  /// The numbers that a field of protobuf can have (Language Guide, "Assigning Field Numbers").
  private mutating func note(_ number: Int) {
    if !(1..<1 << 29).contains(number) || (19_000..<20_000).contains(number) {
      problem = "\(number) cannot be the number of a field: take 1 to 18999, or 20000 to 536870911"
    } else if !numbers.insert(number).inserted {
      problem = "number \(number) is given twice: give each field its own"
    }
  }
}
