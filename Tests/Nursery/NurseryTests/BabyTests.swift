import Daybook
import Nursery
import Testing

struct BabyTests {
  static let full = BabyProfile(
    name: "Noor", feedTerm: 9000, createdAt: sampleDate, birthDate: "2025-10-21",
    birthTime: "04:30", source: SourceReference(provider: "babybuddy", table: "child", id: "1"),
    isDeleted: true)

  /// What an edit writes.
  static func amended(_ edit: (inout BabyProfile) -> Void) -> BabyEvent {
    var new = full
    edit(&new)
    return BabyProfile.amended(from: full, to: new) ?? .restored
  }

  static let golden: [(BabyEvent, String)] = [
    (
      .created(full),
      "0a044e6f6f7211000000000094c14019000010769b5ec741220a323032352d31302d32312a053034"
        + "3a333052062000280130015801"
    ),
    (amended { $0.name = "Noa" }, "0a034e6f61"),
    (
      amended {
        $0.feedTerm = 0
        $0.birthDate = nil
        $0.birthTime = "05:00"
      },
      "1100000000000000002a0530353a30307804"
    ),
    (amended { $0.birthTime = nil }, "7805"),
    (.deleted, ""), (.restored, ""),
  ]

  @Test(arguments: golden)
  func `the golden bytes stay`(event: BabyEvent, bytes: String) {
    #expect(hex(encoded(event)) == bytes)
  }

  @Test(arguments: golden.map(\.0))
  func `an event is read back as it was written`(event: BabyEvent) throws {
    #expect(try decoded(BabyEvent.self, event.typeIndex, encoded(event)) == event)
  }

  @Test(arguments: golden.map(\.0))
  func `fields of a newer version are passed over`(event: BabyEvent) throws {
    try checkThatUnknownFieldsChangeNothing(
      of: BabyProfile.self, in: event, after: .created(Self.full))
  }

  @Test func `the stored names stay`() {
    #expect(
      BabyEvent.types.map(\.name) == [
        "baby.created", "baby.amended", "baby.deleted", "baby.restored",
      ])
    #expect(BabyProfile.kind == "nursery.baby")
  }

  @Test func `a profile without a name is refused`() {
    #expect(throws: PayloadError.missing(1)) { try decoded(BabyEvent.self, 0, []) }
  }

  @Test func `three hours are the usual time between feeds`() {
    #expect(BabyProfile(name: "Noor", createdAt: sampleDate).feedTerm == 10_800)
  }

  @Test func `a rename under a deletion shows after the restoration`() throws {
    var renamed = Self.full
    renamed.name = "Noa"
    renamed.isDeleted = false
    let event = try #require(BabyProfile.amended(from: Self.full, to: renamed))
    #expect(event == Self.amended { $0.name = "Noa" })
    let baby: BabyProfile? = try folded([.created(Self.full), .deleted, event, .restored])
    #expect(baby == renamed)
    #expect(BabyProfile.amended(from: renamed, to: renamed) == nil)
  }
}
