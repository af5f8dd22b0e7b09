import Daybook
import DaybookTesting
import Nursery
import NurseryHousehold
import Testing

/// Two phones may import one file apart, and what one of them wrote comes after the other's edits.
struct LateCreationTests {
  private let fixtures = NurseryFixtures()

  @Test func `an entry that is created late changes nothing of one that is there`() throws {
    try check(fixtures.makeFeedSession(of: nil))
    try check(fixtures.makeDiaperChange(of: nil))
    try check(fixtures.makeSleepSession(of: nil))
    try check(fixtures.makePumpingSession(of: nil))
    try check(fixtures.makeActivitySession(of: nil))
    try check(fixtures.makeBodyMeasurement(of: nil))
    try check(fixtures.makeMedicationDose(of: nil))
    try check(fixtures.makeNote(of: nil))
    try check(fixtures.makeCustomEvent(of: nil))
  }

  @Test func `an entry that is started late changes nothing of one that is there`() throws {
    try checkStart(fixtures.makeFeedSession(of: nil))
    try checkStart(fixtures.makeSleepSession(of: nil))
  }

  @Test func `a profile, a type, an item and a timer that are created late change nothing`() throws
  {
    let baby = fixtures.makeBabyProfile()
    try check(
      BabyProfile.self,
      [
        { try $0.append(BabyEvent.created(baby.value), to: baby.id) },
        { try $0.editBaby(baby.id) { $0.name = "Mina Joo" } },
      ], [{ try $0.append(BabyEvent.deleted, to: baby.id) }])
    let type = fixtures.makeCustomEventType()
    try check(
      Record<CustomEventType>.self,
      [
        { try $0.append(RecordEvent.created(type.value), to: type.id) },
        { try $0.editCustomEventType(type.id, name: "A long bath") },
      ], [{ try $0.deleteCustomEventType(type.id) }])
    let item = ChecklistItem(
      baby: baby.id, order: 0, name: "Bath", emoji: "🛁", createdAt: fixtures.now)
    try check(
      Record<ChecklistItem>.self,
      [
        { try $0.append(RecordEvent.created(item), to: type.id) },
        { try $0.moveChecklistItem(type.id, to: 0) },
      ], [{ try $0.append(RecordEvent<ChecklistItem>.deleted, to: type.id) }])
    let timer = RunningTimer(name: "Nap", start: fixtures.ago(minutes: 90))
    let rules = EntryRules(now: fixtures.now)
    try check(
      RunningTimer.self,
      [
        { try $0.startTimer(timer, id: type.id, rules: rules) },
        { [fixtures] in
          try $0.restartTimer(type.id, at: fixtures.ago(minutes: 60), rules: rules)
        },
      ], [{ try $0.deleteTimer(type.id) }])
  }

  private func check<E: NurseryEntry>(_ made: Identified<E>) throws {
    try check(
      E.self,
      [
        { try $0.record(made.id, made.value) },
        { try $0.edit(E.self, made.id) { $0.memo = "changed since" } },
      ], [{ try $0.delete(E.self, made.id) }])
  }

  private func checkStart<E: TimedEntry>(_ made: Identified<E>) throws {
    var begun = made.value
    begun.end = nil
    try check(
      E.self,
      [
        { [begun] in try $0.append(E.started(begun), to: made.id) },
        { [begun] in try $0.append(E.finished(from: begun, to: made.value), to: made.id) },
      ], [{ try $0.delete(E.self, made.id) }])
  }

  /// Looks at one that was changed, and at one that was deleted, too.
  private func check<E: Entity>(
    _ kind: E.Type, _ changed: [@Sendable (inout Draft) throws -> Void],
    _ deletion: [@Sendable (inout Draft) throws -> Void]
  ) throws {
    let schema = try Schema.nursery(boundary: DayBoundary(zone: HouseholdStore.zone))
    for transactions in [changed, changed + deletion] {
      let laws = ProjectionLaws(schema: schema, transactions: transactions)
      // The last amount of a feed bears the time of the last event, whatever that said.
      let found = try laws.lateCreations(of: E.self).filter {
        E.self != FeedSession.self || $0.projection != LastEntries.name
      }
      #expect(found.map(\.description) == [])
    }
  }
}
