import Daybook
import Foundation
import Testing

struct PayloadTests {
  private func read<T>(_ bytes: [UInt8], _ body: (inout PayloadReader) throws -> T) throws -> T {
    try bytes.withUnsafeBytes {
      var reader = PayloadReader($0.bytes)
      return try body(&reader)
    }
  }

  private func sample() -> [UInt8] {
    var writer = PayloadWriter()
    writer.uint(1, 150)
    writer.int(2, -3)
    writer.double(3, 0.1)
    writer.string(4, "melk 🍼")
    writer.bool(5, true)
    writer.message(16) { $0.uint(1, 7) }
    return writer.array
  }

  @Test func `the golden bytes stay`() {
    let hex = sample().map { String(format: "%02x", $0) }.joined()
    #expect(
      hex == "0896011005199a9999999999b93f22096d656c6b20f09f8dbc280182010208" + "07")
  }

  @Test func `what was written is read back bit for bit`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 784_152_300.123456789)
    let id = UUID()
    var writer = PayloadWriter()
    writer.date(1, date)
    writer.uuid(2, id)
    writer.int(3, .min)
    writer.uint(4, .max)
    writer.double(5, -0.0)
    writer.string(6, nil)
    let seen = try read(writer.array) { reader in
      var seen: [Int] = []
      while let field = try reader.next() {
        seen.append(field)
        switch field {
        case 1: #expect(try reader.date() == date)
        case 2: #expect(try reader.uuid() == id)
        case 3: #expect(try reader.int() == .min)
        case 4: #expect(try reader.uint() == .max)
        case 5: #expect(try reader.double().sign == .minus)
        default: break
        }
      }
      return seen
    }
    #expect(seen == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [1, 15, 16, 2_000])
  func `text of every length is written whole, and nothing beside it`(field: Int) throws {
    // A writer that begins small grows in the midst of some of them.
    var writer = PayloadWriter(capacity: 0)
    let texts = (0...300).map { count in
      String(decoding: (0..<count).map { UInt8(97 + $0 % 26) }, as: UTF8.self)
    }
    for text in texts { writer.string(field, text) }
    let expected = texts.flatMap { text -> [UInt8] in
      varint(UInt64(field) << 3 | 2) + varint(UInt64(text.utf8.count)) + Array(text.utf8)
    }
    #expect(writer.array == expected)
    let seen = try read(writer.array) { reader in
      var seen: [String] = []
      while try reader.next() != nil { seen.append(try reader.string()) }
      return seen
    }
    #expect(seen == texts)
  }

  private func varint(_ value: UInt64) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
  }

  @Test func `unknown fields are passed over`() throws {
    let text = try read(sample()) { reader in
      while let field = try reader.next() { if field == 4 { return try reader.string() } }
      return ""
    }
    #expect(text == "melk 🍼")
  }

  @Test func `a long message is moved to make room for its length`() throws {
    let long = String(repeating: "x", count: 20_000)
    var writer = PayloadWriter(capacity: 1)
    writer.message(1) { $0.string(1, long) }
    let text = try read(writer.array) { reader in
      _ = try reader.next()
      return try reader.message { inner in
        _ = try inner.next()
        return try inner.string()
      }
    }
    #expect(text == long)
  }

  @Test func `every prefix of a payload is read or refused, never overrun`() {
    let bytes = sample()
    for count in 0..<bytes.count {
      _ = try? read(Array(bytes.prefix(count))) { reader in while try reader.next() != nil {} }
    }
    #expect(throws: PayloadError.truncated) {
      try read(Array(bytes.prefix(4))) { reader in while try reader.next() != nil {} }
    }
  }

  @Test func `random bytes never crash the reader`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = try? read(bytes) { reader in while try reader.next() != nil {} }
    }
  }

  @Test(.enabled(if: Protoc.path != nil, "protoc is not installed"))
  func `protoc reads the payload`() throws {
    let text = try Protoc.decode(sample())
    #expect(text.hasPrefix("1: 150\n2: 5\n3: 0x3fb999999999999a\n"))
    #expect(text.hasSuffix("5: 1\n16 {\n  1: 7\n}\n"))
  }
}
