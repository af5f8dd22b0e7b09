import Daybook
import Foundation
import Testing

/// What an entity of five properties, five changes and one index costs an app in lines, in the fast
/// tier.
struct GrocerItemTests {
  private static let schema = Schema().entity(GrocerItem.self).projection(GrocerItemsByList())

  @Test func `an item takes 54 lines, its index six of them`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("GrocerItem.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("import") }
    let index = lines.drop { !$0.hasPrefix("struct GrocerItemsByList") }
    #expect(lines.count == 54)
    #expect(index.count == 6)
  }

  @Test func `an item is added, changed in every way, and read by its list`() throws {
    let store = try EventStore.temporary(schema: Self.schema)
    let (list, rice, salt) = (UUID(), UUID(), UUID())
    try store.append { draft in
      try draft.append(GrocerEvent.added(GrocerItem(list: list, text: "rice")), to: rice)
      try draft.append(GrocerEvent.added(GrocerItem(list: list, text: "salt")), to: salt)
    }
    try store.append { draft in
      try draft.append(GrocerEvent.renamed("brown rice"), to: rice)
      try draft.append(GrocerEvent.weighed(500), to: rice)
      try draft.append(GrocerEvent.noted("organic"), to: rice)
      try draft.append(GrocerEvent.bought, to: rice)
    }
    let rows = try store.read { try $0.rows(GrocerItemsByList.where(list)) }
    #expect(rows.map(\.key.second) == ["brown rice", "salt"])
    let item = try store.read { try $0.entity(GrocerItem.self, rice) }
    #expect(
      item
        == GrocerItem(
          list: list, text: "brown rice", grams: 500, note: "organic", isBought: true))
    try store.append { try $0.append(GrocerEvent.noted(nil), to: rice) }
    #expect(try store.read { try $0.entity(GrocerItem.self, rice) }?.note == nil)
    #expect(try store.complaints() == [])
  }
}
