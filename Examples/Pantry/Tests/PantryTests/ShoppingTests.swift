import DaybookMacros
import Foundation
import Pantry
import Testing

struct ShoppingTests {
  @Test func `a plan goes onto a list for its servings, and off again`() async throws {
    let filled = try await FilledPantry(household())
    let (ada, list) = (filled.household, filled.list)
    #expect(try ada.texts(of: list) == ["2 cups cream", "800 g leeks", "salt"])
    try await ada.add("1 cup cream", to: list)
    try await ada.takeBack(filled.week, from: list)
    #expect(try ada.texts(of: list) == ["1 cup cream"])
    try await ada.undo()
    #expect(try ada.texts(of: list) == ["3 cups cream", "800 g leeks", "salt"])
  }

  @Test func `shopping again brings the list up to date and nothing else`() async throws {
    let filled = try await FilledPantry(household())
    let (ada, list) = (filled.household, filled.list)
    let token = try ada.store.read { try $0.token() }
    try await ada.shop(for: filled.week, onto: list)
    #expect(try ada.store.read { try $0.token() } == token)
    try await ada.change(filled.dinner, .served(6))
    try await ada.shop(for: filled.week, onto: list)
    #expect(try ada.texts(of: list) == ["3 cups cream", "1.2 kg leeks", "salt"])
    try await ada.change(filled.dinner, .removed)
    try await ada.shop(for: filled.week, onto: list)
    #expect(try ada.texts(of: list) == [])
  }

  @Test func `what was bought stays, whatever the plan says`() async throws {
    let filled = try await FilledPantry(household())
    let (ada, list) = (filled.household, filled.list)
    let cream = try #require(try ada.items(of: list).current().first).key.id
    try await ada.buy(cream)
    try await ada.change(filled.dinner, .served(6))
    try await ada.shop(for: filled.week, onto: list)
    #expect(try ada.texts(of: list) == ["1.2 kg leeks", "salt", "2 cups cream"])
    try await ada.takeBack(filled.week, from: list)
    #expect(try ada.texts(of: list) == ["2 cups cream"])
  }

  @Test func `a line that names another thing takes the old one off the list`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let pilaf = try await ada.write(Recipe(title: "Pilaf", servings: 4))
    let line = try await ada.add("1 kg flour", to: pilaf)
    try await ada.cook(pilaf, onto: list)
    try await ada.rewrite(line, as: "1 kg rice")
    try await ada.cook(pilaf, onto: list)
    #expect(try ada.texts(of: list) == ["1 kg rice"])
    try await ada.change(line, .removed)
    try await ada.cook(pilaf, onto: list)
    #expect(try ada.texts(of: list) == [])
  }

  @Test func `a recipe that is cooked again is bought again`() async throws {
    let (ada, ben) = (try household(), try household("Ben"))
    let list = try await ada.makeList("Saturday")
    let pilaf = try await ada.write(Recipe(title: "Pilaf", servings: 4), ingredients: ["1 kg rice"])
    for _ in 0..<2 { try await ada.cook(pilaf, onto: list) }
    #expect(try ada.texts(of: list) == ["1 kg rice"])
    try await ada.buy(#require(try ada.items(of: list).current().first).key.id)
    try await ben.absorb(ada)
    for phone in [ada, ben] { try await phone.cook(pilaf, servings: 8, onto: list) }
    try await ada.absorb(ben)
    #expect(try ada.texts(of: list) == ["2 kg rice", "1 kg rice"])
  }

  @Test func `staples stay off the list unless they are asked for`() async throws {
    let filled = try await FilledPantry(household())
    let (ada, list) = (filled.household, filled.list)
    try await ada.setStaple("Salt")
    try await ada.shop(for: filled.week, onto: list)
    #expect(try ada.texts(of: list) == ["2 cups cream", "800 g leeks"])
    try await ada.shop(for: filled.week, onto: list, includesStaples: true)
    #expect(try ada.texts(of: list) == ["2 cups cream", "800 g leeks", "salt"])
    #expect(try ada.staples().map(\.name) == ["salt"])
  }

  @Test func `all staples go onto a list, each once`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    for name in ["salt", "oil", "flour"] { try await ada.setStaple(name) }
    try await ada.setStaple("flour", false)
    try await ada.add("2 l oil", to: list)
    for _ in 1...2 { try await ada.addStaples(to: list) }
    #expect(try ada.texts(of: list) == ["2 l oil", "salt"])
  }

  @Test func `a thing goes to its place in the shop`() async throws {
    let filled = try await FilledPantry(household())
    let ada = filled.household
    let items = try ada.items(of: filled.list).current()
    #expect(items.map(\.row.category) == [filled.dairy, nil, nil])
    let other = try await ada.makeList("Sunday")
    let cream = try await ada.add("Cream", to: other)
    #expect(try ada.state(cream)?.category == filled.dairy)
  }

  @Test func `two devices that shop for one plan apart have it once`() async throws {
    let filled = try await FilledPantry(household("Ada"))
    let (ada, ben) = (filled.household, try household("Ben"))
    try await ada.takeBack(filled.week, from: filled.list)
    let item = try await ada.add("100 g leeks", to: filled.list)
    try await ben.absorb(ada)
    for phone in [ada, ben] { try await phone.shop(for: filled.week, onto: filled.list) }
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    for phone in [ada, ben] {
      #expect(try phone.state(item)?.text == "900 g leeks")
      #expect(try phone.texts(of: filled.list) == ["2 cups cream", "900 g leeks", "salt"])
    }
  }
}
