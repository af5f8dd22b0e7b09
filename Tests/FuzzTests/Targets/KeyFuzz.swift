@testable import Daybook

/// Laws: parts that are read from a key give the key's bytes when they are written, and keys
/// compare as their parts do.
///
/// The first byte chooses the parts, a bit each; the rest is two keys of equal length.
enum KeyFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let shape = bytes.first, bytes.count > 2 else { return }
    let half = (bytes.count - 1) / 2
    let one = Key(shape, UnsafeRawBufferPointer(rebasing: bytes[1..<1 + half]))
    let other = Key(shape, UnsafeRawBufferPointer(rebasing: bytes[1 + half..<1 + 2 * half]))
    if let one, let other { compare(one, other) }
  }

  private static func compare(_ one: Key, _ other: Key) {
    let (first, second) = (one.written, other.written)
    guard let first, let second else { return }
    law(first.elementsEqual(one.bytes), "the parts of a key give other bytes when they are written")
    let isBefore = first.withUnsafeBytes { a in second.withUnsafeBytes { b in a.precedes(b) } }
    law(isBefore == one.precedes(other), "keys do not compare as their parts do")
  }
}

/// One key with the parts that were read from it.
private struct Key {
  enum Part {
    case number(UInt64)
    case small(Int32)
    case double(Double)
    case text(String)

    func precedes(_ other: Part) -> Bool? {
      switch (self, other) {
      case (.number(let a), .number(let b)): a == b ? nil : a < b
      case (.small(let a), .small(let b)): a == b ? nil : a < b
      case (.double(let a), .double(let b)):
        a.bitPattern == b.bitPattern ? nil : a.isTotallyOrdered(belowOrEqualTo: b)
      case (.text(let a), .text(let b)):
        a.utf8.elementsEqual(b.utf8) ? nil : a.utf8.lexicographicallyPrecedes(b.utf8)
      default: nil
      }
    }
  }

  let parts: [Part]
  /// The bytes that the parts were read from.
  let bytes: [UInt8]

  init?(_ shape: UInt8, _ bytes: UnsafeRawBufferPointer) {
    var parts: [Part] = []
    var reader = KeyReader(bytes.bytes)
    do {
      if shape & 1 != 0 { parts.append(.number(try reader.uint64())) }
      if shape & 2 != 0 { parts.append(.small(try reader.int32())) }
      if shape & 4 != 0 { parts.append(.double(try reader.double())) }
      if shape & 8 != 0 { parts.append(.text(try reader.string())) }
    } catch {
      return nil
    }
    guard !parts.isEmpty, parts.count == (shape & 15).nonzeroBitCount else { return nil }
    self.parts = parts
    let read = Key.write(parts)?.count ?? 0
    self.bytes = [UInt8](bytes.prefix(read))
  }

  /// The bytes of the parts; nil when a key cannot hold them.
  var written: [UInt8]? { Key.write(parts) }

  func precedes(_ other: Key) -> Bool {
    for (a, b) in zip(parts, other.parts) { if let order = a.precedes(b) { return order } }
    return false
  }

  private static func write(_ parts: [Part]) -> [UInt8]? {
    var writer = KeyWriter()
    for part in parts {
      switch part {
      case .number(let value): writer.uint64(value)
      case .small(let value): writer.int32(value)
      case .double(let value): writer.double(value)
      case .text(let value): writer.string(value)
      }
    }
    return writer.overflowed ? nil : [UInt8](writer.bytes)
  }
}
