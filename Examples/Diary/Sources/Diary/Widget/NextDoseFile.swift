import Daybook

/// One file for a widget, `next.txt`: the next dose of today, or nothing.
struct NextDoseFile: SnapshotBuilder {
  static let file = "next.txt"
  let name = "diary.nextDose"
  let revision = 1
  let calendar: Calendar

  func files(_ reader: borrowing Reader) -> [String] { [Self.file] }
  func files(concerning entity: EntityReference, _ reader: borrowing Reader) -> [String] {
    files(reader)
  }
  func build(_ file: String, _ reader: borrowing Reader, now: Date) throws -> SnapshotContent? {
    let next = try Due.all(on: Day(now, in: calendar.timeZone), reader).first
    // Beyond the end of the day, which has 25 hours when the clocks change.
    let tomorrow = calendar.startOfDay(for: now).addingTimeInterval(30 * 3600)
    return SnapshotContent(
      Array((next.map { "\($0.name) \($0.dose)" } ?? "").utf8),
      dependsOn: next.map { [EntityReference($0.medication)] } ?? [],
      expires: calendar.startOfDay(for: tomorrow))
  }
}
