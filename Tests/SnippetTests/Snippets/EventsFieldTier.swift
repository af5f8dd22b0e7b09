import Daybook
import Testing

/// The snippets on fields that are named once.
private enum FieldTier {
  // snippet: fieldTier
  struct Grocery: Entity, FieldPayload {
    static let kind = "groceries.item"

    var name = ""
    var aisle: String?
    var isBought = false

    mutating func fields(_ field: inout some FieldCoding) throws {
      try field(1, &name)
      try field(2, &aisle)
      try field(3, &isBought)
    }

    enum Event: FieldEntityEvent {
      case added(Grocery), moved(String?), bought

      static let types: [EventType] = [".added", ".moved", ".bought"]

      func cases(_ event: inout some CaseCoding) {
        switch self {
        case .added(let item): event(0, item)
        case .moved(let aisle): event(1, aisle)
        case .bought: event(2)
        }
      }

      static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
        switch typeIndex {
        case 0: .added(try reader.payload())
        case 1: .moved(try reader.payload())
        default: .bought
        }
      }
    }

    static func fold(_ state: inout Grocery?, _ event: Event) {
      switch event {
      case .added(let item): state = item
      case .moved(let aisle): state?.aisle = aisle
      case .bought: state?.isBought = true
      }
    }
  }
  // end
}

// snippet: patch
struct Cupboard: Entity, FieldPayload {
  static let kind = "pantry.cupboard"

  var name = ""
  var length: Int?
  var labels: [String] = []

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &name)
    try field(2, &length)
    try field(3, &labels)
  }

  enum Event: FieldEntityEvent {
    case built(Cupboard), amended(FieldPatch<Cupboard>)

    static let types: [EventType] = [".built", ".amended"]

    func cases(_ event: inout some CaseCoding) {
      switch self {
      case .built(let cupboard): event(0, cupboard)
      case .amended(let patch): event(1, patch)
      }
    }

    static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      switch typeIndex {
      case 0: .built(try reader.payload())
      default: .amended(try reader.payload())
      }
    }
  }

  static func fold(_ state: inout Cupboard?, _ event: Event) throws {
    switch event {
    case .built(let cupboard): state = cupboard
    case .amended(let patch): try patch.apply(to: &state)  // of what does not exist: ignored
    }
  }
}
// end

// snippet: patching
func clearLabels(of id: ID<Cupboard>, in store: EventStore) async throws {
  try await store.append { draft in
    guard let old = try draft.entity(id) else { return }
    var new = old
    new.labels = []
    try draft.append(.amended(FieldPatch(from: old, to: new)), to: id)
  }
}
// end

struct FieldTierRuns {
  @Test func `an item whose fields are named once is kept`() throws {
    let store = try EventStore.temporary(schema: Schema().entity(FieldTier.Grocery.self))
    let rice = ID<FieldTier.Grocery>.timeOrdered()
    try store.append { draft in
      let item = FieldTier.Grocery(name: "rice", aisle: "dry")
      try draft.append(.added(item), to: rice)
      try draft.append(.moved(nil), to: rice)
      try draft.append(.bought, to: rice)
    }
    let item = try store.read { try $0.entity(rice) }
    #expect(item == FieldTier.Grocery(name: "rice", isBought: true))
  }

  @Test func `an edit changes what it names, clears what it clears, keeps the rest`() async throws {
    let store = try EventStore.temporary(schema: Schema().entity(Cupboard.self))
    let (id, old) = (ID<Cupboard>.timeOrdered(), Cupboard(name: "top", length: 90, labels: ["dry"]))
    try await store.append { try $0.append(.built(old), to: id) }
    try await clearLabels(of: id, in: store)
    #expect(try store.read { try $0.entity(id) } == Cupboard(name: "top", length: 90))
  }
}
