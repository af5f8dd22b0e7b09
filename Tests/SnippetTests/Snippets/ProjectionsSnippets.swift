import Daybook

// snippet: by-hand-projection
/// What is still to be bought, aisle by aisle.
struct ToBuyByHand: Projection {
  static let name = "groceries.toBuyByHand"
  static let items = ViewTable<AisleKey, Empty>("items", at: 0)
  static let tables: [any AnyViewTable] = [items]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Grocery.self) { change, rows in
      try rows.replace(Self.items, change) { item in
        if item.isBought { return nil }
        return (AisleKey(aisle: item.aisle, name: item.name, id: item.id), Empty())
      }
    }
  }
}

/// Rows are in the order of the parts of their keys: by aisle, then by name.
struct AisleKey: OrderedKey, Equatable {
  var aisle: String
  var name: String
  var id: ID<Grocery>

  init(aisle: String, name: String, id: ID<Grocery>) {
    self.aisle = aisle
    self.name = name
    self.id = id
  }

  init(from reader: inout KeyReader) throws {
    aisle = try reader.string()
    name = try reader.string()
    id = try ID(from: &reader)
  }

  func encode(into writer: inout KeyWriter) {
    writer.string(aisle)
    writer.string(name)
    id.encode(into: &writer)
  }
}
// end

// snippet: totals
/// How many things each aisle has, and how many of them are still to be bought.
struct AisleTotals: Projection {
  static let name = "groceries.aisleTotals"
  static let revision = 1
  static let totals = ViewTable<String, AisleTotal>("totals", at: 0)
  static let tables: [any AnyViewTable] = [totals]

  /// Aisles that do not count.
  let hidden: Set<String>

  var parameters: String { hidden.sorted().joined(separator: ",") }

  func register(_ handlers: inout ChangeHandlers) {
    let hidden = hidden
    handlers.on(Grocery.self) { change, rows in
      for (item, sign) in [(change.old, -1), (change.new, 1)] as [(Stamped<Grocery>?, Int64)] {
        guard let item, !hidden.contains(item.aisle) else { continue }
        try rows.update(Self.totals, item.aisle) { row in
          var total = row ?? AisleTotal()
          total.items += sign
          total.open += item.isBought ? 0 : sign
          row = total.items == 0 ? nil : total
        }
      }
    }
  }
}

struct AisleTotal: CodablePayload, Equatable {
  var items: Int64 = 0
  var open: Int64 = 0
}
// end
