/// One damage to a file, as text: `flip OFFSET BIT`, `zero PAGE`, `swap PAGE PAGE`, `copy PAGE
/// PAGE` (the first over the second) or `cut LENGTH`.
package enum DamageCase: CustomStringConvertible {
  case flip(Int, bit: Int)
  case zero(Int)
  case swap(Int, Int)
  case copy(Int, Int)
  case cut(Int)

  package static let pageSize = 4096

  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: " ")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    switch (parts.first, numbers.count) {
    case ("flip", 2): self = .flip(numbers[0], bit: numbers[1])
    case ("zero", 1): self = .zero(numbers[0])
    case ("swap", 2): self = .swap(numbers[0], numbers[1])
    case ("copy", 2): self = .copy(numbers[0], numbers[1])
    case ("cut", 1): self = .cut(numbers[0])
    default: return nil
    }
  }

  package var description: String {
    switch self {
    case .flip(let offset, let bit): "flip \(offset) \(bit)"
    case .zero(let page): "zero \(page)"
    case .swap(let one, let other): "swap \(one) \(other)"
    case .copy(let from, let to): "copy \(from) \(to)"
    case .cut(let length): "cut \(length)"
    }
  }

  /// The bytes of a file after it.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    switch self {
    case .flip(let offset, let bit): bytes[offset] ^= 1 << bit
    case .zero(let page):
      bytes.replaceSubrange(Self.range(page), with: repeatElement(0, count: Self.pageSize))
    case .swap(let one, let other):
      let (first, second) = (bytes[Self.range(one)], bytes[Self.range(other)])
      bytes.replaceSubrange(Self.range(one), with: second)
      bytes.replaceSubrange(Self.range(other), with: first)
    case .copy(let from, let to):
      bytes.replaceSubrange(Self.range(to), with: bytes[Self.range(from)])
    case .cut(let length): bytes.removeLast(bytes.count - length)
    }
    return bytes
  }

  private static func range(_ page: Int) -> Range<Int> { page * pageSize..<(page + 1) * pageSize }
}
