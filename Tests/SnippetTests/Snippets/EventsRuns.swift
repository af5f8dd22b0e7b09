import Daybook
import Testing

/// What the page on events says, run.
@Suite struct EventsRuns {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("events-\(UUID().uuidString)").path
  private let rice = UUID()

  @Test func `an event of version 1 is read as one of version 2, and its bytes stay`() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      let store = try EventStore.open(at: directory, schema: Schema().entity(FirstGrocery.self))
      try store.append { try $0.append(FirstEvent.added("rice", kilograms: 1.5), to: rice) }
    }
    let store = try EventStore.open(
      at: directory, schema: Schema().entity(EventsPage.Grocery.self))
    #expect(try store.read { try $0.entity(EventsPage.Grocery.self, rice) }?.grams == 1500)
    #expect(try store.read { try $0.event(1) }.type.version == 1)
  }

  @Test func `an amendment changes what it names, clears what it clears, keeps the rest`() throws {
    let store = try EventStore.temporary(schema: Schema().entity(EventsPage.Grocery.self))
    let old = EventsPage.Grocery(name: "rice", aisle: "dry", grams: 500)
    try store.append { try $0.append(EventsPage.GroceryEvent.added(old), to: rice) }
    // snippet: amend
    try store.append { draft in
      guard let old = try draft.entity(EventsPage.Grocery.self, rice) else { return }
      var new = old
      new.aisle = nil
      try draft.append(
        EventsPage.GroceryEvent.amended(EventsPage.GroceryAmendment(from: old, to: new)), to: rice)
    }
    // end
    let new = try store.read { try $0.entity(EventsPage.Grocery.self, rice) }
    #expect(new == EventsPage.Grocery(name: "rice", grams: 500))
  }

  @Test func `an old record is stamped with its own time`() async throws {
    let store = try EventStore.temporary(schema: .groceries)
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    // snippet: stamp
    let stamp = HybridTime(date)
    try await store.append(context: "import", stamp: stamp, durability: .bulk) { draft in
      try draft.append(GroceryEvent.added(name: "rice", aisle: "dry"), to: rice)
    }
    // end
    try await store.flush()
    let stored = try store.read { try $0.transaction(1) }
    #expect(stored?.stampTime == stamp)
  }
}

/// Groceries as the first version had them.
private struct FirstGrocery: Entity {
  static let kind = "groceries.item"

  init() {}
  init(from reader: inout PayloadReader) {}
  func encode(into writer: inout PayloadWriter) {}

  static func fold(_ state: inout FirstGrocery?, _ event: FirstEvent, _ context: EventContext) {
    state = FirstGrocery()
  }
}

private enum FirstEvent: EntityEvent {
  typealias Subject = FirstGrocery
  case added(String, kilograms: Double)

  static let types = [EventType("groceries.added")]
  var typeIndex: Int { 0 }

  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .added(let name, let kilograms):
      writer.string(1, name)
      writer.double(3, kilograms)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> FirstEvent {
    .added("", kilograms: 0)
  }
}
