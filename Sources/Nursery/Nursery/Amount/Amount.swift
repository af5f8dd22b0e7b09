public import Daybook

/// An amount exactly as it was typed: a number and the text of its unit.
///
/// No amount, an amount of zero and an amount of an unknown unit are three different things.
public struct Amount: Hashable, Codable, Sendable, PayloadCodable {
  /// The number, never converted.
  public var value: Double
  /// The unit as it was written; nil when none was told.
  public var unitText: String?

  /// Makes an amount of a number and the text of its unit.
  public init(_ value: Double, unitText: String?) {
    self.value = value
    self.unitText = unitText
  }

  /// Makes an amount in a known unit.
  public init(_ value: Double, _ unit: VolumeUnit) {
    self.init(value, unitText: unit.symbol)
  }

  /// The unit that the text names; nil when it is missing or not known.
  public var unit: VolumeUnit? { unitText.flatMap(VolumeUnit.init(text:)) }

  /// The volume, rounded to the nearest nanolitre, for sums over mixed units.
  ///
  /// Nil when the unit is not known, or the value is not finite or 9 000 000 litres and more.
  public var nanolitres: Int64? {
    guard let unit else { return nil }
    let volume = (value * Double(unit.nanolitres)).rounded()
    return abs(volume) < 9e15 ? Int64(volume) : nil
  }

  public static var fieldNames: [Int: String] {
    [1: "value", 2: "unitText"]
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.double(1, value)
    writer.string(2, unitText)
  }

  public init(from reader: inout PayloadReader) throws {
    var value: Double?
    var unitText: String?
    while let field = try reader.next() {
      switch field {
      case 1: value = try reader.double()
      case 2: unitText = try reader.takes("mL") ? "mL" : reader.string()
      default: break
      }
    }
    guard let value else { throw PayloadError.missing(1) }
    self.init(value, unitText: unitText)
  }
}
