import Daybook
import Testing

/// What `value` writes is what the method for the type writes.
struct PayloadValueTests {
  private static let id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  private static let date = Date(timeIntervalSinceReferenceDate: 1.5)

  private static func bytes(_ write: (inout PayloadWriter) -> Void) -> [UInt8] {
    var writer = PayloadWriter()
    write(&writer)
    return writer.array
  }

  private static func read<Value: PayloadValue>(
    _ bytes: [UInt8], as type: Value.Type = Value.self
  ) throws -> Value {
    var reader = PayloadReader(bytes.span.bytes)
    _ = try reader.next()
    return try reader.value()
  }

  @Test func `values of every type are written and read`() throws {
    try Self.check("rice") { $0.string(3, "rice") }
    try Self.check(Self.id) { $0.uuid(3, Self.id) }
    try Self.check(Self.date) { $0.date(3, Self.date) }
    try Self.check(true) { $0.bool(3, true) }
    try Self.check(-0.5) { $0.double(3, -0.5) }
    try Self.check(Data([1, 2])) { writer in
      Data([1, 2]).withUnsafeBytes { writer.bytes(3, $0) }
    }
    try Self.check(HybridTime(rawValue: 7)) { $0.uint(3, 7) }
    try Self.check(Weekday.friday) { $0.string(3, "fri") }
    try Self.check(Pair(first: 1, second: "b")) { writer in
      writer.message(3) { inner in
        inner.int(1, 1)
        inner.string(2, "b")
      }
    }
  }

  @Test func `integers of every width are written in the same way`() throws {
    try Self.check(Int.min) { $0.int(3, .min) }
    try Self.check(Int64(-7)) { $0.int(3, -7) }
    try Self.check(Int32.max) { $0.int(3, Int64(Int32.max)) }
    try Self.check(Int16.min) { $0.int(3, Int64(Int16.min)) }
    try Self.check(Int8(-1)) { $0.int(3, -1) }
    try Self.check(UInt.max) { $0.uint(3, .max) }
    try Self.check(UInt64(9)) { $0.uint(3, 9) }
    try Self.check(UInt32.max) { $0.uint(3, UInt64(UInt32.max)) }
    try Self.check(UInt16.max) { $0.uint(3, UInt64(UInt16.max)) }
    try Self.check(UInt8.max) { $0.uint(3, 255) }
  }

  private static func check<Value: PayloadValue & Equatable>(
    _ value: Value, location: SourceLocation = #_sourceLocation,
    byHand write: (inout PayloadWriter) -> Void
  ) throws {
    let written = bytes { $0.value(3, value) }
    #expect(written == bytes(write), sourceLocation: location)
    #expect(try read(written) == value, sourceLocation: location)
  }

  @Test func `an integer that does not fit is refused`() {
    let (large, negative) = (Self.bytes { $0.uint(3, 256) }, Self.bytes { $0.int(3, -129) })
    #expect(throws: PayloadError.outOfRange(3)) { try Self.read(large, as: UInt8.self) }
    #expect(throws: PayloadError.outOfRange(3)) { try Self.read(negative, as: Int8.self) }
  }

  @Test func `a raw value that the type lacks is refused`() {
    let bytes = Self.bytes { $0.string(3, "sun") }
    #expect(throws: PayloadError.outOfRange(3)) { try Self.read(bytes, as: Weekday.self) }
  }

  @Test func `nil and an empty array are not written`() {
    #expect(Self.bytes { $0.value(1, nil as String?) } == [])
    #expect(Self.bytes { $0.value(1, [] as [String]) } == [])
    #expect(Self.bytes { $0.payload(nil as Int?) } == [])
  }

  @Test func `a payload is the value's own fields, or field 1`() throws {
    let pair = Pair(first: 1, second: "b")
    #expect(Self.bytes { $0.payload(pair) } == Self.bytes { pair.encode(into: &$0) })
    #expect(Self.bytes { $0.payload("a") } == Self.bytes { $0.string(1, "a") })
    let optional: Pair? = pair
    #expect(Self.bytes { $0.payload(optional) } == Self.bytes { $0.value(1, pair) })
    let texts = Self.bytes { $0.payload(["a", "b"]) }
    var reader = PayloadReader(texts.span.bytes)
    let read: [String] = try reader.payload()
    #expect(read == ["a", "b"])
  }

  @Test func `a payload without field 1 is nil where that is allowed`() throws {
    let bytes = Self.bytes { $0.string(2, "of a newer version") }
    var reader = PayloadReader(bytes.span.bytes)
    let optional: String? = try reader.payload()
    #expect(optional == nil)
    #expect(throws: PayloadError.missing(1)) {
      var reader = PayloadReader(bytes.span.bytes)
      let _: String = try reader.payload()
    }
  }
}

private enum Weekday: String, PayloadValue {
  case friday = "fri"
}

private struct Pair: FieldPayload, Equatable {
  var first = 0
  var second = ""

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &first)
    try field(2, &second)
  }
}
