import Daybook

// snippet: fields
struct PantryItem: Entity {
  static let kind = "pantry.item"

  var name: String
  var shelf: String?
  var grams: Int64?

  init(name: String, shelf: String? = nil, grams: Int64? = nil) {
    self.name = name
    self.shelf = shelf
    self.grams = grams
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, name)
    writer.string(2, shelf)  // an absent optional writes nothing
    writer.int(3, grams)
  }

  init(from reader: inout PayloadReader) throws {
    self.init(name: "")
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: shelf = try reader.string()
      case 3: grams = try reader.int()
      default: break  // a field that a newer version wrote
      }
    }
    if name.isEmpty { throw PayloadError.missing(1) }
  }
}
// end

// snippet: event
extension PantryItem {
  enum Event: EntityEvent {
    case added(PantryItem)
    case weighed(Int64)
    case removed

    static let types: [EventType] = [EventType(".added", version: 2), ".weighed", ".removed"]

    var typeIndex: Int {
      switch self {
      case .added: 0
      case .weighed: 1
      case .removed: 2
      }
    }

    func encode(into writer: inout PayloadWriter) {
      switch self {
      case .added(let item): item.encode(into: &writer)
      case .weighed(let grams): writer.payload(grams)
      case .removed: break
      }
    }

    static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      switch typeIndex {
      case 0: .added(try PantryItem(from: &reader))
      case 1: .weighed(try reader.payload())
      default: .removed
      }
    }
  }
}
// end

// snippet: fold
extension PantryItem {
  static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    case .added(let item): state = item
    case .weighed(let grams): state?.grams = grams  // of what does not exist: ignored
    case .removed: state = nil
    }
  }
}
// end

// snippet: upcaster
extension PantryItem.Event {
  /// Version 1 had kilograms in field 3.
  static var upcasters: [Upcaster] {
    [
      Upcaster(from: ".added", to: EventType(".added", version: 2)) { old, new in
        while let field = try old.next() {
          switch field {
          case 1: new.string(1, try old.string())
          case 2: new.string(2, try old.string())
          case 3: new.int(3, Int64(exactly: (try old.double() * 1000).rounded()))
          default: break
          }
        }
      }
    ]
  }
}
// end

// snippet: contextual
struct Wish: ContextualEntity, CodablePayload {
  static let kind = "wishes.wish"
  var text: String
  var made: HybridTime

  enum Event: CodableEntityEvent {
    case made(String), dropped
  }

  static func fold(_ wish: inout Wish?, _ event: Event, in context: EventContext) {
    switch event {
    case .made(let text): wish = Wish(text: text, made: context.time)
    case .dropped: wish = nil
    }
  }
}
// end

// snippet: stamp
func importOld(_ name: String, from date: Date, into store: EventStore) async throws {
  try await store.append(
    context: "import", stamp: HybridTime(date), durability: .bulk
  ) { draft in
    try draft.append(.added(PantryItem(name: name)), to: ID<PantryItem>.timeOrdered())
  }
}
// end

enum CodablePage {
  // snippet: json-upcaster
  struct Jar: Entity, CodablePayload {
    static let kind = "jars.jar"
    var name: String
    var grams: Int

    enum Event: CodableEntityEvent {
      static let type = EventType(".event", version: 2)

      case filled(name: String, grams: Int)
      case emptied

      /// Version 1 called the name a title, did not weigh, and had `eaten` for `emptied`.
      static let upcasters: [Upcaster] = [
        .json(from: ".event", to: type) { event in
          event["filled"]?.rename("title", to: "name")
          event["filled"]?["grams"] = 0
          event.rename("eaten", to: "emptied")
        }
      ]
    }

    static func fold(_ state: inout Jar?, _ event: Event) {
      switch event {
      case .filled(let name, let grams): state = Jar(name: name, grams: grams)
      case .emptied: state = nil
      }
    }
  }
  // end
}
