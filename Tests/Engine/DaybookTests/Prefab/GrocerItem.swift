import Daybook

struct GrocerItem: Entity, FieldPayload {
  static let kind = "grocer.item"
  var list: UUID?
  var text = ""
  var grams: Int64 = 0
  var note: String?
  var isBought = false

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &list)
    try field(2, &text)
    try field(3, &grams)
    try field(4, &note)
    try field(5, &isBought)
  }

  static func fold(_ state: inout Self?, _ event: GrocerEvent) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .noted(let note): state?.note = note
    case .bought: state?.isBought = true
    }
  }
}

enum GrocerEvent: FieldEntityEvent {
  case added(GrocerItem), renamed(String), weighed(Int64), noted(String?), bought

  static let types: [EventType] = [
    "grocer.added", "grocer.renamed", "grocer.weighed", "grocer.noted", "grocer.bought",
  ]

  func cases(_ event: inout some CaseCoding) {
    switch self {
    case .added(let item): event(0, item)
    case .renamed(let text): event(1, text)
    case .weighed(let grams): event(2, grams)
    case .noted(let note): event(3, note)
    case .bought: event(4)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> GrocerEvent {
    switch typeIndex {
    case 0: .added(try reader.payload())
    case 1: .renamed(try reader.payload())
    case 2: .weighed(try reader.payload())
    case 3: .noted(try reader.payload())
    default: .bought
    }
  }
}

struct GrocerItemsByList: Index {
  static let name = "grocer.itemsByList"
  static func key(_ item: Stamped<GrocerItem>) -> Key3<UUID, String, ID<GrocerItem>>? {
    item.list.map { Key3($0, item.text, item.id) }
  }
}
