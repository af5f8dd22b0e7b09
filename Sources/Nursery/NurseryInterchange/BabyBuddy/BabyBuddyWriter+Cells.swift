internal import Daybook
internal import Foundation
internal import Nursery

/// The cells of each kind of entry.
extension BabyBuddyWriter {
  /// The cells of an entry by their columns; nil for one that the table does not have.
  mutating func cells(of entry: any NurseryImport, in table: String) -> [String: String]? {
    let id = UUID()
    let (columns, cells): ([String], [String]?) =
      switch entry {
      case let entry as FeedSession: (Self.feedColumns, feed(id, entry))
      case let entry as DiaperChange: (Self.diaperColumns, diaper(id, entry))
      case let entry as SleepSession: (Self.sleepColumns, sleep(id, entry))
      case let entry as PumpingSession: (Self.pumpingColumns, pumping(id, entry))
      case let entry as ActivitySession: (Self.tummyColumns, tummyTime(id, entry))
      case let entry as MedicationDose: (Self.doseColumns, dose(id, entry))
      case let entry as Note: (Self.noteColumns, note(id, entry))
      case let entry as BodyMeasurement:
        Self.measures.first { $0.table == table }.map {
          (Self.columns(of: $0.column, $0.measure), measurement(id, entry, $0.measure))
        } ?? ([], nil)
      default: ([], nil)
      }
    return cells.map { Dictionary(uniqueKeysWithValues: zip(columns, $0)) }
  }

  mutating func feed(_ id: UUID, _ feed: FeedSession) -> [String]? {
    guard let end = feed.end else {
      lose(id, FeedSession.kind, "It has not ended.", isMissing: true)
      return nil
    }
    let type = FeedContent.babyBuddy.first { $0.value == feed.content }?.key
    if type == nil, case .other = feed.content {
    } else if type == nil {
      lose(id, FeedSession.kind, "What was fed has no word there; “formula” is written.")
    }
    var method = FeedRoute.babyBuddy.first { $0.value == feed.route }?.key
    if method == nil, case .other(let text) = feed.route { method = text }
    if method == nil {
      lose(id, FeedSession.kind, "How it was fed is not known; “bottle” is written.")
    }
    return [
      time(feed.start), time(end), type ?? other(feed.content) ?? "formula", method ?? "bottle",
      feed.amount.map { volume($0, id, FeedSession.kind) } ?? "", feed.memo ?? "",
      tags(feed.tags),
    ]
  }

  func other(_ content: FeedContent) -> String? {
    if case .other(let text) = content { text } else { nil }
  }

  mutating func diaper(_ id: UUID, _ diaper: DiaperChange) -> [String]? {
    [
      time(diaper.time), flag(diaper.wet), flag(diaper.solid), diaper.color ?? "",
      diaper.amount.map(number) ?? "", diaper.memo ?? "", tags(diaper.tags),
    ]
  }

  mutating func sleep(_ id: UUID, _ sleep: SleepSession) -> [String]? {
    guard let end = sleep.end else {
      lose(id, SleepSession.kind, "It has not ended.", isMissing: true)
      return nil
    }
    if sleep.nap == nil {
      lose(
        id, SleepSession.kind,
        "Whether it was a nap is not known; its time of day decides what is written.")
    }
    let seconds = clock.local(sleep.start).secondOfDay
    let isNap = sleep.nap ?? (6 * 3600...18 * 3600).contains(seconds)
    return [time(sleep.start), time(end), flag(isNap), sleep.memo ?? "", tags(sleep.tags)]
  }

  mutating func pumping(_ id: UUID, _ pumping: PumpingSession) -> [String]? {
    guard let end = pumping.end, let amount = pumping.volume else {
      lose(id, PumpingSession.kind, "It has no end, or no amount.", isMissing: true)
      return nil
    }
    if pumping.left != nil || pumping.right != nil {
      lose(id, PumpingSession.kind, "The parts of the breasts are not written.")
    }
    return [
      time(pumping.start), time(end), volume(amount, id, PumpingSession.kind),
      pumping.memo ?? "", tags(pumping.tags),
    ]
  }

  mutating func tummyTime(_ id: UUID, _ activity: ActivitySession) -> [String]? {
    guard activity.activity == .tummyTime, let end = activity.end else {
      lose(
        id, ActivitySession.kind, "Baby Buddy knows finished tummy time and no other activity.",
        isMissing: true)
      return nil
    }
    if activity.memo != nil { lose(id, ActivitySession.kind, "The memo is not written.") }
    return [time(activity.start), time(end), activity.text ?? "", tags(activity.tags)]
  }

  mutating func measurement(
    _ id: UUID, _ entry: BodyMeasurement, _ measure: MeasureType
  ) -> [String]? {
    guard entry.measure == measure else {
      if measure == .bmi, case .other = entry.measure {
        lose(id, BodyMeasurement.kind, "Baby Buddy does not measure that.", isMissing: true)
      }
      return nil
    }
    let when =
      measure == .temperature
      ? time(entry.start) : "\(entry.details.toldDay ?? clock.day(of: entry.start))"
    if measure != .temperature, entry.details.toldDay == nil {
      lose(id, BodyMeasurement.kind, "Its time of day is not written.")
    }
    let told = number(
      entry.value, entry.details.unitText, of: "\(measure)", id, BodyMeasurement.kind)
    return [told, when, entry.memo ?? "", tags(entry.tags)]
  }

  mutating func dose(_ id: UUID, _ dose: MedicationDose) -> [String]? {
    [
      dose.name, dose.dosage.map { number($0.value) } ?? "", dose.dosage?.unitText ?? "",
      time(dose.start), dose.nextDoseInterval.map(interval) ?? "", dose.memo ?? "",
      tags(dose.tags),
    ]
  }

  mutating func note(_ id: UUID, _ note: Note) -> [String]? {
    if note.image != nil { lose(id, Note.kind, "The picture is not written.") }
    return [note.memo ?? "", time(note.start), tags(note.tags)]
  }

  func flag(_ flag: Bool) -> String { flag ? "1" : "0" }

  /// The shortest digits, as Python writes them too; whole numbers with one zero. A sixteenth digit
  /// is what a sum was rounded by.
  func number(_ value: Double) -> String {
    "\(Double(String(format: "%.15g", value)) ?? value)"
  }

  func tags(_ names: [String]) -> String {
    names.compactMap { name in
      // A tag that the import could not name.
      tagIDs[name] ?? (name.hasPrefix("#") ? String(name.dropFirst()) : nil)
    }.joined(separator: ",")
  }

  func time(_ date: Date) -> String {
    let local = clock.local(date)
    let (hour, minute) = (local.secondOfDay / 3600, local.secondOfDay / 60 % 60)
    return
      "\(local.date) \(hour.padded(2)):\(minute.padded(2)):\((local.secondOfDay % 60).padded(2))"
  }

  func interval(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.down))
    let (days, rest) = (whole / 86_400, whole % 86_400)
    let clock =
      "\(rest / 3600):\((rest / 60 % 60).padded(2)):\((rest % 60).padded(2))"
    return days == 0 ? clock : "\(days) day\(days == 1 ? "" : "s"), \(clock)"
  }
}
