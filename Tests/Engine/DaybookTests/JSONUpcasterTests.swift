import Daybook
import TemporaryFolders
import Testing

/// Events of the Codable tier that are read as those of a later version.
struct JSONUpcasterTests {
  private struct OldJar: Entity, CodablePayload {
    static let kind = "jar"
    var title: String
    var grams: Int64

    static func fold(_ state: inout Self?, _ event: OldEvent) {
      if case .filled(let title, let grams) = event { state = OldJar(title: title, grams: grams) }
    }
  }

  private enum OldEvent: CodableEntityEvent {
    static let type = EventType("jar.event")
    case filled(title: String, grams: Int64), emptied
  }

  private struct Jar: Entity, CodablePayload {
    static let kind = "jar"
    static let revision = 2
    var name: String
    var grams: Int64
    var stars: Int
    var isClean = false

    static func fold(_ state: inout Self?, _ event: JarEvent) {
      switch event {
      case .filled(let name, let grams, let stars):
        state = Jar(name: name, grams: grams, stars: stars)
      case .cleaned: state?.isClean = true
      }
    }
  }

  private enum JarEvent: CodableEntityEvent {
    static let type = EventType(".event", version: 3)
    static let upcasters: [Upcaster] = [
      .json(from: "jar.event", to: EventType(".event", version: 2)) { event in
        event["filled"]?.rename("title", to: "name")
        event.rename("emptied", to: "cleaned")
      },
      .json(from: EventType("jar.event", version: 2), to: type) { $0["filled"]?["stars"] = 3 },
    ]
    case filled(name: String, grams: Int64, stars: Int), cleaned
  }

  @Test func `a renamed case, a renamed label and a new one take a line each`() throws {
    let directory = try TemporaryFolder()
    let id = UUID()
    do {
      let store = try EventStore.open(at: directory.path, schema: Schema().entity(OldJar.self))
      try store.append { draft in
        try draft.append(OldEvent.filled(title: "plums", grams: .max), to: id)
        try draft.append(OldEvent.emptied, to: id)
      }
      try store.close()
    }
    let store = try EventStore.open(at: directory.path, schema: Schema().entity(Jar.self))
    let jar = try store.read { try $0.entity(Jar.self, id) }
    #expect(jar == Jar(name: "plums", grams: .max, stars: 3, isClean: true))
    #expect(try store.quarantine().isEmpty)
    #expect(try store.verify().ok)
  }

  @Test func `a payload that is no JSON leaves the event out`() throws {
    let upcasters = JarEvent.upcasters
    #expect(upcasters.count == 2)
    let directory = try TemporaryFolder()
    do {
      let store = try EventStore.open(at: directory.path, schema: Schema().entity(Raw.self))
      try store.append { try $0.append(Raw.Event(), to: UUID()) }
      try store.close()
    }
    var options = StoreOptions()
    options.readsSamples = false
    let store = try EventStore.open(
      at: directory.path, schema: Schema().entity(Jar.self), options: options)
    #expect(try store.quarantine().first?.error.contains("no JSON value") == true)
  }

  /// Writes what is no JSON under the name of the Codable events.
  private struct Raw: Entity, CodablePayload {
    static let kind = "jar"
    var name = ""

    struct Event: EntityEvent {
      static let types = [EventType("jar.event")]
      var typeIndex: Int { 0 }
      func encode(into writer: inout PayloadWriter) { writer.string(1, "{\"filled\":") }
      static func decode(_ typeIndex: Int, from reader: inout PayloadReader) -> Event { Event() }
    }

    static func fold(_ state: inout Self?, _ event: Event) {
      state = Raw()
    }
  }
}
