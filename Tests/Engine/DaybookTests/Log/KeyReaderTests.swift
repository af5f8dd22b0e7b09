import Testing

@testable import Daybook

/// Bytes of a key that no writer writes.
struct KeyReaderTests {
  @Test(arguments: [1, 0x25, 0xFE] as [UInt8])
  func `a zero byte within a text is followed by FF, or the key is refused`(next: UInt8) {
    let key: [UInt8] = [0x61, 0, next, 0x62, 0, 0]
    #expect(throws: PayloadError.malformed) {
      var reader = KeyReader(key.span.bytes)
      _ = try reader.string()
    }
  }

  @Test func `a text with a zero byte is read back`() throws {
    var writer = KeyWriter()
    writer.string("a\0b")
    var reader = KeyReader(writer.bytes.bytes)
    #expect(try reader.string() == "a\0b")
  }

  @Test(arguments: [2, 0xFF] as [UInt8])
  func `an optional part is absent or there, or the key is refused`(byte: UInt8) {
    let key = [byte]
    #expect(throws: PayloadError.malformed) {
      var reader = KeyReader(key.span.bytes)
      _ = try reader.isPresent()
    }
  }
}
