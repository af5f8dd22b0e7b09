internal import Daybook
internal import Foundation

/// What a stored value means, whatever it is written as.
extension FieldForm {
  static func zigzag(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  static func date(_ bits: UInt64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
  }

  /// What bytes may be: UTF-8 without control characters, the text of an attachment, an identifier
  /// of sixteen, or else their digits in base 64.
  static func text(_ bytes: BorrowedBytes) -> String {
    plain(bytes) ?? Attachment(stored: [UInt8](bytes))?.description ?? id(bytes)
      ?? Data(bytes).base64EncodedString()
  }

  /// An identifier; nil for bytes of another number.
  static func identifier(_ bytes: BorrowedBytes) -> UUID? {
    bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
  }

  static func id(_ bytes: BorrowedBytes) -> String? { identifier(bytes)?.uuidString }

  /// UTF-8 without control characters but tabs and ends of lines; nil for other bytes.
  static func plain(_ bytes: BorrowedBytes) -> String? {
    for byte in bytes where byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
