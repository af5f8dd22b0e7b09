import Daybook

/// A small domain for tests: items with a name, an amount and a shelf.
struct PantryItem: Entity {
  static let kind = "pantry.item"
  /// Most tests need events, and no item.
  static let takesEventsBeforeCreation = true
  static let propertyNames = [1: "name", 2: "amount", 3: "shelf"]
  var name: String
  var amount: Int64
  var shelf: String?
  var isDeleted = false

  init(name: String, amount: Int64, shelf: String? = nil) {
    self.name = name
    self.amount = amount
    self.shelf = shelf
  }

  init(from reader: inout PayloadReader) throws {
    self.init(name: "", amount: 0)
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: amount = try reader.int()
      case 3: shelf = try reader.string()
      case 4: isDeleted = try reader.bool()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.string(1, name)
    writer.int(2, amount)
    writer.string(3, shelf)
    if isDeleted { writer.bool(4, true) }
  }

  static func fold(_ state: inout Self?, _ event: PantryEvent) throws {
    switch event {
    case .bought(let item): state = item
    case .moved(let shelf): state?.shelf = shelf
    case .counted(let amount):
      if amount < 0 { throw PantryError.negative }
      state?.amount = amount
    case .eaten: state?.isDeleted = true
    }
  }
}

enum PantryError: Error { case negative }

enum PantryEvent: FieldEntityEvent, Equatable {
  case bought(PantryItem)
  case moved(String?)
  case counted(Int64)
  case eaten

  static let types = [
    EventType("item.bought"), EventType("item.moved"), EventType("item.counted"),
    EventType("item.eaten"),
  ]

  func cases(_ event: inout some CaseCoding) {
    switch self {
    case .bought(let item): event(0, item)
    case .moved(let shelf): event(1, shelf)
    case .counted(let amount): event(2, amount)
    case .eaten: event(3)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> PantryEvent {
    switch typeIndex {
    case 0: return .bought(try PantryItem(from: &reader))
    case 1: return .moved(try reader.next() == nil ? nil : try reader.string())
    case 2:
      guard try reader.next() != nil else { throw PayloadError.missing(1) }
      return .counted(try reader.int())
    default: return .eaten
    }
  }
}

/// Items by shelf, and how much lies on each shelf.
struct Shelves: Projection {
  static let name = "pantry.shelves"
  static let items = ViewTable<ShelfKey, Empty>("items", at: 0)
  static let totals = ViewTable<String, ShelfTotal>("totals", at: 1)
  static let tables: [any AnyViewTable] = [items, totals]

  var parameters = ""

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      try rows.replace(
        Self.items, old: change.old.map { (ShelfKey($0.state, change.id.rawValue), Empty()) },
        new: change.new.map { (ShelfKey($0.state, change.id.rawValue), Empty()) })
      if let old = change.old?.state {
        try rows.update(Self.totals, old.shelf ?? "") { $0 = ($0 ?? ShelfTotal()).less(old) }
      }
      if let new = change.new?.state {
        try rows.update(Self.totals, new.shelf ?? "") { $0 = ($0 ?? ShelfTotal()).plus(new) }
      }
    }
  }
}

struct ShelfKey: OrderedKey, Equatable {
  var shelf: String
  var name: String
  var id: UUID

  init(_ item: PantryItem, _ id: UUID) {
    shelf = item.shelf ?? ""
    name = item.name
    self.id = id
  }

  init(from reader: inout KeyReader) throws {
    shelf = try reader.string()
    name = try reader.string()
    id = try reader.uuid()
  }

  func encode(into writer: inout KeyWriter) {
    writer.string(shelf)
    writer.string(name)
    writer.uuid(id)
  }
}

struct ShelfTotal: PayloadCodable, Equatable {
  var items: Int64 = 0
  var amount: Int64 = 0

  init(items: Int64 = 0, amount: Int64 = 0) {
    self.items = items
    self.amount = amount
  }

  init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      switch field {
      case 1: items = try reader.int()
      case 2: amount = try reader.int()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.int(1, items)
    writer.int(2, amount)
  }

  func plus(_ item: PantryItem) -> ShelfTotal {
    ShelfTotal(items: items + 1, amount: amount + item.amount)
  }

  func less(_ item: PantryItem) -> ShelfTotal? {
    items == 1 ? nil : ShelfTotal(items: items - 1, amount: amount - item.amount)
  }
}

let pantry = Schema().entity(PantryItem.self).projection(Shelves())
