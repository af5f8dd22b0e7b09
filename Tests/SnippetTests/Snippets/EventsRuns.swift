import Daybook
import Testing

/// What the page on events says, run.
struct EventsRuns {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("events-\(UUID().uuidString)").path
  private let rice = ID<PantryItem>.timeOrdered()

  @Test func `an event of version 1 is read as one of version 2, and its bytes stay`() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      let store = try EventStore.open(at: directory, schema: Schema().entity(FirstPantryItem.self))
      try store.append {
        try $0.append(.added("rice", kilograms: 1.5), to: FirstPantryItem.self, rice.rawValue)
      }
    }
    let store = try EventStore.open(at: directory, schema: PantryItem.schema)
    #expect(try store.read { try $0.entity(rice) }?.grams == 1500)
    #expect(try store.read { try $0.event(1) }.type.version == 1)
  }

  @Test func `an old record is stamped with its own time`() async throws {
    let store = try EventStore.temporary(schema: PantryItem.schema)
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try await importOld("rice", from: date, into: store)
    try await store.flush()
    let stored = try store.read { try $0.transaction(1) }
    #expect(stored?.stampTime == HybridTime(date))
  }
}

/// The pantry as the first version had them.
private struct FirstPantryItem: Entity {
  static let kind = "pantry.item"

  init() {}
  init(from reader: inout PayloadReader) {}
  func encode(into writer: inout PayloadWriter) {}

  enum Event: EntityEvent {
    case added(String, kilograms: Double)

    static let types = [EventType(".added")]
    var typeIndex: Int { 0 }

    func encode(into writer: inout PayloadWriter) {
      switch self {
      case .added(let name, let kilograms):
        writer.string(1, name)
        writer.double(3, kilograms)
      }
    }

    static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      .added("", kilograms: 0)
    }
  }

  static func fold(_ state: inout FirstPantryItem?, _ event: Event) {
    state = FirstPantryItem()
  }
}
