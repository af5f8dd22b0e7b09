internal import Daybook

/// The fields of a payload: their numbers, names and forms, as far as they are known.
struct PayloadShape: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    let number: Int
    let name: String
    let form: FieldForm
  }

  /// Ascending by number.
  let fields: [Field]
  /// The numbers of fields that say again what stands in others; nobody is shown them.
  let repeated: Set<Int>

  /// Nothing is known.
  static let unknown = PayloadShape([])

  init(_ fields: [Field], repeated: Set<Int> = []) {
    self.repeated = repeated
    self.fields = fields.sorted { $0.number < $1.number }
  }

  /// The fields that a Swift type writes.
  ///
  /// A `FieldPayload` says which they are. Of another type those are known that it names, and the
  /// forms of those that it reads into the property of that name.
  init(of type: any PayloadCodable.Type, at depth: Int = 0) {
    if type is any CodablePayload.Type {
      // Its attachments stand in field 2 once more, as bytes.
      self.init([Field(number: 1, name: "json", form: .text)], repeated: [2])
      return
    }
    if let patch = type as? any PatchType.Type {
      let state = PayloadShape(of: patch.state, at: depth)
      let cleared = Field(number: 15, name: "cleared", form: .list(.unsigned))
      self.init(state.fields + [cleared], repeated: state.repeated)
      return
    }
    let names = type.fieldNames
    let forms =
      (type as? any FieldPayload.Type).map { FieldProbe.forms(of: $0, at: depth) }
      ?? Self.forms(named: names, of: type, at: depth)
    self.init(
      Set(forms.keys).union(names.keys).map { number in
        Field(
          number: number, name: names[number] ?? "field_\(number)",
          form: forms[number] ?? .unknown)
      })
  }

  /// Whether a field says again what stands in others.
  func isRepeated(_ number: Int) -> Bool { !repeated.isEmpty && repeated.contains(number) }

  /// What is known of a field; nil when nothing is.
  subscript(number: Int) -> Field? { fields.first { $0.number == number } }

  private static func forms<Value: PayloadCodable>(
    named names: [Int: String], of type: Value.Type, at depth: Int
  ) -> [Int: FieldForm] {
    PayloadSample<Value>.forms(named: names, at: depth)
  }

  /// All that is known, to see whether another version of the app knows something else.
  var signature: String {
    let shown = fields.map { "\($0.number) \($0.name) \($0.form.signature)" }
    return (shown + repeated.sorted().map { "\($0) repeated" }).joined(separator: ", ")
  }
}

/// A change of some fields: it has those of its state, and in field 15 the numbers of what is
/// cleared.
private protocol PatchType {
  static var state: any FieldPayload.Type { get }
}

extension FieldPatch: PatchType {
  static var state: any FieldPayload.Type { State.self }
}

extension FieldForm {
  fileprivate var signature: String {
    switch self {
    case .payload(let shape): "(\(shape.signature))"
    case .list(let form): "[\(form.signature)]"
    default: "\(self)"
    }
  }
}
