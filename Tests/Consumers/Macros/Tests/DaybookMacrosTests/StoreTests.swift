import Daybook
import DaybookMacros
import Testing

/// A store whose entity, events and key are written by macros.
struct StoreTests {
  private static let schema = Schema().entity(Ware.self).projection(WaresByShelf())

  @Test func `items are added, changed in every way, and found by a part of their key`() throws {
    let store = try EventStore.temporary(schema: Self.schema)
    let (rice, milk) = (ID<Ware>.timeOrdered(), ID<Ware>.timeOrdered())
    try store.append { draft in
      try draft.append(.added(Ware(name: "rice", aisle: "dry")), to: rice)
      try draft.append(.added(Ware(name: "milk")), to: milk)
      try draft.append(.moved(aisle: "cold", shelf: 2), to: milk)
      try draft.append(.tagged(["white"]), to: milk)
      try draft.append(.bought(), to: rice)
    }
    let cold = try store.read { try $0.rows(WaresByShelf.where("cold")).map(\.key) }
    #expect(cold == [PlaceKey(aisle: "cold", shelf: 2, id: milk)])
    let items = try store.read { try [$0.entity(rice), $0.entity(milk)] }
    #expect(
      items == [
        Ware(name: "rice", aisle: "dry", isBought: true),
        Ware(name: "milk", aisle: "cold", shelf: 2, tags: ["white"]),
      ])
    #expect(try store.quarantine().count == 0)
  }

  @Test func `a key has the bytes of a key of as many parts`() throws {
    let store = try EventStore.temporary(schema: Self.schema.projection(WaresByParts()))
    try store.append { draft in
      for (number, aisle) in ["dry", "cold", nil].enumerated() {
        let item = Ware(name: "rice", aisle: aisle, shelf: number - 1)
        try draft.append(.added(item), to: ID<Ware>.timeOrdered())
      }
    }
    let digests = try store.digests()
    #expect(digests["macros.byShelf"] == digests["macros.byParts"])
    let rows = try store.read { try $0.rows(WaresByShelf.all).map(\.key) }
    #expect(rows.map(\.aisle) == [nil, "cold", "dry"])
  }

  @Test func `an event of an older version is read through its upcaster`() throws {
    let (old, new) = (
      try EventStore.temporary(schema: Schema().entity(OldWare.self)),
      try EventStore.temporary(schema: Self.schema)
    )
    let rice = UUID()
    try old.append { try $0.append(.added("rice"), to: OldWare.self, rice) }
    let message = try #require(try old.read { try $0.message(of: 1) })
    try new.absorb(message)
    let item = try new.read { try $0.entity(Ware.self, rice) }
    #expect(item == Ware(name: "old rice"))
  }
}

/// The item of a first version of the app, whose first event was a name alone.
@Payload private struct OldWare: Entity {
  static let kind = "macros.ware"
  @Field(1) var name = ""

  static func fold(_ state: inout Self?, _ event: OldWareEvent) {
    if case .added(let name) = event { state = OldWare(name: name) }
  }
}

@Events private enum OldWareEvent {
  @Named("macros.added") case added(String)
}

/// The same key without names for its parts.
private struct WaresByParts: Index {
  static let name = "macros.byParts"
  static func key(_ item: Stamped<Ware>) -> Key3<String?, Int, ID<Ware>>? {
    Key3(item.aisle, item.shelf, item.id)
  }
}
