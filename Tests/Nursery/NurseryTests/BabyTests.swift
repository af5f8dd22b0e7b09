import Daybook
import Nursery
import Testing

@Suite struct BabyTests {
  static let full = BabyProfile(
    name: "Noor", feedTerm: 9000, createdAt: sampleDate, birthDate: "2025-10-21",
    birthTime: "04:30", source: SourceReference(provider: "babybuddy", table: "child", id: "1"),
    isDeleted: true)

  static let golden: [(BabyEvent, String)] = [
    (
      .created(full),
      "0a044e6f6f7211000000000094c14019000010769b5ec741220a323032352d31302d32312a053034"
        + "3a333052150a0962616279627564647912056368696c641a01315801"
    ),
    (.amended(BabyAmendment(name: "Noa")), "0a034e6f61"),
    (
      .amended(BabyAmendment(feedTerm: 0, birthDate: .clear, birthTime: .set("05:00"))),
      "1100000000000000002a0530353a30307804"
    ),
    (.amended(BabyAmendment(birthTime: .clear)), "7805"),
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
    #expect(try decoded(BabyEvent.self, event.typeIndex, unknownFields() + encoded(event)) == event)
    #expect(try decoded(BabyEvent.self, event.typeIndex, encoded(event) + unknownFields()) == event)
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
    let amendment = BabyAmendment(from: Self.full, to: renamed)
    #expect(amendment == BabyAmendment(name: "Noa"))
    let baby: BabyProfile? = try folded([
      .created(Self.full), .deleted, .amended(amendment), .restored,
    ])
    #expect(baby == renamed)
    #expect(BabyAmendment(from: renamed, to: renamed).isEmpty)
  }
}
