import Daybook
import Testing

/// Changes of single fields.
struct FieldPatchTests {
  struct State: FieldPayload, Equatable {
    var name = ""
    var grams: Int?
    var tags: [String] = []
    var isOpen = false

    init() {}

    init(name: String, grams: Int? = nil, tags: [String] = [], isOpen: Bool = false) {
      self.name = name
      self.grams = grams
      self.tags = tags
      self.isOpen = isOpen
    }

    mutating func fields(_ field: inout some FieldCoding) throws {
      try field(1, &name)
      try field(2, &grams)
      try field(3, &tags)
      try field(200, &isOpen)
    }
  }

  private static let states = [
    State(name: ""), State(name: "milk"), State(name: "milk", grams: 5),
    State(name: "salt", grams: 5, tags: ["a"]), State(name: "salt", tags: ["a", "b", "a"]),
    State(name: String(repeating: "x", count: 300), tags: ["b", "a"], isOpen: true),
  ]

  private func reread(_ patch: FieldPatch<State>) throws -> FieldPatch<State> {
    var writer = PayloadWriter()
    patch.encode(into: &writer)
    let bytes = writer.array
    return try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try FieldPatch(from: &reader)
    }
  }

  @Test func `a patch turns any state into any other, also after it was stored`() throws {
    for old in Self.states {
      for new in Self.states {
        let patch = FieldPatch(from: old, to: new)
        #expect(patch.isEmpty == (old == new))
        var state = old
        try reread(patch).apply(to: &state)
        #expect(state == new)
        #expect(try reread(patch) == patch)
      }
    }
  }

  @Test func `a patch changes what it names and leaves the rest to others`() throws {
    let old = State(name: "milk", grams: 5, tags: ["a"])
    let renamed = FieldPatch(from: old, to: State(name: "salt", grams: 5, tags: ["a"]))
    let cleared = FieldPatch(from: old, to: State(name: "milk"))
    #expect(try renamed.numbers == [1])
    #expect(try cleared.numbers == [2, 3])
    for order in [[renamed, cleared], [cleared, renamed]] {
      var state = old
      for patch in order { try patch.apply(to: &state) }
      #expect(state == State(name: "salt"))
    }
  }

  @Test func `a field that cannot be read throws and leaves the state`() throws {
    var writer = PayloadWriter()
    writer.uint(1, 7)
    let bytes = writer.array
    let patch: FieldPatch<State> = try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try FieldPatch(from: &reader)
    }
    var state = State(name: "milk")
    #expect(throws: PayloadError.wrongType(1)) { try patch.apply(to: &state) }
    #expect(state == State(name: "milk"))
  }

  private func patch(_ bytes: [UInt8]) throws -> FieldPatch<State> {
    var reader = PayloadReader(bytes.span.bytes)
    return try FieldPatch(from: &reader)
  }

  @Test func `fields that a stored patch has in another order are put in theirs`() throws {
    // Tags a and b with the name between them.
    let mixed = try patch([0x1A, 1, 0x61, 0x0A, 1, 0x78, 0x1A, 1, 0x62])
    var state = State(name: "milk", tags: ["c"])
    try mixed.apply(to: &state)
    #expect(state == State(name: "x", tags: ["a", "b"]))
    #expect(mixed == FieldPatch(from: State(name: "milk"), to: state))
  }

  @Test func `numbers that this version does not know change nothing`() throws {
    // Field 9 with a value; 7 and 2⁶⁴ - 1 cleared.
    let unknown: [UInt8] = [0x48, 1, 0x78, 7, 0x78] + [UInt8](repeating: 0xFF, count: 9) + [1]
    var state = State(name: "milk", grams: 5, tags: ["a"], isOpen: true)
    let old = state
    try patch(unknown).apply(to: &state)
    #expect(state == old)
  }

  @Test func `a cleared field that always has a value becomes as a new one has it`() throws {
    var state = State(name: "milk", grams: 5)
    try patch([0x78, 1]).apply(to: &state)
    #expect(state == State(name: "", grams: 5))
  }

  @Test func `a patch of what does not exist changes nothing`() throws {
    var state: State?
    try FieldPatch(from: State(name: "a"), to: State(name: "b")).apply(to: &state)
    #expect(state == nil)
  }

  @Test func `a patch has its fields by their numbers, what is cleared in field 15`() {
    let patch = FieldPatch(
      from: State(name: "b", grams: 3, tags: ["x"], isOpen: true), to: State(name: "a"))
    var writer = PayloadWriter()
    patch.encode(into: &writer)
    #expect(writer.array == [0x0A, 1, 0x61, 0x78, 2, 0x78, 3, 0xC0, 0x0C, 0])
  }

  @Test func `bytes that are no payload are refused`() {
    #expect(throws: PayloadError.self) {
      let _: FieldPatch<State> = try [0xFF as UInt8].withUnsafeBytes { bytes in
        var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
        return try FieldPatch(from: &reader)
      }
    }
  }
}
