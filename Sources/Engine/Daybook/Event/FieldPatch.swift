/// A change of some fields of a ``FieldPayload``, as the payload of an event.
///
/// ```swift
/// case .amended(let patch): try patch.apply(to: &state)
/// ```
/// It holds the fields that differ and nothing else, so that two people who change different
/// fields at the same time both keep their work. No type has to be written for it: see
/// ``Amendment`` for a change whose properties have names.
///
/// The fields of a payload are the new values, each under the number of its field, of an array all
/// of its elements; field 15 comes once for each field that is cleared and holds its number. A
/// state that is patched must not have a field 15.
///
/// Making one encodes both states, and applying one encodes and decodes the state: some
/// microseconds each, for what is edited by hand.
public struct FieldPatch<State: FieldPayload>: PayloadCodable, Hashable {
  /// The fields, as they are stored.
  private let bytes: [UInt8]

  /// The patch that turns `old` into `new`.
  public init(from old: State, to new: State) {
    assert(!FieldCheck.hasField(clearedField, State.self), "\(State.self) has a field 15")
    let (before, after) = (PayloadFields(of: old), PayloadFields(of: new))
    var fields = PayloadFields()
    for number in after.numbers where after[number] != before[number] {
      fields.put(number, after[number])
    }
    var cleared = PayloadWriter()
    for number in before.numbers where after[number].isEmpty {
      cleared.uint(clearedField, UInt64(number))
    }
    if cleared.count > 0 { fields.put(clearedField, cleared.array) }
    bytes = fields.joined
  }

  public init(from reader: inout PayloadReader) throws {
    bytes = try PayloadFields(&reader).joined
  }

  public func encode(into writer: inout PayloadWriter) { bytes.withUnsafeBytes { writer.raw($0) } }

  /// Whether nothing changes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The numbers of the fields that change, ascending.
  public var numbers: [Int] {
    get throws { Set(try parts().set.numbers + parts().cleared).sorted() }
  }

  /// Changes the fields of `state` that the patch names.
  ///
  /// - Throws: `PayloadError` when a field does not hold what the state has there; the state is
  ///   then as it was.
  public func apply(to state: inout State) throws {
    let (set, cleared) = try parts()
    let old = PayloadFields(of: state)
    var writer = PayloadWriter()
    for number in old.numbers where set[number].isEmpty && !cleared.contains(number) {
      old[number].withUnsafeBytes { writer.raw($0) }
    }
    set.joined.withUnsafeBytes { writer.raw($0) }
    var reader = PayloadReader(RawSpan(_unsafeBytes: writer.bytes))
    state = try State(from: &reader)
  }

  private func parts() throws -> (set: PayloadFields, cleared: [Int]) {
    var fields = try PayloadFields(bytes)
    var cleared: [Int] = []
    try fields.take(clearedField).withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      while try reader.next() != nil { cleared.append(Int(clamping: try reader.uint())) }
    }
    return (fields, cleared)
  }
}
