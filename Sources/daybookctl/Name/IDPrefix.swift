#if Tools
  import Foundation

  /// The beginning of an identifier: four hexadecimal digits at least, dashes or none.
  struct IDPrefix: Sendable {
    /// The fewest digits.
    static let fewest = 4

    /// In lower case, without dashes.
    let digits: String

    /// nil when the text cannot be the beginning of an identifier.
    init?(_ text: String) {
      let digits = text.lowercased().filter { $0 != "-" }
      guard (Self.fewest...32).contains(digits.count), digits.allSatisfy(\.isHexDigit),
        text.first != "-"
      else { return nil }
      self.digits = digits
    }

    /// The first digits of an identifier.
    init(_ id: UUID, _ count: Int) { digits = String(Self.digits(of: id).prefix(count)) }

    func matches(_ id: UUID) -> Bool { Self.digits(of: id).hasPrefix(digits) }

    /// The identifier right before all that begin so; nil when these are the first.
    var predecessor: UUID? {
      var bytes = bytes(padding: "0")
      guard let last = bytes.lastIndex(where: { $0 > 0 }) else { return nil }
      bytes[last] -= 1
      for index in bytes.indices where index > last { bytes[index] = 0xFF }
      return Self.id(bytes)
    }

    /// The last of all identifiers that begin so.
    var last: UUID { Self.id(bytes(padding: "f")) }

    private func bytes(padding digit: Character) -> [UInt8] {
      var rest = (digits + String(repeating: digit, count: 32 - digits.count))[...]
      var bytes: [UInt8] = []
      while !rest.isEmpty {
        bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      }
      return bytes
    }

    private static func id(_ bytes: [UInt8]) -> UUID {
      bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The digits of an identifier, without dashes, in lower case.
    static func digits(of id: UUID) -> String { id.uuidString.lowercased().filter { $0 != "-" } }

    /// The beginning that lists show when nothing else is near: eight digits.
    static func shortest(_ id: UUID) -> String { String(digits(of: id).prefix(8)) }

    /// How many digits two identifiers begin with alike.
    static func common(_ a: UUID, _ b: UUID) -> Int {
      zip(digits(of: a), digits(of: b)).prefix { $0 == $1 }.count
    }
  }
#endif
