import Foundation
import Nursery

/// The units in which people type what they have measured of a body.
enum MeasurementUnits {
  /// A number and a unit; pounds and ounces together, such as `9lb 4oz`, are pounds.
  ///
  /// - Throws: `BadText` for what begins with no number.
  static func amount(_ text: String) throws -> Amount {
    let amount = try Amount(inAnyUnit: text)
    let unit = (amount.unitText ?? "").lowercased()
    guard let pounds = ["lbs", "lb"].first(where: unit.hasPrefix), unit.hasSuffix("oz") else {
      return amount
    }
    let number = unit.dropFirst(pounds.count).dropLast(2).trimmingCharacters(in: .whitespaces)
    guard let ounces = try TypedNumber.value(number[...], in: text) else { return amount }
    return Amount(amount.value + ounces / 16, unitText: "lb")
  }

  /// How a measure has none of the units of such measures; nil when it has one, and for a measure
  /// in somebody's own words, which may have any unit or none.
  static func doubt(about measurement: BodyMeasurement) -> String? {
    let details = measurement.details
    guard let units = units(of: details.measure), details.value != 0 || details.unitText != nil
    else { return nil }
    if let text = details.unitText, units.known.contains(text.lowercased()) { return nil }
    let unit = details.unitText.map { "is in “\($0)”" } ?? "has no unit"
    return "\(unit), and a \(measurement.title ?? "measure") is in \(units.words)"
  }

  private static func units(of measure: MeasureType) -> (words: String, known: [String])? {
    switch measure {
    case .weight: ("kg, g, lb or oz", ["kg", "kgs", "g", "lb", "lbs", "oz"])
    case .height, .headCircumference:
      ("cm, mm, m or in", ["cm", "mm", "m", "in", "inch", "inches"])
    case .temperature: ("C or F", ["c", "°c", "f", "°f"])
    default: nil
    }
  }
}
