import Daybook
import Testing

/// Rows of a view as they are stored.
struct StoredViewRowTests {
  private let store: EventStore

  init() throws {
    store = try EventStore.temporary(schema: prefabs)
    try store.append { draft in
      for (name, amount) in [("rice", 3), ("oats", 1), ("milk", 2)] as [(String, Int64)] {
        let item = PantryItem(name: name, amount: amount, shelf: "top")
        try draft.append(PantryEvent.bought(item), to: UUID())
      }
    }
  }

  @Test func `a stored row has the key and the row that are decoded`() throws {
    try store.read { reader in
      let view = try reader.view(NamesAndAmounts.self)
      let decoded = try view.rows(NamesAndAmounts.rows)
      var stored: [(name: String, row: ShelfTotal)] = []
      try view.forEachStored(NamesAndAmounts.rows) { row in
        stored.append((try row.key().first, try row.row()))
        return true
      }
      #expect(stored.map(\.name) == ["milk", "oats", "rice"])
      #expect(stored.map(\.name) == decoded.map(\.key.first))
      #expect(stored.map(\.row) == decoded.map(\.row))
    }
  }

  @Test func `a field is found by its number, and one that is not there is nil`() throws {
    try store.read { reader in
      var amounts: [Int64?] = []
      var kinds: [Int?] = []
      var others: [Bool?] = []
      try reader.view(NamesAndAmounts.self).forEachStored(NamesAndAmounts.rows, reversed: true) {
        amounts.append(try $0.field(2) { try $0.int() })
        kinds.append(try $0.fields { try $0.next() })
        others.append(try $0.field(15) { try $0.bool() })
        return amounts.count < 2
      }
      #expect(amounts == [3, 1])
      #expect(kinds == [1, 1])
      #expect(others == [nil, nil])
    }
  }

  @Test func `a query gives as many stored rows as it asks for, in its order`() throws {
    try store.read { reader in
      var names: [String] = []
      let query = NamesAndAmounts.query(NamesAndAmounts.rows).descending.limit(2)
      try reader.view(NamesAndAmounts.self).forEachStored(query) {
        names.append(try $0.key().first)
        return true
      }
      #expect(names == ["rice", "oats"])
    }
  }
}
