import Daybook

/// What somebody wrote down: an intake, a symptom or a note.
struct Entry: Entity, CodablePayload {
  static let kind = "diary.entry"
  let day: Day
  let time: Date
  let by: String
  var what: What
  enum What: Codable, Hashable, Sendable {
    case intake(ID<Medication>, Dose)
    /// From 0 to 10, and where it was felt; older symptoms have no place.
    case symptom(String, severity: Int, place: String? = nil)
    case note(String)
  }
  enum Event: CodableEntityEvent {
    case written(Entry)
    case corrected(What)
    case removed
  }

  /// Of an entry that two devices write, the first writing counts.
  static func fold(_ entry: inout Entry?, _ event: Event) {
    switch event {
    case .written(let written): entry = entry ?? written
    case .corrected(let what): entry?.what = what
    case .removed: entry = nil
    }
  }

  var displayName: String? { text }
  var text: String {
    switch what {
    case .intake(_, let dose): "\(dose)"
    case .symptom(let name, let severity, let place):
      "\(name) \(severity)/10" + (place.map { ", \($0)" } ?? "")
    case .note(let text): text
    }
  }
}

/// All entries in the order in which they happened.
struct Timeline: Index {
  static let name = "diary.timeline"
  static func key(_ entry: Stamped<Entry>) -> Key3<Day, Date, ID<Entry>>? {
    Key3(entry.day, entry.time, entry.id)
  }
  static func row(_ entry: Stamped<Entry>) -> Entry { entry.state }
}

/// The words of notes and symptoms, to search for.
struct EntryWords: MultiIndex {
  static let name = "diary.words"
  static func terms(_ entry: Stamped<Entry>) -> [String] {
    if case .intake = entry.what { [] } else { words(of: entry.text) }
  }
  /// One rule for what is stored and what is asked for.
  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0.prefix(50)) }
  }
}
