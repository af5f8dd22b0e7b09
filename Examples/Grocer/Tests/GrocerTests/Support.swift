import DaybookMacros
import Grocer

/// A household with a store of its own, which ends with the test.
func household(_ person: String = "Ada") throws -> Household {
  Household(store: try .temporary(schema: .grocer), person: person)
}

extension Household {
  /// The same store in the hands of another person.
  func with(_ person: String) -> Household { Household(store: store, person: person) }

  /// What a list shows, in its order.
  func texts(of list: ID<GroceryList>) throws -> [String] {
    try items(of: list).current().map(\.row.text)
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
