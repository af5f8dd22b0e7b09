/// A change of some fields of a ``FieldPayload``, as the payload of an event.
///
/// ```swift
/// case .amended(let patch): try patch.apply(to: &state)
/// ```
/// It holds the fields that differ and nothing else, so that two people who change different
/// fields at the same time both keep their work. No type has to be written for it.
///
/// The fields of a payload are the new values, each under the number of its field, of an array all
/// of its elements; field 15 comes once for each field that is cleared and holds its number. A
/// state that is patched must not have a field 15.
///
/// Making one encodes both states: some microseconds, for what is edited by hand. Reading one
/// allocates once; applying one reads the fields that it names, as `init(from:)` would.
public struct FieldPatch<State: FieldPayload>: PayloadCodable, Hashable {
  /// The fields, as they are stored.
  @usableFromInline let bytes: [UInt8]

  /// The patch that turns `old` into `new`.
  @inlinable
  public init(from old: State, to new: State) {
    assert(!FieldCheck.hasField(clearedField, State.self), "\(State.self) has a field 15")
    bytes = PayloadFields.patch(from: EveryField.bytes(of: old), to: EveryField.bytes(of: new))
  }

  public init(from reader: inout PayloadReader) throws {
    let (rest, isAscending) = try reader.rest()
    bytes = try isAscending ? rest : PayloadFields(rest).joined
  }

  public func encode(into writer: inout PayloadWriter) { bytes.withUnsafeBytes { writer.raw($0) } }

  /// Whether nothing changes.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The numbers of the fields that change, ascending.
  public var numbers: [Int] {
    get throws {
      var numbers: Set<Int> = []
      try bytes.withUnsafeBytes { bytes in
        var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
        while let number = try reader.next() {
          numbers.insert(try number == clearedField ? Int(clamping: reader.uint()) : number)
        }
      }
      return numbers.sorted()
    }
  }

  /// Whether a field gets a value, rather than being cleared or left as it is.
  package func sets(_ number: Int) throws -> Bool {
    try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      while let field = try reader.next() {
        if field == number { return true }
      }
      return false
    }
  }

  /// Changes the fields of `state` that the patch names.
  ///
  /// - Throws: `PayloadError` when a field does not hold what the state has there; the state is
  ///   then as it was.
  @inlinable
  public func apply(to state: inout State) throws {
    var changed = state
    try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      var last = 0
      while let number = try reader.next() {
        if number == clearedField {
          try Self.clear(Int(clamping: try reader.uint()), of: &changed)
        } else {
          // What was in an array goes before its first new element comes.
          if number != last {
            var clearing = ClearingField(number)
            try changed.fields(&clearing)
            last = number
          }
          try changed.fields(&reader)
        }
      }
    }
    state = changed
  }

  /// As the other `apply`; what does not exist stays so, because who made it may come later.
  @inlinable
  public func apply(to state: inout State?) throws { try state?.change(as: self) }

  /// Makes a field as `init()` makes it.
  @inlinable
  static func clear(_ number: Int, of state: inout State) throws {
    var clearing = ClearingField(number)
    try state.fields(&clearing)
    guard clearing.isValue else { return }
    var initial = State()
    var field = EveryField(only: number)
    try initial.fields(&field)
    var reader = PayloadReader(RawSpan(_unsafeBytes: field.writer.bytes))
    while try reader.next() != nil { try state.fields(&reader) }
  }
}

extension FieldPayload {
  /// For a state that may not be there.
  @inlinable
  mutating func change(as patch: FieldPatch<Self>) throws { try patch.apply(to: &self) }
}

/// The field that lists what is cleared. Part of the stored format.
@usableFromInline let clearedField = 15

/// Makes one field nil or empty; one that always has a value stays.
@usableFromInline
struct ClearingField: FieldCoder {
  @usableFromInline let number: Int
  /// Whether the field always has a value.
  @usableFromInline var isValue = false

  @inlinable init(_ number: Int) { self.number = number }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) {
    if number == self.number { isValue = true }
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {
    if number == self.number { value = nil }
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]) {
    if number == self.number { values = [] }
  }
}

/// Writes fields that always have a value also where ``FieldPayload`` leaves them out, because a
/// patch tells that they have that value now.
@usableFromInline
struct EveryField: FieldCoder, ~Copyable {
  @usableFromInline var writer = PayloadWriter()
  /// The one field that is written; nil for all.
  @usableFromInline let only: Int?

  @inlinable init(only: Int? = nil) { self.only = only }

  @inlinable
  static func bytes<State: FieldPayload>(of state: State) -> [UInt8] {
    var state = state
    var field = EveryField()
    do { try state.fields(&field) } catch { return [] }
    return field.writer.array
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) {
    if only == nil || only == number { writer.value(number, value) }
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) {
    if only == nil || only == number { writer.value(number, value) }
  }

  @inlinable @inline(__always)
  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ values: inout [Value]) {
    if only == nil || only == number { writer.value(number, values) }
  }
}

extension PayloadFields {
  /// The bytes of the patch that turns one payload into another.
  @usableFromInline
  static func patch(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    let (before, after) = (PayloadFields(own: old), PayloadFields(own: new))
    var fields = PayloadFields()
    for number in after.numbers where after[number] != before[number] {
      fields.put(number, after[number])
    }
    var cleared = PayloadWriter()
    for number in before.numbers where after[number].isEmpty {
      cleared.uint(clearedField, UInt64(number))
    }
    fields.put(clearedField, cleared.array)
    return fields.joined
  }
}
