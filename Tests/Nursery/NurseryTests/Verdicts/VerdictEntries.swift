import Daybook
import Foundation
import Nursery

/// Entries of requests to Baby Buddy.
extension VerdictBody {
  static func date(_ text: String?) -> Date? {
    text.flatMap { ISO8601DateFormatter().date(from: $0) }
  }

  /// A date for what gets its times from a timer.
  private var start0: Date { Self.date(start ?? time) ?? .distantPast }
  private var end0: Date? { Self.date(end) }

  func feed(_ baby: UUID?) -> FeedSession {
    let contents = [
      "formula": FeedContent.formula, "breast milk": .breastMilk,
      "solid food": .solidFood,
    ]
    let routes = ["bottle": FeedRoute.bottle, "left breast": .breast(.left)]
    return FeedSession(
      baby: baby, start: start0, end: end0, amount: amount.map { Amount($0, unitText: nil) },
      content: contents[type ?? ""] ?? .other(type ?? ""),
      route: routes[method ?? ""] ?? .other(method ?? ""))
  }

  func sleep(_ baby: UUID?) -> SleepSession {
    SleepSession(baby: baby, start: start0, end: end0, SleepDetails(nap: nap))
  }

  func pumping(_ baby: UUID?) -> PumpingSession {
    let amount = amount.map { Amount($0, unitText: nil) }
    return PumpingSession(baby: baby, start: start0, end: end0, PumpingDetails(amount: amount))
  }

  func tummyTime(_ baby: UUID?) -> ActivitySession {
    ActivitySession(
      baby: baby, start: start0, end: end0, ActivityDetails(activity: .tummyTime))
  }

  func change(_ baby: UUID?) -> DiaperChange {
    DiaperChange(
      baby: baby, time: start0, wet: wet ?? false, solid: solid ?? false, color: color,
      amount: amount, memo: notes, tags: tags ?? [])
  }

  func measurement(_ baby: UUID?) -> BodyMeasurement {
    if let temperature {
      return BodyMeasurement(
        baby: baby, start: start0, MeasurementDetails(measure: .temperature, value: temperature))
    }
    let parts = (date ?? "").split(separator: "-").compactMap { Int($0) }
    let day = CivilDay(year: parts[0], month: parts[1], day: parts[2])
    return BodyMeasurement(
      baby: baby, day: day ?? CivilDay(daysSince1970: 0),
      MeasurementDetails(measure: .weight, value: weight ?? .nan))
  }

  func dose(_ baby: UUID?) -> MedicationDose {
    let dosage = dosage.map { Amount($0, unitText: dosageUnit) }
    let parts = nextDoseInterval?.split(separator: ":").compactMap { Double($0) }
    return MedicationDose(
      baby: baby, start: start0,
      MedicationDetails(
        name: name ?? "", dosage: dosage,
        nextDoseInterval: parts.map { $0[0] * 3600 + $0[1] * 60 + $0[2] }))
  }
}
