internal import Interchange
internal import Nursery

/// A number with a unit as people write them together: `120ml`, `4.5 oz`, `15lbs 3oz`, `37.4°C`.
struct Measure: Equatable {
  let value: Double
  /// The unit as this package writes it where it knows it, else as it stands.
  let unitText: String

  /// Reads a measure; nil for anything else.
  init?(_ text: String) {
    var parts: [(value: Double, unit: String)] = []
    var rest = text.trimmed[...]
    while !rest.isEmpty {
      let digits = rest.prefix {
        $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "-")
      }
      // It may be a thousand or a fraction.
      if DecimalStyle.mayBeThousands(digits) { return nil }
      guard let value = Double(digits.replacing(",", with: ".")), value.isFinite else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0.isWhitespace }
      let unit = rest.prefix { !($0.isASCII && $0.isNumber) && $0 != "-" }
      rest = rest.dropFirst(unit.count)
      parts.append((value, String(unit).trimmed))
    }
    switch parts.count {
    case 1:
      value = parts[0].value
      unitText = parts[0].unit
    case 2 where Self.pounds.contains(parts[0].unit.lowercased()) && parts[1].unit == "oz":
      value = parts[0].value + parts[1].value / 16
      unitText = "lb"
    default: return nil
    }
  }

  private static let pounds = ["lb", "lbs", "pounds"]

  /// As a volume: an ounce is a fluid ounce.
  var volume: Amount {
    UnitWords.volume(unitText).map { Amount(value, $0) }
      ?? Amount(value, unitText: unitText.isEmpty ? nil : unitText)
  }

  /// The unit of a body's measure: `kg`, `lb`, `cm`, `in`, `C`, `F`; nil when none was told.
  var bodyUnit: String? { UnitWords.body(unitText) }
}
