import Daybook
public import Foundation

/// The beginning of an identifier: four hexadecimal digits at least, dashes or none.
///
/// Identifiers that `UUID.timeOrdered` makes begin alike when they were made on one day. So such
/// ones are shown, and taken, by their last digits too, which are random.
public struct IDPrefix: Sendable {
  /// The fewest digits.
  public static let fewest = 4
  /// The digits of a whole identifier.
  public static let most = 32

  /// How many digits.
  private let count: Int
  /// The number of the first identifier that begins so.
  private let first: UInt128

  /// nil when the text cannot be the beginning of an identifier.
  public init?(_ text: String) {
    let digits = text.filter { $0 != "-" }
    guard (Self.fewest...Self.most).contains(digits.count), digits.allSatisfy(\.isHexDigit),
      text.first != "-", let number = UInt128(digits, radix: 16)
    else { return nil }
    count = digits.count
    first = number << (4 * (Self.most - count))
  }

  /// The first digits of an identifier.
  public init(_ id: UUID, _ count: Int) {
    self.count = min(count, Self.most)
    let rest = 4 * (Self.most - self.count)
    first = (Self.number(id) >> rest) << rest
  }

  /// What to add where a text is no identifier: that its digits are too few for one, or nothing.
  public static func lack(of text: String) -> String {
    let digits = text.filter { $0 != "-" }
    guard (1..<fewest).contains(digits.count), digits.allSatisfy(\.isHexDigit) else { return "" }
    return ", which has four digits at least"
  }

  /// In lower case, without dashes.
  public var digits: String { (first >> rest).padded(count, radix: 16) }

  /// Whether an identifier begins so, or ends so when it is ordered by time.
  public func matches(_ id: UUID) -> Bool {
    Self.number(id) >> rest == first >> rest || isEnd(of: id)
  }

  /// Whether an identifier is ordered by time and ends so.
  func isEnd(of id: UUID) -> Bool {
    guard Self.isTimeOrdered(id) else { return false }
    return (Self.number(id) ^ (first >> rest)) << rest == 0
  }

  /// The identifier right before all that begin so; nil when these are the first.
  public var predecessor: UUID? { first == 0 ? nil : Self.id(first - 1) }

  /// The last of all identifiers that begin so.
  public var last: UUID { Self.id(first | ((1 << rest) - 1)) }

  /// Whether it is an identifier from beginning to end.
  var isWhole: Bool { count == Self.most }

  /// How many bits follow the digits.
  private var rest: Int { 4 * (Self.most - count) }

  /// What stands for an identifier when the others are not known: the first eight digits, or the
  /// last six of one that is ordered by time.
  public static func shortest(_ id: UUID) -> String { shortest(id, among: []) }

  /// The same, with as many more digits as it takes to tell it from others.
  public static func shortest(_ id: UUID, among others: [UUID]) -> String {
    let whole = IDPrefix(id, most).digits
    let isEnd = isTimeOrdered(id)
    for count in (isEnd ? 6 : 8)..<most {
      let short = String(isEnd ? whole.suffix(count) : whole.prefix(count))
      let prefix = IDPrefix(short)
      if !others.contains(where: { $0 != id && prefix?.matches($0) == true }) { return short }
    }
    return whole
  }

  /// How many digits two identifiers begin with alike.
  public static func common(_ a: UUID, _ b: UUID) -> Int {
    (number(a) ^ number(b)).leadingZeroBitCount / 4
  }

  /// Whether an identifier is of version 7 (RFC 9562, section 5.7).
  static func isTimeOrdered(_ id: UUID) -> Bool { id.uuid.6 >> 4 == 7 }

  /// The last of all identifiers.
  static let lastID = id(.max)

  /// Identifiers are ordered as their numbers are.
  private static func number(_ id: UUID) -> UInt128 {
    withUnsafeBytes(of: id.uuid) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }

  private static func id(_ number: UInt128) -> UUID {
    withUnsafeBytes(of: number.bigEndian) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
