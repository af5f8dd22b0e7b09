import DaybookMacros
import Pantry
import Testing

/// Ada's own list becomes one of the household, and the other way round.
struct ListMoveTests {
  /// A store of Ada's own, and one that she shares with Ben.
  private struct Homes {
    let own: Household
    let phones: Phones
    let list: ID<GroceryList>

    var ada: Household { phones.ada.household }
    var ben: Household { phones.ben.household }

    init() async throws {
      own = try household("Ada")
      try await own.setUp()
      list = try await own.makeList("Party")
      let (dairy, snacks) = (try await own.category("Dairy"), try await own.category("Snacks"))
      try await own.add("2 l milk", category: dairy, to: list)
      try await own.add("crisps", category: snacks, to: list)
      let shared = try household("Ada")
      try await shared.setUp()
      phones = try await Phones(shared)
      try await phones.meet()
    }

    /// In which category each item stands, by the name of that.
    func places(_ phone: Household) throws -> [String?] {
      try phone.items(of: list).current().map { item in
        try item.row.category.flatMap { try phone.state($0)?.name }
      }
    }

    func tokens() throws -> [History.Token] {
      try [own, ada].map { try $0.store.read { try $0.token() } }
    }
  }

  @Test func `FG-4: a list that was private is moved to the household, whole, and once`()
    async throws
  {
    let homes = try await Homes()
    let report = try await homes.own.move(homes.list, to: homes.ada)
    #expect(report.entities == 3)
    #expect(try homes.own.all(GroceryList.self) == [])
    #expect(try homes.own.all(GroceryListItem.self) == [])
    try await homes.phones.meet()
    let tokens = try homes.tokens()
    let again = try await homes.own.move(homes.list, to: homes.ada)
    #expect(again.entities == 0 && again.departure == report.departure)
    #expect(try homes.tokens() == tokens)
    // Also on a phone that was installed anew.
    let anew = try await homes.phones.join(of: "Ben", named: "new").household
    for phone in [homes.ada, homes.ben, anew] {
      #expect(try phone.texts(of: homes.list) == ["crisps", "2 l milk"])
      #expect(try homes.places(phone) == ["Snacks", "Dairy"])
    }
    #expect(try homes.ada.records() == anew.records())
    for phone in [homes.own, homes.ada] { #expect(try await phone.store.verify().ok) }
  }

  @Test func `FG-4: moved back it has what the other member wrote, and is gone there`()
    async throws
  {
    let homes = try await Homes()
    try await homes.own.move(homes.list, to: homes.ada)
    try await homes.phones.meet()
    let drinks = try await homes.ben.category("Juices")
    try await homes.ben.add("apple juice", category: drinks, to: homes.list)
    try await homes.phones.meet()
    try await homes.ada.move(homes.list, to: homes.own)
    try await homes.phones.meet()
    #expect(try homes.own.texts(of: homes.list) == ["apple juice", "crisps", "2 l milk"])
    #expect(try homes.places(homes.own) == ["Juices", "Snacks", "Dairy"])
    for phone in [homes.ada, homes.ben] {
      #expect(try phone.state(homes.list) == nil)
      #expect(try phone.all(GroceryListItem.self) == [])
    }
    // What Ben adds before he hears of it is gone with the list there.
    try await homes.ben.add("ice", to: homes.list)
    try await homes.phones.meet()
    for phone in [homes.ada, homes.ben] { #expect(try phone.all(GroceryListItem.self) == []) }
  }

  @Test func `FG-4: an undo brings the list back, and moving it again brings what is new`()
    async throws
  {
    let homes = try await Homes()
    let before = try homes.own.records()
    try await homes.own.move(homes.list, to: homes.ada)
    try await homes.own.undo()
    #expect(try homes.own.records() == before)
    #expect(try homes.ada.texts(of: homes.list) == ["crisps", "2 l milk"])
    try await homes.own.add("ice", to: homes.list)
    let report = try await homes.own.move(homes.list, to: homes.ada)
    #expect(report.entities == 4 && report.events == 1)
    try await homes.phones.meet()
    for phone in [homes.ada, homes.ben] {
      #expect(try phone.texts(of: homes.list) == ["crisps", "ice", "2 l milk"])
    }
    #expect(try homes.own.all(GroceryListItem.self) == [])
  }

  @Test(arguments: [true, false])
  func `FG-4: a category that the household has by another identifier is the same there`(
    isOwnLeast: Bool
  ) async throws {
    let homes = try await Homes()
    let ids = [ID<Pantry.Category>.timeOrdered(), .timeOrdered()].sorted()
    let (own, other) = isOwnLeast ? (ids[0], ids[1]) : (ids[1], ids[0])
    try await homes.own.change(own, .made(Pantry.Category(name: "Sweets")))
    try await homes.ben.change(other, .made(Pantry.Category(name: "sweets")))
    let jam = try await homes.ben.categorize("jam", as: other)
    try await homes.own.add("cake", category: own, to: homes.list)
    try await homes.phones.meet()
    try await homes.own.move(homes.list, to: homes.ada)
    try await homes.phones.meet()
    // The household knows its own longer than the one that came with the list.
    for phone in [homes.ada, homes.ben] {
      #expect(try phone.state(jam)?.category == other)
      #expect(try phone.items(of: homes.list).current().first?.row.category == other)
      #expect(try phone.categories().filter { $0.id == ids[0] || $0.id == ids[1] }.count == 1)
    }
  }

  @Test func `FG-4: an item of a category that was merged stands in the kept one, there too`()
    async throws
  {
    let homes = try await Homes()
    let kept = try await homes.own.category("Sweets")
    // A list of somebody else brings a category of that name to Ada, by another identifier.
    let (cleo, merged) = (try household("Cleo"), ID<Pantry.Category>.timeOrdered())
    try await cleo.change(merged, .made(Pantry.Category(name: "sweets")))
    let list = try await cleo.makeList("Brunch")
    let cake = try await cleo.add("cake", category: merged, to: list)
    try await cleo.move(list, to: homes.own)
    #expect(try homes.own.state(cake)?.category == kept)
    try await homes.own.move(list, to: homes.ada)
    try await homes.phones.meet()
    for phone in [homes.ada, homes.ben] {
      #expect(try phone.state(cake)?.category == kept)
      #expect(try phone.state(kept)?.name == "Sweets")
    }
    try await homes.ada.move(list, to: homes.own)
    #expect(try homes.own.state(cake)?.category == kept)
  }

  @Test func `a list whose name is taken there stays where it is`() async throws {
    let homes = try await Homes()
    _ = try await homes.ada.makeList("party")
    let error = await #expect(throws: StoreError.self) {
      try await homes.own.move(homes.list, to: homes.ada)
    }
    #expect(error?.code == .refusedByView)
    #expect(try homes.own.texts(of: homes.list) == ["crisps", "2 l milk"])
    #expect(try homes.ada.all(GroceryListItem.self) == [])
  }
}
