/// One cell of a table that is written to a file.
///
/// Nothing, an empty text and zero are three different cells in every format.
public enum TableCell: Hashable, Sendable {
  /// Nothing is known.
  case none
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number, written with the fewest digits that read back as the same number. One that is not
  /// finite is written as nothing, because JSON cannot say it.
  case number(Double)
  /// A text.
  case text(String)
  /// Several texts: an array in JSON, and the text of that array in CSV.
  case list([String])

  /// A text, or nothing.
  public init(_ text: String?) { self = text.map { .text($0) } ?? .none }

  /// A number, or nothing.
  public init(_ number: Double?) { self = number.map { .number($0) } ?? .none }

  /// Yes or no, or nothing.
  public init(_ flag: Bool?) { self = flag.map { .bool($0) } ?? .none }

  /// The shortest digits of a number that read back as it, without a fraction of zero; nil for one
  /// that is not finite.
  static func digits(_ number: Double) -> String? {
    guard number.isFinite else { return nil }
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
