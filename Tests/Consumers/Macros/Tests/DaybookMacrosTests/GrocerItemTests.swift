import DaybookMacros
import Foundation
import Testing

/// What an entity of five properties, five changes and one index costs an app in lines; the same
/// item without macros is in DaybookTests.
struct GrocerItemTests {
  @Test func `an item takes 30 lines, its index six of them`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("GrocerItem.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("import") }
    #expect(lines.count == 30)
    #expect(lines.drop { !$0.hasPrefix("struct GrocerItemsByList") }.count == 6)
  }

  @Test func `an item is added, changed in every way, and read by its list`() throws {
    let store = try EventStore.temporary(
      schema: Schema().entity(GrocerItem.self).projection(GrocerItemsByList()))
    let (list, rice) = (UUID(), UUID())
    try store.append { draft in
      let item = GrocerItem(list: list, text: "rice")
      for event in [
        GrocerEvent.added(item), .renamed("brown rice"), .weighed(500), .noted("organic"), .bought,
      ] {
        try draft.append(event, to: rice)
      }
    }
    let rows = try store.read { try $0.rows(GrocerItemsByList.where(list)) }
    #expect(rows.map(\.key.second) == ["brown rice"])
    let item = try store.read { try $0.entity(GrocerItem.self, rice) }
    let expected = GrocerItem(
      list: list, text: "brown rice", grams: 500, note: "organic", isBought: true)
    #expect(item == expected)
  }
}
