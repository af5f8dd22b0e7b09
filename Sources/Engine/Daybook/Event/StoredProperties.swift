/// The properties of a value of a program, by reflection.
struct StoredProperties {
  private let names: [String]
  private let values: [String: Any]

  /// Those of a value, and after them those of the structures in it whose names are free; none of
  /// nil.
  init<Value>(_ value: Value?) {
    var (names, values): ([String], [String: Any]) = ([], [:])
    func add(_ properties: [(name: String, value: Any)]) {
      for (name, value) in properties where values[name] == nil {
        names.append(name)
        values[name] = value
      }
    }
    let own = value.map { PropertyWords.properties($0) } ?? []
    add(own)
    self.names = names
    for property in own where Mirror(reflecting: property.value).displayStyle == .struct {
      add(PropertyWords.properties(property.value))
    }
    self.values = values
  }

  /// The value of a property in words; nil when there is none.
  func word(of name: String) -> String? { values[name].flatMap { PropertyWords.plain.word($0) } }

  /// Whether a property is a flag that is false. An optional one says no, and is none.
  func isNo(_ name: String) -> Bool {
    guard let value = values[name], type(of: value) == Bool.self else { return false }
    return value as? Bool == false
  }

  /// The properties that differ, those of this value first.
  func names(differingFrom other: StoredProperties) -> [String] {
    (names + other.names.filter { values[$0] == nil }).filter { !isEqual($0, other) }
  }

  private func isEqual(_ name: String, _ other: StoredProperties) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value, _ other: Any?) -> Bool {
      // A NaN does not equal itself.
      other as? Value == value || (value != value && (other as? Value).map { $0 != $0 } == true)
    }
    let (value, otherValue) = (values[name], other.values[name])
    if let value = value as? any Equatable, otherValue != nil { return isEqual(value, otherValue) }
    return word(of: name) == other.word(of: name)
  }
}
