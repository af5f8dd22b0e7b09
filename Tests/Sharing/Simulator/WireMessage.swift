import Daybook

/// Bytes laid out as protocol buffers do it, read by hand: the engine that is looked at is not
/// asked what they mean.
struct WireMessage {
  struct Unreadable: Error {}

  private enum Value {
    case number(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  private var fields: [(field: UInt64, value: Value)] = []

  init(_ bytes: [UInt8]) throws { try self.init(bytes[...]) }

  private init(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      let tag = try Self.varint(&rest)
      let value: Value =
        switch tag & 7 {
        case 0: .number(try Self.varint(&rest))
        case 1: .number(try Self.fixed(&rest, 8))
        case 2: .bytes(try Self.take(&rest, Int(clamping: Self.varint(&rest))))
        case 5: .number(try Self.fixed(&rest, 4))
        default: throw Unreadable()
        }
      fields.append((tag >> 3, value))
    }
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>, _ count: Int
  ) throws -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw Unreadable() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static func fixed(_ rest: inout ArraySlice<UInt8>, _ count: Int) throws -> UInt64 {
    try take(&rest, count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while let byte = rest.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw Unreadable()
  }

  // MARK: Fields, of which the last one with a number counts

  func uint(_ field: UInt64) -> UInt64? {
    guard case .number(let value)? = fields.last(where: { $0.field == field })?.value else {
      return nil
    }
    return value
  }

  /// In ZigZag form.
  func int(_ field: UInt64) -> Int64? {
    uint(field).map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  func bytes(_ field: UInt64) -> [UInt8]? { all(field).last }

  func string(_ field: UInt64) -> String? {
    bytes(field).map { String(decoding: $0, as: UTF8.self) }
  }

  func replica(_ field: UInt64) -> ReplicaID? { uuid(field).map { ReplicaID($0) } }

  func uuid(_ field: UInt64) -> UUID? {
    guard let bytes = bytes(field), bytes.count == 16 else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) }
  }

  func all(_ field: UInt64) -> [[UInt8]] {
    fields.compactMap { found in
      guard found.field == field, case .bytes(let bytes) = found.value else { return nil }
      return Array(bytes)
    }
  }
}
