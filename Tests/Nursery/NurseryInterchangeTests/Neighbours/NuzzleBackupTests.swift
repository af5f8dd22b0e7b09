import Daybook
import DaybookTesting
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// NZ-2: a whole backup comes back, into an empty store and into any other.
struct NuzzleBackupTests {
  private static let first = date("2023-11-22T06:00:00Z")

  private static func id(_ number: Int) -> UUID {
    UUID(name: "\(number)", in: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
  }

  /// Two babies, 1,000 events over three years, a sleep that runs, and settings.
  private static func fill(_ store: EventStore) throws {
    var random = SeededGenerator(seed: 2)
    try store.append { draft in
      for (number, name) in [(1, "Noor"), (2, "Mina / “M”")] {
        var baby = BabyProfile(
          name: name, createdAt: first + Double(number) / 3, birthDate: "2023-11-2\(number)",
          birthTime: ["04:30", nil][number - 1])
        (baby.zone, baby.sex) = (["Asia/Tokyo", "Europe/Amsterdam"][number - 1], "other")
        try draft.append(BabyEvent.created(baby), to: id(number))
      }
      var settings = AppSettings()
      (settings.preferredUnit, settings.quietHoursStart) = ("oz", first)
      (settings.feedReminderHours, settings.userGoal, settings.dayStartHour) = (4, "sleep", 6)
      try draft.append(
        RecordEvent<AppSettings>.created(settings), to: AppSettings.entityID)
    }
    for number in 0..<999 {
      let start = first + Double(number) * 94_700 + Double.random(in: 0..<1, using: &random)
      var event = event(number, start, &random)
      if number.isMultiple(of: 3) {
        event.provenance = Provenance(
          createdAt: start + 1 / 3, updatedAt: start + 77, createdBy: "Ada",
          photos: number.isMultiple(of: 2) ? ["a.jpg", "b.jpg"] : [])
      }
      let told = event
      try store.append(durability: .bulk) { try record(told, id(100 + number), &$0) }
    }
    let running = SleepSession(baby: id(2), start: first + 94_700 * 999 + 0.1)
    try store.append { try $0.append(SleepSession.recorded(running), to: id(1_099)) }
  }

  private static func record<E: NurseryEntry>(
    _ entry: E, _ id: UUID, _ draft: inout Draft
  ) throws {
    try draft.append(E.recorded(entry), to: id)
  }

  private static func event(
    _ number: Int, _ start: Date, _ random: inout SeededGenerator
  ) -> any NurseryEntry {
    let baby = id(1 + number % 2)
    let end = start + .random(in: 60..<7_200, using: &random)
    let memo = number.isMultiple(of: 5) ? "note \(number) #tag / \"x\"\n" : nil
    switch number % 8 {
    case 0:
      return FeedSession(
        baby: baby, start: start, end: start, amount: Amount(120, .millilitre), content: .formula,
        route: .bottle, memo: memo)
    case 1:
      return FeedSession(
        baby: baby, start: start, end: end, content: .breastMilk,
        route: .breast([.left, .right, .both][number % 3]), memo: memo)
    case 2:
      return FeedSession(
        baby: baby, start: start, end: end, amount: Amount(4.1, .fluidOunce), content: .breastMilk,
        route: .bottle, memo: memo)
    case 3: return FeedSession(baby: baby, start: start, end: end, content: .solidFood)
    case 4:
      return DiaperChange(
        baby: baby, time: start, wet: number % 3 > 0, solid: number % 5 > 2, memo: memo)
    case 5: return SleepSession(baby: baby, start: start, end: end, memo: memo)
    case 6:
      return ActivitySession(
        baby: baby, start: start, end: end, ActivityDetails(activity: .tummyTime), memo: memo)
    default:
      return ActivitySession(
        baby: baby, start: start, end: end, ActivityDetails(activity: .cry, text: "hungry"))
    }
  }

  /// Everything that a backup holds, with identifiers.
  private struct Contents: Equatable {
    let babies: [IdentifiedState<BabyProfile>]
    let feeds: [IdentifiedState<FeedSession>]
    let diapers: [IdentifiedState<DiaperChange>]
    let sleeps: [IdentifiedState<SleepSession>]
    let activities: [IdentifiedState<ActivitySession>]
    let settings: AppSettings?

    init(_ store: EventStore) throws {
      func all<E: Entity>(_ type: E.Type) throws -> [IdentifiedState<E>] {
        try store.read { try $0.entities(of: type) }.map {
          IdentifiedState(id: $0.id.rawValue, state: $0.state)
        }
      }
      babies = try all(BabyProfile.self)
      feeds = try all(FeedSession.self)
      diapers = try all(DiaperChange.self)
      sleeps = try all(SleepSession.self)
      activities = try all(ActivitySession.self)
      settings = try all(Record<AppSettings>.self).first?.state.value
    }

    var events: Int { feeds.count + diapers.count + sleeps.count + activities.count }
  }

  private struct IdentifiedState<State: Equatable>: Equatable {
    let id: UUID
    let state: State
  }

  /// A filled store, and its backup as a file.
  private struct Backup {
    let store: NeighbourStore
    let folder: TemporaryFolder
    let file: URL
    let text: String

    init() throws {
      folder = try TemporaryFolder()
      store = try NeighbourStore(zone: "Europe/Amsterdam")
      try NuzzleBackupTests.fill(store.store)
      let export = try NuzzleExporter.export(store.store, zone: "Europe/Amsterdam")
      #expect(export.losses == [])
      text = export.text
      file = URL(fileURLWithPath: folder.path("data.json"))
      try Data(text.utf8).write(to: file)
    }

    func restore(into nursery: NeighbourStore) throws -> ImportReport {
      try nursery.run(NuzzleFile(SourceFile(file.path), now: NeighbourStore.now))
    }
  }

  @Test func `NZ-2: a backup restored into an empty store is equal, field by field`() throws {
    let backup = try Backup()
    let nursery = try NeighbourStore(zone: "Europe/Amsterdam")
    let report = try backup.restore(into: nursery)
    #expect(report.counts.imported == 1_003)
    #expect(report.counts.rows == 1_003)
    let (old, new) = (try Contents(backup.store.store), try Contents(nursery.store))
    #expect(old.events == 1_000)
    #expect(old.sleeps.filter(\.state.isInProgress).count == 1)
    #expect(new.babies == old.babies)
    #expect(new.feeds == old.feeds)
    #expect(new.diapers == old.diapers)
    #expect(new.sleeps == old.sleeps)
    #expect(new.activities == old.activities)
    var settings = old.settings
    // Not one of Nuzzle's.
    settings?.dayStartHour = 7
    #expect(new.settings == settings)
    // Twice makes no duplicates, and the backup stays.
    let token = try nursery.token
    #expect(try backup.restore(into: nursery).counts.unchanged == 1_003)
    #expect(try nursery.token == token)
    #expect(try String(contentsOf: backup.file, encoding: .utf8) == backup.text)
  }

  @Test func `NZ-2: a backup restored into a store with other entries leaves those alone`() throws {
    let backup = try Backup()
    let nursery = try NeighbourStore(zone: "Europe/Amsterdam")
    let (other, feed) = (Self.id(5_000), Self.id(5_001))
    // One baby and one event of the backup are here already, the event with an edit, and another
    // event was deleted here.
    let known = Self.id(108)
    let (edited, deleted) = (Self.id(116), Self.id(124))
    let own = try backup.store.store.read { reader in
      try [known, edited, deleted].map { try reader.entity(FeedSession.self, $0) }
    }
    let feeds = try own.map { try #require($0) }
    var change = feeds[1]
    change.memo = "mine"
    try nursery.store.append { [change] draft in
      try draft.append(
        BabyEvent.created(BabyProfile(name: "Ada", createdAt: Self.first)), to: other)
      try draft.append(
        FeedSession.recorded(FeedSession(baby: other, start: Self.first, content: .water)), to: feed
      )
      try draft.append(FeedSession.recorded(feeds[0]), to: known)
      try draft.append(FeedSession.recorded(change), to: edited)
      try draft.append(FeedSession.recorded(feeds[2]), to: deleted)
      try draft.append(FeedSession.deleted, to: deleted)
    }
    let report = try backup.restore(into: nursery)
    #expect(report.counts.imported == 1_000)
    #expect(report.counts.unchanged + report.counts.changed + report.counts.conflicts == 3)
    let new = try Contents(nursery.store)
    #expect(new.events == 1_000)
    #expect(new.babies.count == 3)
    let now = Dictionary(uniqueKeysWithValues: new.feeds.map { ($0.id, $0.state) })
    #expect(now[feed]?.content == .water)
    #expect(now[known] == feeds[0])
    #expect(now[edited]?.memo == "mine")
    // What a person deleted here stays deleted.
    #expect(now[deleted] == nil)
    let token = try nursery.token
    #expect(try backup.restore(into: nursery).counts.unchanged == 1_003)
    #expect(try nursery.token == token)
    #expect(FileManager.default.fileExists(atPath: backup.file.path))
  }

  @Test func `NZ-2: a damaged backup is refused with a reason, and nothing changes`() throws {
    let backup = try Backup()
    let nursery = try NeighbourStore()
    let bytes = Array(backup.text.utf8)
    let cuts = [0, 1, bytes.count / 3, bytes.count / 2, bytes.count - 1].map { Array(bytes[..<$0]) }
    let strange = [
      "null", "{}", "[]", #"{"babies":[]}"#, #"{"babies":{},"events":[]}"#, backup.text + "}",
    ]
    for damaged in cuts + strange.map({ Array($0.utf8) }) {
      try Data(damaged).write(to: backup.file)
      let error = expectError(.notJSON) { try backup.restore(into: nursery) }
      #expect(error?.file == "data.json")
      #expect(try Data(contentsOf: backup.file) == Data(damaged))
    }
    try FileManager.default.removeItem(at: backup.file)
    expectError(.unreadableFile) { try backup.restore(into: nursery) }
    #expect(try nursery.token.number == 0)
  }

  @Test func `what the format cannot hold is told`() throws {
    let nursery = try NeighbourStore()
    let baby = Self.id(1)
    try nursery.store.append { draft in
      try draft.append(
        BabyEvent.created(BabyProfile(name: "Noor", feedTerm: 1, createdAt: Self.first)), to: baby)
      try draft.append(
        FeedSession.recorded(
          FeedSession(baby: baby, start: Self.first, end: Self.first, content: .water, route: .cup)),
        to: Self.id(2))
      var sleep = SleepSession(baby: baby, start: Self.first, end: Self.first + 60)
      sleep.nap = true
      try draft.append(SleepSession.recorded(sleep), to: Self.id(3))
      try draft.append(
        Note.recorded(Note(baby: baby, start: Self.first, memo: "n")), to: Self.id(4))
      try draft.append(
        ActivitySession.recorded(
          ActivitySession(
            baby: baby, start: Self.first, ActivityDetails(activity: .other("bath")))),
        to: Self.id(5))
    }
    let export = try NuzzleExporter.export(nursery.store, zone: "UTC")
    let losses = export.losses
    // The date of birth that the app needs is not taken for one here.
    let other = try NeighbourStore()
    _ = try other.run(
      NuzzleFile(NeighbourStore.file(export.text, "data.json"), now: NeighbourStore.now))
    #expect(try other.all(BabyProfile.self).map(\.birthDate) == [nil])
    #expect(losses.filter { $0.entity == baby }.count == 3)
    #expect(Set(losses.filter { !$0.isMissing }.map(\.entity)) == [baby, Self.id(2), Self.id(3)])
    #expect(Set(losses.filter(\.isMissing).map(\.entity)) == [Self.id(4), Self.id(5)])
    #expect(throws: InterchangeError.self) {
      try NuzzleExporter.export(nursery.store, zone: "Mars")
    }
  }
}
