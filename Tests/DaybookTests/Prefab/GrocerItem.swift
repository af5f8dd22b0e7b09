import Daybook

struct GrocerItem: Entity {
  static let kind = "grocer.item"
  var list: UUID?
  var text = ""
  var grams: Int64 = 0
  var note: String?
  var isBought = false

  static func fold(_ state: inout Self?, _ event: GrocerEvent, _ context: EventContext) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .noted(let note): state?.note = note
    case .bought: state?.isBought = true
    }
  }
}

extension GrocerItem {
  init(from reader: inout PayloadReader) throws {
    self.init()
    while let field = try reader.next() {
      switch field {
      case 1: list = try reader.uuid()
      case 2: text = try reader.string()
      case 3: grams = try reader.int()
      case 4: note = try reader.string()
      case 5: isBought = try reader.bool()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, list)
    writer.string(2, text)
    writer.int(3, grams)
    writer.string(4, note)
    writer.bool(5, isBought)
  }
}

enum GrocerEvent: EntityEvent {
  typealias Subject = GrocerItem
  case added(GrocerItem), renamed(String), weighed(Int64), noted(String?), bought

  static let types = [
    EventType("grocer.added"), EventType("grocer.renamed"), EventType("grocer.weighed"),
    EventType("grocer.noted"), EventType("grocer.bought"),
  ]

  var typeIndex: Int {
    switch self {
    case .added: 0
    case .renamed: 1
    case .weighed: 2
    case .noted: 3
    case .bought: 4
    }
  }

  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .added(let item): item.encode(into: &writer)
    case .renamed(let text): writer.string(1, text)
    case .weighed(let grams): writer.int(1, grams)
    case .noted(let note): writer.string(1, note)
    case .bought: break
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> GrocerEvent {
    if typeIndex == 0 { return .added(try GrocerItem(from: &reader)) }
    let isThere = try reader.next() != nil
    switch typeIndex {
    case 1: return .renamed(try reader.string())
    case 2: return .weighed(try reader.int())
    case 3: return .noted(isThere ? try reader.string() : nil)
    default: return .bought
    }
  }
}

struct GrocerItemsByList: Index {
  static let name = "grocer.itemsByList"
  static func key(_ item: Version<GrocerItem>, _ id: UUID) -> Key3<UUID, String, UUID>? {
    item.state.list.map { Key3($0, item.state.text, id) }
  }
}
