import Daybook

/// The item with fields and cases that are named once.
struct FieldItem: Entity, FieldPayload {
  static let kind = "cost.item"
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

  static func fold(_ state: inout Self?, _ event: FieldEvent) {
    switch event {
    case .added(let item): state = item
    case .renamed(let text): state?.text = text
    case .weighed(let grams): state?.grams = grams
    case .noted(let note): state?.note = note
    case .bought: state?.isBought = true
    }
  }
}

enum FieldEvent: FieldEntityEvent {
  case added(FieldItem), renamed(String), weighed(Int64), noted(String?), bought

  static let types: [EventType] = [
    "cost.added", "cost.renamed", "cost.weighed", "cost.noted", "cost.bought",
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

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> FieldEvent {
    switch typeIndex {
    case 0: .added(try reader.payload())
    case 1: .renamed(try reader.payload())
    case 2: .weighed(try reader.payload())
    case 3: .noted(try reader.payload())
    default: .bought
    }
  }
}
