import Daybook

/// A whole number of a unit, so that sums are the same on every device.
struct Dose: Codable, Hashable, Sendable, CustomStringConvertible {
  let amount: Int64
  let unit: DoseUnit
  var description: String { "\(amount) \(unit)" }
}

/// The names are stored.
enum DoseUnit: String, OrderedKey, Codable { case mg, ml, drops, tablets }
