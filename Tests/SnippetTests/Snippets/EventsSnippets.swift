import Daybook

/// The snippets of the page on events: groceries by field numbers.
enum EventsPage {
  // snippet: fields
  struct Grocery: Entity {
    static let kind = "groceries.item"

    var name: String
    var aisle: String?
    var grams: Int64?

    init(name: String, aisle: String? = nil, grams: Int64? = nil) {
      self.name = name
      self.aisle = aisle
      self.grams = grams
    }

    func encode(into writer: inout PayloadWriter) {
      writer.string(1, name)
      writer.string(2, aisle)  // an absent optional writes nothing
      writer.int(3, grams)
    }

    init(from reader: inout PayloadReader) throws {
      self.init(name: "")
      while let field = try reader.next() {
        switch field {
        case 1: name = try reader.string()
        case 2: aisle = try reader.string()
        case 3: grams = try reader.int()
        default: break  // a field of a newer version
        }
      }
      if name.isEmpty { throw PayloadError.missing(1) }
    }
  }
  // end

  // snippet: event
  enum GroceryEvent: EntityEvent {
    typealias Subject = Grocery

    case added(Grocery)
    case amended(GroceryAmendment)
    case removed

    static let types = [
      EventType("groceries.added", version: 2), EventType("groceries.amended"),
      EventType("groceries.removed"),
    ]

    var typeIndex: Int {
      switch self {
      case .added: 0
      case .amended: 1
      case .removed: 2
      }
    }

    func encode(into writer: inout PayloadWriter) {
      switch self {
      case .added(let item): item.encode(into: &writer)
      case .amended(let amendment): amendment.encode(into: &writer)
      case .removed: break
      }
    }

    static func decode(
      _ typeIndex: Int, from reader: inout PayloadReader
    ) throws -> GroceryEvent {
      switch typeIndex {
      case 0: .added(try Grocery(from: &reader))
      case 1: .amended(try GroceryAmendment(from: &reader))
      default: .removed
      }
    }
  }
  // end

  // snippet: amendment
  struct GroceryAmendment: PayloadCodable {
    var aisle = Edit<String>.keep
    var grams = Edit<Int64>.keep

    init(from old: Grocery, to new: Grocery) {
      aisle = Edit(from: old.aisle, to: new.aisle)
      grams = Edit(from: old.grams, to: new.grams)
    }

    func encode(into writer: inout PayloadWriter) {
      if case .set(let value) = aisle { writer.string(2, value) }
      if case .set(let value) = grams { writer.int(3, value) }
      if aisle == .clear { writer.uint(15, 2) }  // 15 names the fields that lose their value
      if grams == .clear { writer.uint(15, 3) }
    }

    init(from reader: inout PayloadReader) throws {
      while let field = try reader.next() {
        switch field {
        case 2: aisle = .set(try reader.string())
        case 3: grams = .set(try reader.int())
        case 15:
          switch try reader.uint() {
          case 2: aisle = .clear
          case 3: grams = .clear
          default: break
          }
        default: break
        }
      }
    }
  }
  // end
}

// snippet: fold
extension EventsPage.Grocery {
  static func fold(
    _ state: inout Self?, _ event: EventsPage.GroceryEvent, _ context: EventContext
  ) {
    switch event {
    case .added(let item): state = item
    case .amended(let amendment):
      guard var item = state else { return }  // the late half of a story: ignored
      amendment.aisle.apply(to: &item.aisle)
      amendment.grams.apply(to: &item.grams)
      state = item
    case .removed: state = nil
    }
  }
}
// end

// snippet: upcaster
extension EventsPage.GroceryEvent {
  /// Version 1 had kilograms in field 3.
  static var upcasters: [Upcaster] {
    [
      Upcaster(
        from: EventType("groceries.added"), to: EventType("groceries.added", version: 2)
      ) { old, new in
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
