import Daybook
import DaybookSnapshot
import TemporaryFolders
import Testing

/// Names of events that begin with a dot.
struct RelativeEventNameTests {
  private struct Tin: Entity, FieldPayload {
    static let kind = "shop.tin"
    var amount: Int64 = 0

    mutating func fields(_ field: inout some FieldCoding) throws { try field(1, &amount) }

    enum Event: FieldEntityEvent {
      case filled(Int64), opened

      static let types: [EventType] = [".filled", "opened"]

      func cases(_ event: inout some CaseCoding) {
        switch self {
        case .filled(let amount): event(0, amount)
        case .opened: event(1)
        }
      }

      static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
        typeIndex == 0 ? .filled(try reader.payload()) : .opened
      }
    }

    static func fold(_ state: inout Self?, _ event: Event) {
      switch event {
      case .filled(let amount): state = Tin(amount: amount)
      case .opened: state = nil
      }
    }
  }

  private struct Jar: Entity, CodablePayload {
    static let kind = "shop.jar"
    var amount: Int64

    enum Event: CodableEntityEvent { case filled(Int64) }

    static func fold(_ state: inout Self?, _ event: Event) {
      if case .filled(let amount) = event { state = Jar(amount: amount) }
    }
  }

  private let store: EventStore
  private let tin = ID<Tin>.timeOrdered()
  private let jar = ID<Jar>.timeOrdered()

  init() throws {
    store = try EventStore.temporary(schema: Schema().entity(Tin.self).entity(Jar.self))
    try store.append { [tin, jar] draft in
      try draft.append(.filled(3), to: tin)
      try draft.append(.opened, to: tin)
      try draft.append(.filled(5), to: jar)
    }
  }

  @Test func `they are stored after the kind, and are found by either name`() throws {
    try store.read { reader in
      #expect(
        try (1...3).map { try reader.event($0).type.name } == [
          "shop.tin.filled", "opened", "shop.jar.event",
        ])
      for name in [".filled", "shop.tin.filled"] {
        let found = try reader.events(of: Tin.self, named: name)
        #expect(found.map(\.entity) == [tin])
      }
      #expect(try reader.events(of: Jar.self, named: ".event").map(\.entity) == [jar])
      #expect(throws: StoreError.self) { try reader.events(of: Jar.self, named: "event") }
    }
  }

  @Test func `an inbox message may name an event so`() throws {
    let directory = try TemporaryFolder()
    let inbox = InboxFolder(path: directory.path + "/inbox")
    var payload = PayloadWriter()
    payload.int(1, 7)
    try inbox.drop(
      InboxEvent(".filled", kind: Tin.kind, entity: tin.rawValue, payload: payload.array))
    #expect(try store.ingest(inbox: inbox.path).ingested.count == 1)
    #expect(try store.read { try $0.entity(tin)?.amount } == 7)
  }
}
