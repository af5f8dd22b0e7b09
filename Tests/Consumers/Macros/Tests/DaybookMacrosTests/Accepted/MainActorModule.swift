import DaybookMacros

// Compiled with the main actor as the default isolation, as new apps are.

@Payload struct Grocery: Entity {
  static let kind = "grocery"
  @Field(1) var name: String
  @Field(2) var size: Size?

  static func fold(_ state: inout Self?, _ event: GroceryEvent) {
    if case .added(let item) = event { state = item }
  }
}

@Payload struct Size: Equatable {
  @Field(1) var grams = 1
}

@Events enum GroceryEvent {
  @Named("grocery.added") case added(Grocery)
}

@Key struct NameKey: Hashable {
  var name: String
  var id: ID<Grocery>
}

struct ByName: Index {
  static let name = "byName"
  static func key(_ item: Stamped<Grocery>) -> NameKey? {
    NameKey(name: item.name, id: item.id)
  }
}

nonisolated func useAnywhere() async throws {
  let store = try EventStore.temporary(schema: Schema().entity(Grocery.self).projection(ByName()))
  try await store.append { draft in
    try draft.append(.added(Grocery(name: "a", size: Size())), to: ID<Grocery>.timeOrdered())
  }
  _ = try store.read { try $0.rows(ByName.where("a")).map(\.key.name) }
}

func useOnMainActor() async throws {
  let store = try EventStore.temporary(schema: Schema().entity(Grocery.self).projection(ByName()))
  try await store.append { draft in
    try draft.append(.added(Grocery(name: "a", size: Size())), to: ID<Grocery>.timeOrdered())
  }
}
