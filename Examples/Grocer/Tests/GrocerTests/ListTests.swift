import DaybookMacros
import Grocer
import Testing

@Suite struct ListTests {
  @Test func `what is bought comes after what is to be bought`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let milk = try await ada.add("milk", grams: 1000, to: list)
    try await ada.add("rice", to: list)
    try await ada.change(milk, .bought(true))
    #expect(try ada.texts(of: list) == ["rice", "milk"])
  }

  @Test func `an item is renamed, weighed and removed`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let item = try await ada.add("milk", grams: 1000, to: list)
    try await ada.change(item, .renamed("oat milk"))
    try await ada.change(item, .weighed(grams: nil))
    let changed = try ada.store.read { try $0.entity(item) }
    #expect(changed == Item(list: list, text: "oat milk"))
    try await ada.change(item, .removed)
    #expect(try ada.texts(of: list) == [])
  }

  @Test func `a second list of the same name is refused`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let error = await #expect(throws: StoreError.self) {
      try await ada.makeList("saturday")
    }
    #expect(error?.code == .refusedByView)
    #expect(try ada.store.read { try $0.entities(of: GroceryList.self).map(\.id) } == [list])
  }

  @Test func `deleting a list deletes its items, and one undo brings all back`() async throws {
    let ada = try household()
    let (list, other) = (try await ada.makeList("Saturday"), try await ada.makeList("Party"))
    try await ada.add("milk", to: list)
    try await ada.add("rice", to: list)
    try await ada.add("crisps", to: other)
    try await ada.deleteList(list)
    #expect(try ada.store.read { try $0.entities(of: Item.self).map(\.text) } == ["crisps"])
    try await ada.undo()
    #expect(try ada.texts(of: list) == ["milk", "rice"])
    #expect(try ada.store.read { try $0.entity(list)?.name } == "Saturday")
  }

  @Test func `each person takes back his own`() async throws {
    let ada = try household()
    let ben = ada.with("Ben")
    let list = try await ada.makeList("Saturday")
    try await ada.add("milk", to: list)
    try await ben.add("rice", to: list)
    try await ada.undo()
    #expect(try ada.texts(of: list) == ["rice"])
    try await ada.redo()
    #expect(try ada.texts(of: list) == ["milk", "rice"])
  }
}
