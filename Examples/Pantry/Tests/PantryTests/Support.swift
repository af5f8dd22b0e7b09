import DaybookMacros
import DaybookTesting
import Pantry

/// A household with a store of its own, which ends with the test.
func household(_ person: String = "Ada", _ clock: TestClock? = nil) throws -> Household {
  var options = StoreOptions()
  if let clock { options.now = { clock.now } }
  return Household(store: try .temporary(schema: .pantry, options: options), person: person)
}

extension Household {
  /// The same store in the hands of another person.
  func with(_ person: String) -> Household { Household(store: store, person: person) }

  /// What a list shows, in its order.
  func texts(of list: ID<GroceryList>) throws -> [String] {
    try items(of: list).current().map(\.row.text)
  }

  /// An entity as it is now.
  func state<E: Entity>(_ id: ID<E>) throws -> E? { try store.read { try $0.entity(id) } }

  /// All entities of a kind.
  func all<E: Entity>(_ type: E.Type) throws -> [E] {
    try store.read { try $0.entities(of: type).map(\.state) }
  }

  /// Takes in everything that another store has written.
  func absorb(_ other: Household) async throws {
    let messages = try other.store.read { reader in
      try reader.newestTransactions(limit: 100).reversed().compactMap {
        try reader.message(of: $0.number)
      }
    }
    for message in messages { try await store.absorb(message) }
  }
}
