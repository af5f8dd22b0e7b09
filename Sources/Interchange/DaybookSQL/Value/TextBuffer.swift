internal import Daybook

/// Texts as they are written, one after the other, in memory that is used again.
struct TextBuffer {
  private(set) var bytes: [UInt8] = []

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what was written, and keeps the memory.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ more: BorrowedBytes) { bytes.append(contentsOf: more) }

  /// Appends UTF-8; what is none becomes U+FFFD.
  mutating func append(utf8 text: BorrowedBytes) {
    if text.allSatisfy({ $0 < 0x80 }) {
      append(text)
    } else {
      append(String(decoding: text, as: UTF8.self))
    }
  }

  mutating func append(number: Int64) { append("\(number)") }

  /// Appends an identifier, as `UUID.uuidString` has it.
  mutating func append(_ id: UUID) {
    let digits: StaticString = "0123456789ABCDEF"
    withUnsafeTemporaryAllocation(byteCount: 36, alignment: 1) { text in
      var place = 0
      withUnsafeBytes(of: id.uuid) { id in
        for (number, byte) in id.enumerated() {
          switch number {
          case 4, 6, 8, 10:
            text[place] = 0x2D
            place += 1
          default: break
          }
          // Safety: there are sixteen digits.
          text[place] = digits.utf8Start[Int(byte >> 4)]
          text[place + 1] = digits.utf8Start[Int(byte & 15)]
          place += 2
        }
      }
      append(BorrowedBytes(text))
    }
  }

  /// Appends a time; false, and nothing, for one that ``SQLTime`` has no text for.
  mutating func append(time milliseconds: Int64) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: SQLTime.length, alignment: 1) { text in
      guard SQLTime.write(milliseconds, to: text) else { return false }
      append(BorrowedBytes(text))
      return true
    }
  }
}
