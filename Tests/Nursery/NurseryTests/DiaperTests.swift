import Daybook
import Nursery
import Testing

struct DiaperTests {
  static let full = DiaperChange(
    baby: sampleID, time: sampleDate, wet: true, solid: true, typeText: "poo", color: "green",
    amount: 1.5, memo: "m", tags: ["t"],
    source: SourceReference(provider: "babybuddy", table: "diaperchange", id: "9"),
    isDeleted: true)

  static let setAll = amendment(from: DiaperChange(time: .distantPast), to: full)
  static let clearAll = amendment(from: full, to: DiaperChange(time: full.time))

  /// What an edit writes.
  static func amendment(from old: DiaperChange, to new: DiaperChange) -> FieldPatch<DiaperChange> {
    guard case .amended(let patch) = DiaperChange.amended(from: old, to: new) else {
      return FieldPatch(from: old, to: old)
    }
    return patch
  }

  static let golden: [(DiaperEvent, String)] = [
    (
      .recorded(full),
      "0a100102030405060708090a0b0c0d0e0f1011000010769b5ec741180120012a03706f6f32056772"
        + "65656e39000000000000f83f42016d4a017452062000280630095801"
    ),
    (.recorded(DiaperChange(time: sampleDate)), "11000010769b5ec741"),
    (
      .amended(setAll),
      "0a100102030405060708090a0b0c0d0e0f1011000010769b5ec741180120012a03706f6f32056772"
        + "65656e39000000000000f83f42016d4a0174"
    ),
    (.amended(clearAll), "18002000780178057806780778087809"),
    (.deleted, ""), (.restored, ""),
  ]

  @Test(arguments: golden)
  func `the golden bytes stay`(event: DiaperEvent, bytes: String) {
    #expect(hex(encoded(event)) == bytes)
  }

  @Test(arguments: golden.map(\.0))
  func `an event is read back as it was written`(event: DiaperEvent) throws {
    #expect(try decoded(DiaperEvent.self, event.typeIndex, encoded(event)) == event)
  }

  @Test(arguments: golden.map(\.0))
  func `fields of a newer version are passed over`(event: DiaperEvent) throws {
    try checkThatUnknownFieldsChangeNothing(
      of: DiaperChange.self, in: event, after: .recorded(Self.full))
  }

  @Test func `the stored names stay`() {
    #expect(
      DiaperEvent.types.map(\.name) == [
        "diaper.recorded", "diaper.amended", "diaper.deleted", "diaper.restored",
      ])
    #expect(DiaperChange.kind == "nursery.diaper")
  }

  @Test func `a change without a time is refused`() {
    #expect(throws: PayloadError.missing(2)) { try decoded(DiaperEvent.self, 0, []) }
  }

  @Test func `an amendment turns the old change into the new one`() throws {
    var old = Self.full
    old.isDeleted = false
    let new = DiaperChange(time: .distantPast, source: old.source)
    for (a, b) in [(old, new), (new, old)] {
      let change: DiaperChange? = try folded([
        .recorded(a), .amended(Self.amendment(from: a, to: b)),
      ])
      #expect(change == b)
    }
    #expect(Self.amendment(from: old, to: old).isEmpty)
  }

  @Test func `a deleted change can be restored`() throws {
    let gone: DiaperChange? = try folded([.recorded(DiaperChange(time: sampleDate)), .deleted])
    #expect(gone?.isDeleted == true)
    let back: DiaperChange? = try folded([.recorded(Self.full), .restored])
    #expect(back?.isDeleted == false)
    let none: DiaperChange? = try folded([.amended(Self.setAll), .deleted, .restored])
    #expect(none == nil)
  }
}
