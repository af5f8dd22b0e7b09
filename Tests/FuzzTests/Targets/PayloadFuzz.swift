@testable import Daybook

/// Law: what a payload is read as can be written again, and reads as the same.
enum PayloadFuzz {
  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let fields = try? fields(bytes) else { return }
    var writer = PayloadWriter()
    for field in fields { field.write(to: &writer) }
    law((try? self.fields(writer.bytes)) == fields, "a payload written again reads otherwise")
    _ = try? texts(bytes)
  }

  private enum Field: Equatable {
    case uint(Int, UInt64)
    case fixed(Int, UInt64)
    case bytes(Int, [UInt8])

    func write(to writer: inout PayloadWriter) {
      switch self {
      case .uint(let number, let value): writer.uint(number, value)
      case .fixed(let number, let value): writer.fixed(number, value)
      case .bytes(let number, let value): value.withUnsafeBytes { writer.bytes(number, $0) }
      }
    }
  }

  private static func fields(_ bytes: UnsafeRawBufferPointer) throws -> [Field] {
    var found: [Field] = []
    var reader = PayloadReader(bytes.bytes)
    while let number = try reader.next() {
      switch reader.type {
      case WireType.varint: found.append(.uint(number, try reader.uint()))
      case WireType.fixed64: found.append(.fixed(number, try reader.fixed()))
      case WireType.length: found.append(.bytes(number, try reader.bytes()))
      default: break  // Four bytes, which are passed over and never written.
      }
    }
    return found
  }

  /// Reads every field with a length as a nested message, as text or as an identifier.
  private static func texts(_ bytes: UnsafeRawBufferPointer) throws {
    var reader = PayloadReader(bytes.bytes)
    while let number = try reader.next() {
      guard reader.type == WireType.length else { continue }
      switch number % 3 {
      case 0: _ = try reader.string()
      case 1: _ = try reader.uuid()
      default: try reader.message { inner in while try inner.next() != nil {} }
      }
    }
  }
}
