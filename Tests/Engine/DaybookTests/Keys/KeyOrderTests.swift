import DaybookTesting
import Testing

@testable import Daybook

/// Keys lie in the order of their values, and come back as they were.
struct KeyOrderTests {
  private enum Meal: Int, OrderedKey, CaseIterable {
    case breakfast = 3
    case supper = 7
    case snack = -1
  }

  /// Encodes values, reads them back, and compares every two of them.
  private func check<Key: OrderedKey & Equatable>(
    _ values: [Key], _ precedes: (Key, Key) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let keys = values.map(\.keyBytes)
    for (value, key) in zip(values, keys) {
      var reader = KeyReader(key.span.bytes)
      #expect(try Key(from: &reader) == value, sourceLocation: sourceLocation)
      #expect(throws: PayloadError.truncated, sourceLocation: sourceLocation) {
        _ = try reader.uint8()
      }
    }
    for one in values.indices {
      for two in values.indices where values[one] != values[two] {
        let isBefore = keys[one].lexicographicallyPrecedes(keys[two])
        #expect(
          isBefore == precedes(values[one], values[two]),
          "\(values[one]) and \(values[two])", sourceLocation: sourceLocation)
        // Another part may follow: what a key begins with is never a whole key.
        #expect(!keys[two].starts(with: keys[one]), sourceLocation: sourceLocation)
      }
    }
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let letters = ["a", "b", "\0", "\u{1}", "é", "e\u{301}", "水", "🍞", "\u{FF}", "\u{10FFFF}"]
    return (0..<Int.random(in: 0...5, using: &random))
      .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
  }

  private func precedes(_ one: String, _ two: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(two.utf8)
  }

  /// Numbers of all sizes, and the ends.
  private func numbers<Number: FixedWidthInteger>(
    _ random: inout SeededGenerator, _ type: Number.Type = Number.self
  ) -> [Number] {
    (0..<60).map { _ in Number(truncatingIfNeeded: random.next() >> random.next(upperBound: 64)) }
      + [.min, .max, 0, 1, 0 &- 1]
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `integers lie in their order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try check(numbers(&random, Int.self), <)
    try check(numbers(&random, Int64.self), <)
    try check(numbers(&random, Int32.self), <)
    try check(numbers(&random, UInt64.self), <)
    try check(numbers(&random, UInt64.self).map { HybridTime(rawValue: $0) }, <)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `texts lie in the order of their bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Swift finds texts equal that are written in two ways; here they are two keys.
    let texts = Dictionary((0..<60).map { _ in text(&random) }.map { (Array($0.utf8), $0) }) { $1 }
    try check(texts.values.map { Written(text: $0) }) { precedes($0.text, $1.text) }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `dates, identifiers and truth values lie in their order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let dates = (0..<60).map { _ in
      Date(timeIntervalSinceReferenceDate: Double.random(in: -1e10...1e10, using: &random))
    }
    try check(dates + [.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0)], <)
    try check((0..<60).map { _ in random.uuid() }, <)
    try check([false, true]) { !$0 && $1 }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `nothing comes before something, raw values lie in their order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let some = numbers(&random, Int.self).map(Optional.some)
    try check(some + [nil]) { one, two in
      guard let two else { return false }
      return one.map { $0 < two } ?? true
    }
    try check(Meal.allCases) { $0.rawValue < $1.rawValue }
    let nested: [Bool??] = [.none, .some(.none), .some(.some(false)), .some(.some(true))]
    try check(nested) { (nested.firstIndex(of: $0) ?? 0) < (nested.firstIndex(of: $1) ?? 0) }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `parts are compared from left to right`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func few() -> Int { Int.random(in: -2...2, using: &random) }
    let texts = (0..<5).map { _ in text(&random) }
    func word() -> Written { Written(text: texts[random.next(upperBound: 5)]) }
    let pairs = (0..<60).map { _ in Key2(word(), few()) }
    try check(pairs) {
      $0.first != $1.first ? precedes($0.first.text, $1.first.text) : $0.second < $1.second
    }
    let triples = (0..<60).map { _ in Key3(few() > 0 ? few() : nil, word(), few()) }
    try check(triples) {
      if $0.first != $1.first { return ($0.first ?? .min) < ($1.first ?? .min) }
      if $0.second != $1.second { return precedes($0.second.text, $1.second.text) }
      return $0.third < $1.third
    }
    func less(_ one: [Int], _ two: [Int]) -> Bool { one.lexicographicallyPrecedes(two) }
    try check((0..<60).map { _ in Key4(few(), few(), few(), few()) }) {
      less([$0.first, $0.second, $0.third, $0.fourth], [$1.first, $1.second, $1.third, $1.fourth])
    }
    try check((0..<60).map { _ in Key5(few(), few(), few(), few(), few()) }) {
      less(
        [$0.first, $0.second, $0.third, $0.fourth, $0.fifth],
        [$1.first, $1.second, $1.third, $1.fourth, $1.fifth])
    }
  }

  @Test func `a raw value that is no case is refused`() {
    let key = 4.keyBytes
    #expect(throws: PayloadError.malformed) {
      var reader = KeyReader(key.span.bytes)
      _ = try Meal(from: &reader)
    }
  }
}

/// Text that equals what has the same bytes.
private struct Written: OrderedKey, Equatable, CustomStringConvertible {
  let text: String

  init(text: String) { self.text = text }
  init(from reader: inout KeyReader) throws { text = try String(from: &reader) }
  func encode(into writer: inout KeyWriter) { text.encode(into: &writer) }
  static func == (one: Written, other: Written) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }
  var description: String { "\(Array(text.utf8))" }
}

extension SeededGenerator {
  fileprivate mutating func next(upperBound: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(upperBound))
  }
}
