import Daybook
import Nursery
import Testing

struct SourceReferenceTests {
  private static let known = SourceReference(provider: "babybuddy", table: "feeding", id: "38897")

  private func bytes(_ source: SourceReference) -> [UInt8] {
    var writer = PayloadWriter()
    source.encode(into: &writer)
    return writer.array
  }

  private func read(_ bytes: [UInt8]) throws -> SourceReference {
    try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try SourceReference(from: &reader)
    }
  }

  @Test func `known names and a number take ten bytes`() throws {
    #expect(bytes(Self.known).count <= 10)
    #expect(try read(bytes(Self.known)) == Self.known)
  }

  @Test(arguments: ["", "0", "7", "007", "+7", "-7", " 7", "7a", "18446744073709551616", "٣"])
  func `every identifier comes back as it was`(id: String) throws {
    for provider in ["babybuddy", "BabyBuddy", "", "nara"] {
      for table in ["feeding", "babybuddy", "Feeding", "x"] {
        let source = SourceReference(provider: provider, table: table, id: id)
        #expect(try read(bytes(source)) == source)
      }
    }
  }

  @Test func `texts that were stored before are read`() throws {
    var writer = PayloadWriter()
    writer.string(1, "babybuddy")
    writer.string(2, "feeding")
    writer.string(3, "38897")
    #expect(try read(writer.array) == Self.known)
  }

  @Test func `a number that names nothing is refused`() throws {
    for field in [4, 5] {
      var writer = PayloadWriter()
      writer.uint(field, 16)
      #expect(throws: PayloadError.outOfRange(field)) {
        try read(writer.array)
      }
    }
  }
}
