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
  /// Whether it is a flag that is false and was never true, as far as events tell.
  let isUntouched: Bool
}

/// Notes which event set each field while a state is folded.
struct FieldSetters {
  private var fields = PayloadFields()
  private var positions: [Int: UInt64] = [:]
  /// The fields that have the value with which an event brought them. What a purge has left may
  /// have been set before.
  private var firsts: Set<Int> = []

  init() {}

  /// Takes in the bytes of the state that the event at a position has left; none when it left none.
  mutating func note(_ state: [UInt8], _ position: UInt64?) {
    let next = PayloadFields(own: state)
    for number in next.numbers where next[number] != fields[number] {
      positions[number] = position
      if fields[number].isEmpty, position != nil {
        firsts.insert(number)
      } else {
        firsts.remove(number)
      }
    }
    for number in fields.numbers where next[number].isEmpty { positions[number] = nil }
    fields = next
  }

  /// What is known of each field of the state that was taken in last, ascending.
  func setters<E: Entity>(of state: E) -> [FieldSetter] {
    let (names, properties) = (E.fieldNames, StoredProperties(state))
    return fields.numbers.map { number in
      let name = names[number]
      let isNo = name.map { properties.isNo($0) } ?? false
      return FieldSetter(
        field: number, name: name, value: fields[number], position: positions[number],
        isUntouched: isNo && firsts.contains(number))
    }
  }
}
