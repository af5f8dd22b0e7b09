import Daybook
import DaybookTesting
import Foundation
import Nursery
import TemporaryFolders
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What Nuzzle asks of a library, scenario by scenario.
struct NuzzleAcceptanceTests {
  private let folder: TemporaryFolder
  private static let noon = Date(timeIntervalSinceReferenceDate: 784_116_000)
  private static let baby = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private static func open(_ path: String) throws -> EventStore {
    try EventStore.open(at: path, schema: .nursery(boundary: DayBoundary(zone: "UTC")))
  }

  private func open() throws -> EventStore { try Self.open(folder.path("store")) }

  @Test func `NZ-1: settings are equal after a relaunch, and commands update what was used last`()
    throws
  {
    var settings = AppSettings()
    do {
      let store = try open()
      settings = try store.write { draft in
        try draft.editSettings { settings in
          settings.aiDataSharingEnabled = false
          settings.feedReminderHours = 4
          settings.quietHoursStart = Self.noon + 36_000
          settings.preferredUnit = "oz"
          settings.userGoal = "sleep"
          settings.dayStartHour = 6
          settings.preferredUnitSymbol = "fl oz"
        }
      }
      try store.append { draft in
        try draft.addBaby(Self.baby, BabyProfile(name: "Mina", createdAt: Self.noon))
        try draft.start(UUID(), SleepSession(baby: Self.baby, start: Self.noon - 2_400))
        try draft.finish(SleepSession.self, of: Self.baby, at: Self.noon, keepsValues: true)
        try draft.add(
          FeedSession(
            baby: Self.baby, start: Self.noon - 60, end: Self.noon,
            amount: Amount(4, .fluidOunce), route: .bottle),
          rules: EntryRules(now: Self.noon), keepsValues: true)
      }
      try store.close()
    }
    let store = try open()
    let (found, sleep, feed) = try store.read { reader in
      let view = try reader.view(CurrentSettings.self)
      return (try view.settings(), try view.lastUsed(.sleep), try view.lastUsed(.feed))
    }
    #expect(found == settings && found != AppSettings())
    #expect(sleep?.durationMinutes == 40)
    #expect(feed?.amount == 4 && feed?.unit == "fl oz" && feed?.durationMinutes == 1)
  }

  @Test
  func `NZ-4: a sleep that runs survives a kill, and the next start cancels it, not loses it`()
    async throws
  {
    let path = folder.path("store")
    let first = UUID(uuid: (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try Self.open(path)
      try await store.append { draft in
        try draft.addBaby(Self.baby, BabyProfile(name: "Mina", createdAt: Self.noon))
        try draft.start(
          UUID(uuid: (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)),
          SleepSession(baby: Self.baby, start: Self.noon))
      }
      kill(getpid(), SIGKILL)
    }
    let store = try open()
    #expect(try running(store) == [first])
    let second = UUID()
    let cancelled = try await store.write {
      try $0.start(second, SleepSession(baby: Self.baby, start: Self.noon + 600))
    }
    #expect(cancelled == [first])
    #expect(try running(store) == [second])
    try await store.append { try $0.restore(SleepSession.self, first) }
    #expect(try running(store) == [first, second])
    #expect(try store.read { try $0.entity(SleepSession.self, first) }?.start == Self.noon)
  }

  @Test func `NZ-6: a deleted entry comes back under its identifier, also by undo after a restart`()
    throws
  {
    let note = UUID()
    let old = Note(baby: Self.baby, start: Self.noon, memo: "First smile")
    let new = Note(baby: Self.baby, start: Self.noon + 60, memo: "First laugh")
    do {
      let store = try open()
      try store.append(author: "Ada") { try $0.record(note, old) }
      try store.append(author: "Ada") { _ = try $0.delete(Note.self, note) }
      #expect(try entry(store, note) == nil)
      try store.append(author: "Ada") { try $0.record(note, new) }
      #expect(try entry(store, note) == new)
      try store.append(author: "Ada") { _ = try $0.delete(Note.self, note) }
      try store.close()
    }
    let store = try open()
    #expect(try entry(store, note) == nil)
    try store.undo(by: "Ada")
    #expect(try entry(store, note) == new)
    let days = try store.read { try $0.view(HistoryGroups.self).days(limit: 9) }
    #expect(days.flatMap(\.entries).map(\.id) == [note])
  }

  private func running(_ store: EventStore) throws -> [UUID] {
    try store.read { try $0.view(LastEntries.self).running(.sleep, of: Self.baby) }
  }

  private func entry(_ store: EventStore, _ id: UUID) throws -> Note? {
    try store.read { try $0.entity(Note.self, id) }
  }
}
