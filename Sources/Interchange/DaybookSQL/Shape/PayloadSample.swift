#if SQL
internal import Daybook

/// A value of a payload's type, read from as few fields as the type demands.
enum PayloadSample {
  /// How many fields a type may demand.
  private static let limit = 64

  /// What a demanded field is tried with, one after the other: 0, eight bytes of 0, an empty text,
  /// an identifier.
  private static func candidate(_ number: Int, _ attempt: Int) -> [UInt8]? {
    func tag(_ wireType: UInt64) -> [UInt8] { varint(UInt64(number) << 3 | wireType) }
    return switch attempt {
    case 0: tag(0) + [0]
    case 1: tag(1) + [UInt8](repeating: 0, count: 8)
    case 2: tag(2) + [0]
    case 3: tag(2) + [16] + [UInt8](repeating: 0, count: 16)
    default: nil
    }
  }

  /// Such a value; nil when the type demands something else.
  static func make<Value: PayloadCodable>(_ type: Value.Type) -> Value? {
    var fields: [(number: Int, attempt: Int)] = []
    for _ in 0..<limit * 4 {
      var payload: [UInt8] = []
      for field in fields {
        guard let bytes = candidate(field.number, field.attempt) else { return nil }
        payload += bytes
      }
      do {
        var reader = PayloadReader(payload.span.bytes)
        return try Value(from: &reader)
      } catch PayloadError.missing(let number)
        where !fields.contains(where: { $0.number == number })
      {
        fields.append((number, 0))
      } catch {
        // What is within a field says of which number of its own it complains.
        let number = (error as? PayloadError).flatMap(Self.number)
        let place = fields.lastIndex { $0.number == number } ?? fields.indices.last
        guard let place, fields.count < limit else { return nil }
        fields[place].attempt += 1
      }
    }
    return nil
  }

  private static func number(_ error: PayloadError) -> Int? {
    switch error {
    case .wrongType(let number), .outOfRange(let number), .invalidText(let number): number
    default: nil
    }
  }

  private static func varint(_ number: UInt64) -> [UInt8] {
    var (left, bytes) = (number, [UInt8]())
    while left >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    return bytes + [UInt8(left)]
  }
}
#endif
