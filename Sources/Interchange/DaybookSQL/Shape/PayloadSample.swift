internal import Daybook

/// A value of a payload's type, read from as few fields as the type demands.
struct PayloadSample<Value: PayloadCodable> {
  let value: Value
  /// The demanded fields, as they were read.
  private let fields: [(number: Int, bytes: [UInt8])]

  /// How often a sample is tried to be read.
  private static var limit: Int { 256 }

  /// Nil when the type demands something that is not tried.
  init?(of type: Value.Type) {
    var fields: [(number: Int, attempt: Int)] = []
    for _ in 0..<Self.limit {
      var found: [(number: Int, bytes: [UInt8])] = []
      for (number, attempt) in fields {
        guard let bytes = WireField.candidate(number, attempt) else { return nil }
        found.append((number, bytes))
      }
      do {
        (value, self.fields) = (try Self.read(found), found)
        return
      } catch PayloadError.missing(let number)
        where !fields.contains(where: { $0.number == number })
      {
        fields.append((number, 0))
      } catch {
        // What is within a field says of which number of its own it complains.
        let number = (error as? PayloadError).flatMap(Self.number)
        let place = fields.lastIndex { $0.number == number } ?? fields.indices.last
        guard let place else { return nil }
        fields[place].attempt += 1
      }
    }
    return nil
  }

  /// The forms of the fields that have the names of properties; only of those where a field of the
  /// form is read as the property's value.
  static func forms(named names: [Int: String], at depth: Int) -> [Int: FieldForm] {
    guard !names.isEmpty, let sample = Self(of: Value.self) else { return [:] }
    let properties = Dictionary(
      Mirror(reflecting: sample.value).children.map { ($0.label ?? "", Swift.type(of: $0.value)) },
      uniquingKeysWith: { first, _ in first })
    var forms: [Int: FieldForm] = [:]
    for (number, name) in names {
      guard let type = properties[name] else { continue }
      let form = FieldForm(of: type, at: depth)
      if sample.reads(number, named: name, as: form) { forms[number] = form }
    }
    return forms
  }

  /// Whether a field is read as a property. Lists and fields of several are not tried.
  private func reads(_ number: Int, named name: String, as form: FieldForm) -> Bool {
    guard let example = form.example(number) else { return true }
    let others = fields.filter { $0.number != number }
    guard let value = try? Self.read(others + [(number, example.bytes)]) else { return false }
    let found = Mirror(reflecting: value).children.first { $0.label == name }
    return found.map { FieldForm.words(of: $0.value) } == example.words
  }

  private static func read(_ fields: [(number: Int, bytes: [UInt8])]) throws -> Value {
    let payload = fields.flatMap(\.bytes)
    var reader = PayloadReader(payload.span.bytes)
    return try Value(from: &reader)
  }

  private static func number(_ error: PayloadError) -> Int? {
    switch error {
    case .wrongType(let number), .outOfRange(let number), .invalidText(let number): number
    default: nil
    }
  }
}
