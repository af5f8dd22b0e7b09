/// Which event gave a field of a state the value that it has.
@usableFromInline
struct FieldSetter: Sendable {
  let field: Int
  /// What the type calls the field; nil where it has no name.
  let name: String?
  /// Every occurrence of the field, each with its tag.
  let value: [UInt8]
  /// The position of the event; nil where the field is as a purge has left it.
  let position: UInt64?
}

/// Notes which event set each field while a state is folded.
@usableFromInline
struct FieldSetters {
  private var fields = PayloadFields()
  private var positions: [Int: UInt64] = [:]

  @usableFromInline init() {}

  /// Takes in the bytes of the state that the event at a position has left; none when it left none.
  @usableFromInline
  mutating func note(_ state: [UInt8], _ position: UInt64?) {
    let next = PayloadFields(own: state)
    for number in next.numbers where next[number] != fields[number] {
      positions[number] = position
    }
    for number in fields.numbers where next[number].isEmpty { positions[number] = nil }
    fields = next
  }

  /// What is known of each field, ascending.
  @usableFromInline
  func setters(_ names: [Int: String]) -> [FieldSetter] {
    fields.numbers.map { number in
      FieldSetter(
        field: number, name: names[number], value: fields[number], position: positions[number])
    }
  }
}
