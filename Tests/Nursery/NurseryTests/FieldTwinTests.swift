import Daybook
import DaybookTesting
import Nursery
import Testing

/// Feeds and diapers are written and read by hand beside `fields`, which edits and JSON go by: both
/// ways have the same bytes and the same value, whatever is there and whatever is absent.
struct FieldTwinTests {
  /// A payload by its fields alone.
  private struct ByFields<Value: FieldPayload & Equatable>: FieldPayload {
    var value = Value()
    mutating func fields(_ field: inout some FieldCoding) throws { try value.fields(&field) }
  }

  private func check<Value: FieldPayload & Equatable>(_ value: Value) throws {
    var hand = PayloadWriter()
    var fields = PayloadWriter()
    value.encode(into: &hand)
    ByFields(value: value).encode(into: &fields)
    try #require(hand.array == fields.array, "\(value)")
    let read = try hand.array.withUnsafeBytes {
      var reader = PayloadReader($0.bytes)
      var twin = PayloadReader($0.bytes)
      return (try Value(from: &reader), try ByFields<Value>(from: &twin).value)
    }
    try #require(read.0 == value && read.1 == value, "\(value)")
  }

  @Test func bothWaysAgree() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    func maybe<T>(_ value: @autoclosure () -> T) -> T? {
      Bool.random(using: &random) ? value() : nil
    }
    func date() -> Date { Date(timeIntervalSince1970: .random(in: -9e9...9e9, using: &random)) }
    func text() -> String { ["", "a", "héé", "Ω\n", "x y"].randomElement(using: &random) ?? "" }
    func tags() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in text() } }
    func source() -> SourceReference {
      SourceReference(provider: text(), table: text(), id: text())
    }
    func provenance() -> Provenance {
      Provenance(
        createdAt: maybe(date()), updatedAt: maybe(date()), createdBy: maybe(text()),
        photos: tags())
    }
    let contents = [FeedContent.unknown, .formula, .breastMilk, FeedContent(rawValue: "new")]
    let routes = [FeedRoute.unknown, .bottle, FeedRoute(rawValue: "new")]
    for _ in 0..<500 {
      let number = Double.random(in: -1e6...1e6, using: &random)
      var feed =
        FeedSession(
          baby: maybe(random.uuid()), start: date(), end: maybe(date()),
          amount: maybe(Amount(number, unitText: maybe(text()))),
          content: contents.randomElement(using: &random) ?? .unknown,
          route: routes.randomElement(using: &random) ?? .unknown, typeText: maybe(text()),
          memo: maybe(text()), tags: tags(), source: maybe(source()),
          isDeleted: .random(using: &random))
      feed.provenance = maybe(provenance())
      try check(feed)
      var diaper =
        DiaperChange(
          baby: maybe(random.uuid()), time: date(), wet: .random(using: &random),
          solid: .random(using: &random), typeText: maybe(text()), color: maybe(text()),
          amount: maybe(number), memo: maybe(text()), tags: tags(), source: maybe(source()),
          isDeleted: .random(using: &random))
      diaper.provenance = maybe(provenance())
      try check(diaper)
    }
  }
}
