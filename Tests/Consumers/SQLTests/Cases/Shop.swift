import Daybook

/// A thing with a field of every form.
struct Good: Entity, FieldPayload {
  static let kind = "shop.good"
  static let takesEventsBeforeCreation = true
  static let propertyNames = [
    1: "name", 2: "amount", 3: "price", 4: "isSold", 5: "boughtAt", 6: "shelf", 7: "tags", 8: "id",
    9: "label", 10: "order", 12: "other", 13: "photo",
  ]
  var name = ""
  var amount = 0
  var price: Double?
  var isSold = false
  var boughtAt: Date?
  var shelf: UUID?
  var tags: [String] = []
  /// Has the name of a column that each kind has.
  var id: Int?
  var label: Label?
  var order: Order?
  var isDeleted = false
  var mergedInto: ID<Good>?
  var photo: Attachment?

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &name)
    try field(2, &amount)
    try field(3, &price)
    try field(4, &isSold, unless: false)
    try field(5, &boughtAt)
    try field(6, &shelf)
    try field(7, &tags)
    try field(8, &id)
    try field(9, &label)
    try field(10, &order)
    try field(11, &isDeleted, unless: false)
    try field(12, &mergedInto)
    try field(13, &photo)
  }

  static func fold(_ state: inout Self?, _ event: GoodEvent) throws {
    switch event {
    case .bought(let good): state = good
    case .priced(let price):
      if price < 0, state?.isSold == true { throw ShopError.negative }
      state?.price = price
    case .tagged(let tag): state?.tags.append(tag)
    case .merged(let other): state?.mergedInto = other
    case .thrownAway: state?.isDeleted = true
    case .forgotten: state = nil
    }
  }
}

enum ShopError: Error { case negative }

enum Order: String, PayloadValue { case first, second }

struct Label: FieldPayload, Equatable {
  static let fieldNames = [1: "text", 2: "size"]
  var text = ""
  var size = 0

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &text)
    try field(2, &size)
  }
}

enum GoodEvent: FieldEntityEvent {
  case bought(Good), priced(Double), tagged(tag: String), merged(into: ID<Good>), thrownAway
  case forgotten

  static let types: [EventType] = [
    ".bought", ".priced", ".tagged", ".merged", ".thrownAway", ".forgotten",
  ]

  func cases(_ event: inout some CaseCoding) {
    switch self {
    case .bought(let good): event(0, good)
    case .priced(let price): event(1, price)
    case .tagged(let tag): event(2, tag)
    case .merged(let other): event(3, other)
    case .thrownAway: event(4)
    case .forgotten: event(5)
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    switch typeIndex {
    case 0: .bought(try reader.payload())
    case 1: .priced(try reader.payload())
    case 2: .tagged(tag: try reader.payload())
    case 3: .merged(into: try reader.payload())
    case 4: .thrownAway
    default: .forgotten
    }
  }
}

/// A state and events of JSON.
struct Memo: Entity, CodablePayload {
  static let kind = "shop.memo"
  var text: String
  var photo: Attachment?

  static func fold(_ state: inout Self?, _ event: MemoEvent) throws {
    switch event {
    case .written(let text): state = Memo(text: text, photo: state?.photo)
    case .photographed(let photo): state?.photo = photo
    }
  }
}

enum MemoEvent: CodableEntityEvent {
  case written(String)
  case photographed(Attachment)
}

/// Goods by shelf, and how many lie on each.
struct Shelves: Projection {
  static let name = "shop.shelves"
  static let goods = ViewTable<Key2<String, UUID>, Label>("goods", at: 0)
  static let counts = ViewTable<String, Tally>("counts", at: 1)
  static let tables: [any AnyViewTable] = [goods, counts]

  var parameters = ""

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Good.self) { change, rows in
      func row(_ good: Good, _ id: ID<Good>) -> (Key2<String, UUID>, Label) {
        (Key2(good.name, id.rawValue), Label(text: parameters + good.name, size: good.amount))
      }
      try rows.replace(
        Self.goods, old: change.old.map { row($0.state, change.id) },
        new: change.new.map { row($0.state, change.id) })
      for (state, sign) in [(change.old?.state, -1), (change.new?.state, 1)] {
        guard let state else { continue }
        try rows.update(Self.counts, state.name) { tally in
          let count = (tally?.count ?? 0) + Int64(sign)
          let sum = (tally?.sum ?? 0) + Int64(sign * state.amount)
          tally = count == 0 ? nil : Tally(count: count, sum: sum)
        }
      }
    }
  }
}

extension Schema {
  static let shop = Schema().entity(Good.self).entity(Memo.self).projection(Shelves())
}
