import Testing

@testable import Daybook

/// What keys are stored as, byte for byte: it never changes.
struct KeyBytesTests {
  private static let id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  private static let idBytes = (0..<16).map { UInt8($0) }

  @Test func `integers are stored high byte first, with the sign turned over`() {
    #expect(Int(1).keyBytes == [0x80, 0, 0, 0, 0, 0, 0, 1])
    #expect(Int64(-2).keyBytes == [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE])
    #expect(Int32(-1).keyBytes == [0x7F, 0xFF, 0xFF, 0xFF])
    #expect(UInt64(258).keyBytes == [0, 0, 0, 0, 0, 0, 1, 2])
    #expect(HybridTime(rawValue: 3).keyBytes == [0, 0, 0, 0, 0, 0, 0, 3])
  }

  @Test func `text ends with two zero bytes, and a zero within is followed by FF`() {
    #expect("aé".keyBytes == [0x61, 0xC3, 0xA9, 0, 0])
    #expect("\0".keyBytes == [0, 0xFF, 0, 0])
    #expect("".keyBytes == [0, 0])
  }

  @Test func `truth values, dates, identifiers and optionals`() {
    #expect([false.keyBytes, true.keyBytes] == [[0], [1]])
    #expect(Date(timeIntervalSinceReferenceDate: 1).keyBytes == [0xBF, 0xF0, 0, 0, 0, 0, 0, 0])
    #expect(
      Date(timeIntervalSinceReferenceDate: -1).keyBytes
        == [0x40, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Self.id.keyBytes == Self.idBytes)
    #expect(Bool?.none.keyBytes == [0])
    #expect(Bool?.some(true).keyBytes == [1, 1])
  }

  @Test func `a key of parts is the parts, and no more`() {
    #expect(Key2(Self.id, true).keyBytes == Self.idBytes + [1])
    #expect(Key3("a", Self.id, false).keyBytes == [0x61, 0, 0] + Self.idBytes + [0])
    #expect(Key4(true, false, true, "").keyBytes == [1, 0, 1, 0, 0])
    #expect(Key5(true, false, true, false, true).keyBytes == [1, 0, 1, 0, 1])
  }

  @Test func `a key of parts is what a key by hand is`() {
    let item = PantryItem(name: "rice", amount: 1, shelf: "top")
    #expect(ShelfKey(item, Self.id).keyBytes == Key3("top", "rice", Self.id).keyBytes)
  }
}
