import Daybook
import DaybookTesting
import Nursery
import Testing

struct CustomEventTypeTests {
  private let store: EventStore
  private let noon = Date(timeIntervalSinceReferenceDate: 784_116_000)

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: TestClock().options)
  }

  private func add(_ name: String, _ emoji: String, after seconds: Double = 0) throws -> UUID {
    let time = noon + seconds
    return try store.write { try $0.addCustomEventType(name: name, emoji: emoji, at: time) }
  }

  private func types() throws -> [Identified<CustomEventType>] {
    try store.read { try $0.view(CustomCatalogue.self).customEventTypes() }
  }

  @Test func `types are listed in the order in which they were made, without white space`() throws {
    let bath = try add(" Bath\n", "\t🛁 ", after: 60)
    let walk = try add("Walk", "🚶")
    #expect(try types().map(\.id) == [walk, bath])
    #expect(try types().last?.value.name == "Bath")
    #expect(try types().last?.value.emoji == "🛁")
  }

  @Test(arguments: ["", " ", "\n\t", "\u{00A0}"])
  func `a type needs a name and a sign`(blank: String) throws {
    #expect(throws: NurseryError.invalidName) { try add(blank, "🛁") }
    #expect(throws: NurseryError.invalidEmoji) { try add("Bath", blank) }
    let bath = try add("Bath", "🛁")
    #expect(throws: NurseryError.invalidName) {
      try store.append { try $0.editCustomEventType(bath, name: blank) }
    }
    #expect(throws: NurseryError.invalidEmoji) {
      try store.append { try $0.editCustomEventType(bath, emoji: blank) }
    }
    #expect(try store.statistics().transactions == 1)
  }

  @Test func `another type's sign is refused, and its own is not`() throws {
    let bath = try add("Bath", "🛁")
    let walk = try add("Walk", "🚶")
    #expect(throws: NurseryError.duplicateEmoji("🛁")) { try add("Shower", " 🛁 ") }
    #expect(throws: NurseryError.duplicateEmoji("🛁")) {
      try store.append { try $0.editCustomEventType(walk, emoji: "🛁") }
    }
    try store.append { try $0.editCustomEventType(bath, name: "Long bath", emoji: "🛁") }
    #expect(try types().first { $0.id == bath }?.value.name == "Long bath")
  }

  @Test func `signs that look alike and are written otherwise are two`() throws {
    _ = try add("Heart", "❤")
    _ = try add("Red heart", "❤\u{FE0F}")
    #expect(try types().count == 2)
  }

  @Test func `an edit that changes nothing writes nothing`() throws {
    let bath = try add("Bath", "🛁")
    try store.append { try $0.editCustomEventType(bath, name: "Bath ") }
    #expect(try store.statistics().transactions == 1)
  }

  @Test func `events keep the name and the sign of a type that changed or went`() throws {
    let bath = try add("Bath", "🛁")
    let (baby, time) = (UUID?.none, noon)
    let event = try store.write { try $0.logCustomEvent(bath, of: baby, at: time, memo: "#warm") }
    try store.append { try $0.editCustomEventType(bath, name: "Swim", emoji: "🏊") }
    try store.append { try $0.deleteCustomEventType(bath) }
    let kept = try #require(try store.read { try $0.entity(CustomEvent.self, event) })
    #expect(kept.name == "Bath" && kept.emoji == "🛁" && kept.memo == "#warm")
    #expect(try types().isEmpty)
    #expect(throws: NurseryError.noSuchEventType(bath)) {
      try store.append { try $0.logCustomEvent(bath, of: baby, at: time) }
    }
  }

  @Test func `the sign of a deleted type is free, and then the type cannot come back`() throws {
    let bath = try add("Bath", "🛁")
    try store.append { try $0.deleteCustomEventType(bath) }
    let shower = try add("Shower", "🛁")
    #expect(throws: NurseryError.duplicateEmoji("🛁")) {
      try store.append { try $0.restoreCustomEventType(bath) }
    }
    // Who goes on after the error has written nothing of it.
    try store.append { draft in
      #expect(throws: NurseryError.duplicateEmoji("🛁")) {
        try draft.restoreCustomEventType(bath)
      }
      try draft.editCustomEventType(shower, name: "Long shower")
    }
    #expect(try types().map(\.id) == [shower])
    try store.append { try $0.deleteCustomEventType(shower) }
    try store.append { try $0.restoreCustomEventType(bath) }
    #expect(try types().map(\.id) == [bath])
    #expect(throws: NurseryError.noSuchEventType(baseID)) {
      try store.append { [baseID] in try $0.restoreCustomEventType(baseID) }
    }
  }

  private let baseID = UUID()

  @Test func `two types of one sign that devices made apart are both listed`() throws {
    for name in ["Bath", "Shower"] {
      let type = CustomEventType(name: name, emoji: "🛁", createdAt: noon)
      try store.append { try $0.append(RecordEvent.created(type), to: UUID()) }
    }
    #expect(try types().count == 2)
    let same = try store.read {
      try $0.view(CustomCatalogue.self).customEventTypes(withEmoji: "🛁")
    }
    #expect(same.count == 2)
  }
}
