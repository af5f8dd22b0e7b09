import Daybook
import Nursery
import Testing

/// The last entries of a child under the names that the truth has for their fields.
enum BabyBuddyTruthLast {
  static func row(
    _ name: String, _ baby: UUID, _ reader: borrowing Reader
  ) throws -> [String: String] {
    var fields = try entry(name, baby, reader)
    if !fields.isEmpty {
      fields["child_id"] = try reader.entity(BabyProfile.self, baby)?.source?.id
    }
    return fields
  }

  /// A field of the truth as an export tells it, which cuts off the fraction of a second.
  static func asExported(_ text: String) -> String {
    text.hasSuffix(".916016Z") ? "\(text.dropLast(8)).000000Z" : text
  }

  private static func entry(
    _ name: String, _ baby: UUID, _ reader: borrowing Reader
  ) throws -> [String: String] {
    switch name {
    case "last_feed_by_start": return fields(try reader.last(FeedSession.self, of: baby))
    case "last_bottle":
      return fields(try reader.last(FeedSession.self, of: baby) { $0.route == .bottle })
    case "last_breast":
      return fields(
        try reader.last(FeedSession.self, of: baby) { feed in
          if case .breast = feed.route { true } else { false }
        })
    case "last_feed_by_end":
      return try feed(reader.view(LastEntries.self).lastFinishedFeed(of: baby), reader)
    case "last_feed_with_amount":
      return try feed(reader.view(LastEntries.self).lastAmount(of: baby)?.feed, reader)
    case "last_diaper": return fields(try reader.last(DiaperChange.self, of: baby))
    case "last_wet_diaper":
      return fields(try reader.last(DiaperChange.self, of: baby) { $0.wet })
    case "last_solid_diaper":
      return fields(try reader.last(DiaperChange.self, of: baby) { $0.solid })
    case "last_sleep": return fields(try reader.last(SleepSession.self, of: baby))
    case "last_pumping": return fields(try reader.last(PumpingSession.self, of: baby))
    case "last_medication": return fields(try reader.last(MedicationDose.self, of: baby))
    case "last_tummytime": return fields(try reader.last(ActivitySession.self, of: baby))
    default:
      let measure = try #require(measures[name], "\(name)")
      return fields(
        try reader.last(BodyMeasurement.self, of: baby, type: measure.rawValue))
    }
  }

  private static let measures: [String: MeasureType] = [
    "last_temperature": .temperature, "last_weight": .weight, "last_height": .height,
    "last_head_circumference": .headCircumference, "last_bmi": .bmi,
  ]

  private static func feed(
    _ id: UUID?, _ reader: borrowing Reader
  ) throws -> [String: String] {
    let id = try #require(id)
    return fields((id, try #require(try reader.entity(FeedSession.self, id))))
  }

  private static func fields<E: NurseryEntry>(_ found: (id: UUID, entry: E)?) -> [String: String] {
    guard let entry = found?.entry else { return [:] }
    var fields = common(entry)
    switch entry.historyEntry {
    case .feed(let feed):
      fields["type"] = BabyBuddyTruthNames.contents.first { $0.value == feed.content }?.key
      fields["method"] = BabyBuddyTruthNames.routes.first { $0.value == feed.route }?.key
      fields["amount"] = text(feed.amount?.value)
    case .diaper(let change):
      fields["wet"] = text(change.wet)
      fields["solid"] = text(change.solid)
      fields["color"] = change.color ?? ""
      fields["amount"] = text(change.amount)
    case .sleep(let sleep): fields["nap"] = text(sleep.details.nap)
    case .pumping(let pumping): fields["amount"] = text(pumping.details.amount?.value)
    case .activity(let activity): fields["milestone"] = activity.details.text ?? ""
    case .medication(let dose):
      fields["name"] = dose.details.name
      fields["dosage"] = text(dose.details.dosage?.value)
      fields["dosage_unit"] = dose.details.dosage?.unitText ?? ""
      fields["next_dose_interval_seconds"] = text(dose.details.nextDoseInterval)
    case .measurement(let measurement):
      for name in ["temperature", "weight", "height", "head_circumference", "bmi"] {
        fields[name] = text(measurement.details.value)
      }
      fields["date"] = measurement.details.toldDay.map { "\($0)" }
    default: break
    }
    return fields
  }

  private static func common(_ entry: some NurseryEntry) -> [String: String] {
    var fields: [String: String] = [:]
    fields["id"] = entry.source?.id
    fields["notes"] = entry.memo ?? ""
    fields["tags"] = entry.tags.joined(separator: "|")
    fields["start"] = text(entry.date)
    fields["time"] = text(entry.date)
    fields["end"] = entry.end.map { text($0) }
    fields["duration_seconds"] = text(entry.durationSeconds.map { ($0 * 1e6).rounded() / 1e6 })
    return fields
  }

  /// As `BabyBuddyTruthValue.description` has it.
  private static func text(_ flag: Bool?) -> String {
    (flag.map { BabyBuddyTruthValue.flag($0) } ?? .none).description
  }

  private static func text(_ number: Double?) -> String {
    (number.map { BabyBuddyTruthValue.number($0) } ?? .none).description
  }

  private static func text(_ date: Date) -> String {
    let microseconds = Int64((date.timeIntervalSince1970 * 1e6).rounded())
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
    return "\(whole.dropLast()).\(String(rest + 1_000_000).dropFirst())Z"
  }
}
