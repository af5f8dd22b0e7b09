internal import Daybook

/// The last amount of one name: what the finish sheet is filled in with.
///
/// JSON with the keys `amountUnitSymbol` and `amountValue`.
public struct CachedAmount: Codable, Sendable, Equatable {
  /// The number, never converted.
  public let amountValue: Double
  /// The symbol of its unit; a text that names no unit as it was typed.
  public let amountUnitSymbol: String

  /// Describes an amount.
  public init(value: Double, unitSymbol: String) {
    amountValue = value
    amountUnitSymbol = unitSymbol
  }

  /// The cached form of an amount; nil when it has no unit or is not finite, because the reader
  /// would take it for millilitres, or JSON cannot hold it.
  public init?(_ amount: Amount) {
    guard let symbol = amount.unit?.symbol ?? amount.unitText, amount.value.isFinite else {
      return nil
    }
    self.init(value: amount.value, unitSymbol: symbol)
  }

  /// The amount in the words of the log.
  public var amount: Amount { Amount(amountValue, unitText: amountUnitSymbol) }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
