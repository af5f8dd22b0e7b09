/// Which keys are read, as bytes: those from `lower` on, before `upper`.
///
/// A part that does not fit into a key cuts the bytes short; no stored key is as long, so what is
/// found stays the same.
@usableFromInline
struct KeyRange: Sendable, Hashable {
  /// What every key in the range begins with, before which further parts are put.
  private(set) var prefix: [UInt8] = []
  private(set) var lower: [UInt8] = []
  /// Nil for no limit.
  private(set) var upper: [UInt8]?
  /// The key after which reading goes on, in its direction.
  private var last: [UInt8]?

  /// All keys.
  @usableFromInline init() {}

  /// Whether no key can be in it.
  var isEmpty: Bool { upper.map { !lower.lexicographicallyPrecedes($0) } ?? false }

  /// Keeps the keys that go on with `part`, which becomes part of the prefix.
  @usableFromInline
  mutating func begin(with part: [UInt8]) {
    prefix += part
    raise(prefix)
    cut(Self.successor(of: prefix))
  }

  /// Keeps the keys that go on with `part` or something greater.
  @usableFromInline mutating func start(at part: [UInt8]) { raise(prefix + part) }

  /// Keeps the keys that go on with something greater than `part` and all that begins with it.
  @usableFromInline
  mutating func start(after part: [UInt8]) {
    if let next = Self.successor(of: prefix + part) { raise(next) } else { cut([]) }
  }

  /// Keeps the keys that go on with something less than `part`.
  @usableFromInline mutating func end(before part: [UInt8]) { cut(prefix + part) }

  /// Keeps the keys that go on with `part` or something less.
  @usableFromInline
  mutating func end(with part: [UInt8]) { cut(Self.successor(of: prefix + part)) }

  /// Goes on after a key in the direction of reading.
  @usableFromInline mutating func goOn(after key: [UInt8]) { last = key }

  /// What is left of it after the key where an earlier reading ended.
  func remainder(reversed: Bool) -> KeyRange {
    guard let last else { return self }
    var range = self
    range.last = nil
    if reversed {
      range.cut(last)
    } else if let next = Self.successor(of: last) {
      range.raise(next)
    } else {
      range.cut([])
    }
    return range
  }

  private mutating func raise(_ bound: [UInt8]) {
    if lower.lexicographicallyPrecedes(bound) { lower = bound }
  }

  private mutating func cut(_ bound: [UInt8]?) {
    guard let bound else { return }
    if let upper, !bound.lexicographicallyPrecedes(upper) { return }
    upper = bound
  }

  /// The least bytes greater than everything that begins with `bytes`; nil when there are none.
  private static func successor(of bytes: [UInt8]) -> [UInt8]? {
    guard let last = bytes.lastIndex(where: { $0 < 0xFF }) else { return nil }
    var next = Array(bytes[...last])
    next[last] += 1
    return next
  }
}
