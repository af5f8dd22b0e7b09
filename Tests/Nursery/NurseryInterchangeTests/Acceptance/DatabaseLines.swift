import Daybook
import Interchange
import Nursery

/// The rows of Baby Buddy's database as lines of JSON, made of what a store holds.
struct DatabaseLines {
  /// The lines of each table, by the ids of the rows.
  private(set) var tables: [String: [(id: Int, line: String)]] = [:]
  private let children: [UUID: String]

  init(_ store: EventStore) throws {
    children = try store.read { reader in
      Dictionary(
        uniqueKeysWithValues: try reader.view(CurrentProfiles.self).all()
          .map { ($0.id, $0.profile.source?.id ?? "") })
    }
    try store.read { reader in
      try reader.view(HistoryGroups.self).forEach(HistoryGroups.entries) { _, entry in
        add(entry)
        return true
      }
    }
    for table in tables.keys { tables[table]?.sort { $0.id < $1.id } }
  }

  /// The lines of a table, each with its end.
  func text(_ table: String) -> String {
    (tables[table] ?? []).map { $0.line + "\n" }.joined()
  }

  private mutating func add(_ entry: HistoryEntry) {
    guard let source = entry.entry.source, let id = Int(source.id) else { return }
    var members = own(entry, source.table)
    members["child_id"] = entry.baby.flatMap { children[$0] } ?? "null"
    members["id"] = "\(id)"
    members["table"] = quoted(source.table)
    members["tags"] = "[" + entry.entry.tags.map(quoted).joined(separator: ",") + "]"
    let line = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }
    tables[source.table, default: []].append((id, "{" + line.joined(separator: ",") + "}"))
  }

  private func own(_ entry: HistoryEntry, _ table: String) -> [String: String] {
    let notes = quoted(entry.memo ?? "")
    switch entry {
    case .feed(let feed):
      return interval(feed).merging([
        "amount": number(feed.amount?.value), "method": quoted(Self.word(feed.route)),
        "notes": notes, "type": quoted(Self.word(feed.content)),
      ]) { a, _ in a }
    case .diaper(let diaper):
      return [
        "amount": number(diaper.amount), "color": quoted(diaper.color ?? ""), "notes": notes,
        "solid": "\(diaper.solid)", "time": time(diaper.time), "wet": "\(diaper.wet)",
      ]
    case .sleep(let sleep):
      let nap = ["nap": "\(sleep.details.nap ?? false)", "notes": notes]
      return interval(sleep).merging(nap) { a, _ in a }
    case .pumping(let pumping):
      let amount = ["amount": number(pumping.details.amount?.value), "notes": notes]
      return interval(pumping).merging(amount) { a, _ in a }
    case .activity(let activity):
      return interval(activity).merging(["milestone": quoted(activity.details.text ?? "")]) {
        a, _ in a
      }
    case .measurement(let measurement):
      let value = number(measurement.details.value)
      if let day = measurement.details.toldDay {
        let column = table == "headcircumference" ? "head_circumference" : table
        return [column: value, "date": quoted("\(day)"), "notes": notes]
      }
      return [table: value, "notes": notes, "time": time(measurement.start)]
    case .medication(let dose):
      let (name, dosage) = (dose.details.name, dose.details.dosage)
      var members = [
        "dosage": number(dosage?.value), "dosage_unit": quoted(dosage?.unitText ?? ""),
        "name": quoted(name), "notes": notes, "time": time(dose.start),
      ]
      if let next = dose.details.nextDoseInterval {
        members["next_dose_interval_seconds"] = number(next)
      }
      return members
    case .note(let note): return ["note": notes, "time": time(note.start)]
    case .customEvent: return [:]
    }
  }

  private func interval(_ entry: some TimedEntry) -> [String: String] {
    let end = entry.end ?? entry.start
    let seconds = (end.timeIntervalSince(entry.start) * 1e6).rounded() / 1e6
    return [
      "start": time(entry.start), "end": time(end), "duration_seconds": number(seconds),
    ]
  }

  private func time(_ date: Date) -> String { quoted(PlainTime.exact(date)) }

  private func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "null" }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func word(_ content: FeedContent) -> String {
    switch content {
    case .breastMilk: "breast milk"
    case .formula: "formula"
    case .fortifiedBreastMilk: "fortified breast milk"
    case .solidFood: "solid food"
    default: "?"
    }
  }

  private static func word(_ route: FeedRoute) -> String {
    switch route {
    case .bottle: "bottle"
    case .breast(.left): "left breast"
    case .breast(.right): "right breast"
    case .breast(.both): "both breasts"
    case .parentFed: "parent fed"
    case .selfFed: "self fed"
    default: "?"
    }
  }
}
