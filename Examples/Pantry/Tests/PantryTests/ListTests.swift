import DaybookMacros
import DaybookTesting
import Pantry
import Testing

struct ListTests {
  @Test func `what is bought comes after what is to be bought`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let milk = try await ada.add("1 l milk", to: list)
    try await ada.add("rice", to: list)
    try await ada.buy(milk)
    #expect(try ada.texts(of: list) == ["rice", "1 l milk"])
  }

  @Test func `an item is renamed, measured and removed`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let item = try await ada.add("1 l milk, cold", to: list)
    try await ada.change(item, .renamed("oat milk"))
    try await ada.measure(item, Quantity(amount: 2, unit: .liter))
    #expect(try ada.state(item)?.text == "2 l oat milk")
    #expect(try ada.state(item)?.note == "cold")
    try await ada.measure(item, nil)
    #expect(try ada.texts(of: list) == ["oat milk"])
    try await ada.change(item, .removed)
    #expect(try ada.texts(of: list) == [])
  }

  @Test func `more of what is still to be bought is one item, of what is bought another`()
    async throws
  {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let first = try await ada.add("500 g flour", to: list)
    #expect(try await ada.add("1 kg Flour", to: list) == first)
    try await ada.add("2 cups flour", to: list)
    #expect(try ada.texts(of: list) == ["1.5 kg + 2 cups flour"])
    try await ada.buy(first)
    #expect(try await ada.add("100 g flour", to: list) != first)
    #expect(try ada.texts(of: list) == ["100 g flour", "1.5 kg + 2 cups flour"])
  }

  @Test func `what two devices add to one item apart adds up`() async throws {
    let (ada, ben) = (try household("Ada"), try household("Ben"))
    let list = try await ada.makeList("Saturday")
    let item = try await ada.add("500 g flour", to: list)
    try await ben.absorb(ada)
    try await ada.add("100 g flour", to: list)
    try await ben.add("200 g flour", to: list)
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    for phone in [ada, ben] { #expect(try phone.texts(of: list) == ["800 g flour"]) }
    // Each takes back his own part.
    try await ben.undo()
    #expect(try ben.state(item)?.text == "600 g flour")
  }

  @Test(arguments: [true, false])
  func `of what one device buys, what another wanted more is still to be bought`(
    isBoughtFirst: Bool
  ) async throws {
    let clock = TestClock()
    let (ada, ben) = (try household("Ada", clock), try household("Ben", clock))
    let list = try await ada.makeList("Saturday")
    let item = try await ada.add("500 g flour", to: list)
    try await ben.absorb(ada)
    for isBuying in [isBoughtFirst, !isBoughtFirst] {
      clock.advance(by: 1)
      if isBuying {
        try await ada.buy(item)
      } else {
        try await ben.add("200 g flour", to: list)
      }
    }
    try await ada.absorb(ben)
    #expect(try ada.texts(of: list) == ["200 g flour"])
    try await ada.buy(item)
    #expect(try ada.texts(of: list) == ["700 g flour"])
    try await ada.buy(item, false)
    #expect(try ada.state(item)?.isBought == false)
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

  @Test func `FG-3: deleting a list deletes its items, and one undo brings all back`()
    async throws
  {
    let ada = try household()
    let (list, other) = (try await ada.makeList("Saturday"), try await ada.makeList("Party"))
    try await ada.add("milk", to: list)
    try await ada.add("rice", to: list)
    try await ada.add("crisps", to: other)
    try await ada.change(list, .deleted)
    #expect(try ada.all(GroceryListItem.self).map(\.name) == ["crisps"])
    try await ada.undo()
    #expect(try ada.texts(of: list) == ["milk", "rice"])
    #expect(try ada.state(list)?.name == "Saturday")
  }

  @Test func `FG-3: what is put late on a list that is deleted is gone, and comes back with it`()
    async throws
  {
    let (ada, ben) = (try household("Ada"), try household("Ben"))
    let list = try await ada.makeList("Saturday")
    try await ben.absorb(ada)
    try await ada.change(list, .deleted)
    try await ben.add("milk", to: list)
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    for phone in [ada, ben] {
      #expect(try phone.all(GroceryListItem.self) == [])
      #expect(try phone.search("milk") == [])
    }
    try await ada.undo()
    #expect(try ada.texts(of: list) == ["milk"])
  }

  @Test func `a list is renamed, noted and completed`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    try await ada.change(list, .renamed("Sunday"))
    try await ada.change(list, .noted("at the market"))
    try await ada.change(list, .completed(true))
    #expect(
      try ada.state(list) == GroceryList(name: "Sunday", notes: "at the market", isCompleted: true))
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
