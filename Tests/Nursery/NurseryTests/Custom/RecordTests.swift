import Daybook
import Nursery
import Testing

/// The stored form of what stands beside the history.
struct RecordTests {
  private static let type = CustomEventType(name: "Bath", emoji: "🛁", createdAt: sampleDate)
  private static let item = ChecklistItem(
    baby: sampleID, order: 2, name: "Bath", emoji: "🛁", createdAt: sampleDate)

  @Test func `the stored names stay`() {
    #expect(Record<CustomEventType>.kind == "nursery.customEventType")
    #expect(Record<ChecklistItem>.kind == "nursery.checklistItem")
    #expect(Record<AppSettings>.kind == "nursery.settings")
    #expect(Record<LastUsedValues>.kind == "nursery.lastUsed")
    #expect(
      RecordEvent<ChecklistItem>.types.map(\.name) == [
        "checklistItem.created", "checklistItem.amended", "checklistItem.deleted",
        "checklistItem.restored",
      ])
    #expect(AppSettings.entityID.uuidString == "097E9B52-CC52-5863-8768-FA4ABA9564C6")
    #expect(LastUsedValues.entityID(.feed).uuidString == "33D297C8-3AE0-58DD-9AE6-4110079EE27C")
  }

  @Test func `the golden bytes stay`() {
    #expect(
      hex(encoded(RecordEvent.created(Self.type))) == "1204426174681a04f09f9b8121000010769b5ec741")
    #expect(
      hex(encoded(RecordEvent.created(Self.item)))
        == "12100102030405060708090a0b0c0d0e0f1018042204426174682a04f09f9b8131000010769b5ec741")
    var settings = AppSettings()
    settings.feedReminderHours = 4
    settings.userGoal = "sleep"
    settings.preferredUnitSymbol = "fl oz"
    #expect(
      hex(encoded(RecordEvent.amended(FieldPatch(from: AppSettings(), to: settings))))
        == "2008a20105736c656570ba0105666c206f7a")
    #expect(hex(encoded(RecordEvent<AppSettings>.deleted)) == "")
  }

  @Test func `events are read back as they were written, and newer fields are passed over`() throws
  {
    for event in [
      RecordEvent.created(Self.item), .amended(FieldPatch(from: ChecklistItem(), to: Self.item)),
      .deleted, .restored,
    ] {
      let bytes = encoded(event)
      #expect(try decoded(RecordEvent<ChecklistItem>.self, event.typeIndex, bytes) == event)
      guard event.typeIndex == 0 else { continue }
      let newer = unknownFields() + bytes
      #expect(try decoded(RecordEvent<ChecklistItem>.self, event.typeIndex, newer) == event)
    }
  }

  @Test func `a change of one that nobody made counts where there are defaults`() throws {
    var settings = AppSettings()
    settings.remindersPaused = true
    let patch = FieldPatch(from: AppSettings(), to: settings)
    let found: Record<AppSettings>? = try folded([.amended(patch)])
    #expect(found?.value == settings)
    let item: Record<ChecklistItem>? = try folded([
      .amended(FieldPatch(from: ChecklistItem(), to: Self.item))
    ])
    #expect(item == nil)
  }

  @Test func `an edit under a deletion shows after the restoration`() throws {
    var renamed = Self.type
    renamed.name = "Swim"
    let patch = FieldPatch(from: Self.type, to: renamed)
    let events: [RecordEvent<CustomEventType>] = [.created(Self.type), .deleted, .amended(patch)]
    let deleted: Record<CustomEventType>? = try folded(events)
    #expect(deleted?.isDeleted == true)
    #expect(try folded(events + [.restored]) == Record(renamed))
  }
}
