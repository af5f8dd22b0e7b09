import Daybook
import Testing

/// Payloads and events that name each field and case once.
struct FieldTierTests {
  private static func bytes(_ write: (inout PayloadWriter) -> Void) -> [UInt8] {
    var writer = PayloadWriter()
    write(&writer)
    return writer.array
  }

  @Test func `fields are written as by hand, and read`() throws {
    let list = UUID()
    let box = Box(list: list, texts: ["a", "b"], inner: Inner(count: 3))
    let expected = Self.bytes { writer in
      writer.uuid(1, list)
      writer.string(2, "a")
      writer.string(2, "b")
      writer.message(20) { $0.int(1, 3) }
    }
    let written = Self.bytes { box.encode(into: &$0) }
    #expect(written == expected)
    var reader = PayloadReader(written.span.bytes)
    #expect(try Box(from: &reader) == box)
  }

  @Test func `an absent field leaves what init made, and an unknown one is passed over`() throws {
    let bytes = Self.bytes { writer in
      writer.string(9, "of a newer version")
      writer.string(2, "a")
    }
    var reader = PayloadReader(bytes.span.bytes)
    #expect(try Box(from: &reader) == Box(texts: ["a"]))
  }

  @Test func `a number that is there twice is refused when it is read`() {
    let bytes = Self.bytes { $0.int(1, 1) }
    #expect(throws: PayloadError.wrongType(1)) {
      var reader = PayloadReader(bytes.span.bytes)
      _ = try Doubled(from: &reader)
    }
  }

  @Test func `an append of a value whose fields throw is refused`() throws {
    let store = try EventStore.temporary(schema: Schema().entity(Crate.self))
    let error = #expect(throws: StoreError.self) {
      try store.append { try $0.append(.packed(Fragile()), to: Crate.self, UUID()) }
    }
    #expect(error != nil)
    #expect(try store.read { try $0.entities(of: Crate.self).count } == 0)
  }

  @Test(arguments: [(CrateEvent.packed(Fragile()), 0), (.moved("a", 2), 1), (.emptied, 2)])
  func `an event says its place in types`(_ event: CrateEvent, _ index: Int) {
    #expect(event.typeIndex == index)
  }

  @Test func `several values are the fields that the event writes`() throws {
    let bytes = Self.bytes { CrateEvent.moved("a", 2).encode(into: &$0) }
    let expected = Self.bytes { writer in
      writer.string(1, "a")
      writer.int(2, 2)
    }
    #expect(bytes == expected)
    #expect(Self.bytes { CrateEvent.emptied.encode(into: &$0) } == [])
  }

  @Test func `a usual value is not stored, and is told by a patch`() throws {
    let (usual, other) = (Parcel(weight: 1), Parcel(weight: 1, isOpen: true))
    #expect(Self.bytes { usual.encode(into: &$0) } == [0x08, 2])
    #expect(Self.bytes { other.encode(into: &$0) } == [0x08, 2, 0x10, 1])
    #expect(Self.bytes { FieldPatch(from: other, to: usual).encode(into: &$0) } == [0x10, 0])
    #expect(try Parcel([0x08, 2, 0x10, 1]) == other)
  }

  @Test func `a field that must be there is missed`() {
    #expect(throws: PayloadError.missing(1)) { try Parcel([0x10, 1, 0xA0, 0x08, 1]) }
  }
}

/// A state one field of which must be there and another has a usual value.
private struct Parcel: FieldPayload, Equatable {
  var weight = 0
  var isOpen = false

  init() {}

  init(weight: Int, isOpen: Bool = false) { (self.weight, self.isOpen) = (weight, isOpen) }

  /// What the bytes say.
  init(_ bytes: [UInt8]) throws {
    self = try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try Parcel(from: &reader)
    }
  }

  init(from reader: inout PayloadReader) throws { try self.init(from: &reader, requiring: [1]) }

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &weight)
    try field(2, &isOpen, unless: false)
  }
}

private struct Box: FieldPayload, Equatable {
  var list: UUID?
  var texts: [String] = []
  var inner = Inner()

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &list)
    try field(2, &texts)
    try field(20, &inner)
  }
}

private struct Inner: FieldPayload, Equatable {
  var count: Int?

  mutating func fields(_ field: inout some FieldCoding) throws { try field(1, &count) }
}

private struct Doubled: FieldPayload {
  var (first, second) = (0, 0)

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &first)
    try field(1, &second)
  }
}

struct Fragile: FieldPayload, Equatable {
  mutating func fields(_ field: inout some FieldCoding) throws { throw CancellationError() }
}

struct Crate: Entity, FieldPayload {
  static let kind = "fieldTier.crate"
  var place = ""

  mutating func fields(_ field: inout some FieldCoding) throws { try field(1, &place) }

  static func fold(_ state: inout Self?, _ event: CrateEvent) {
    switch event {
    case .packed: state = Crate()
    case .moved(let place, _): state?.place = place
    case .emptied: state = nil
    }
  }
}

enum CrateEvent: FieldEntityEvent {
  case packed(Fragile), moved(String, Int), emptied

  static let types: [EventType] = ["crate.packed", "crate.moved", "crate.emptied"]

  func cases(_ event: inout some CaseCoding) {
    switch self {
    case .packed(let content): event(0, content)
    case .moved(let place, let count):
      event(1) { writer in
        writer.value(1, place)
        writer.value(2, count)
      }
    case .emptied: event(2)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> CrateEvent {
    .emptied
  }
}
