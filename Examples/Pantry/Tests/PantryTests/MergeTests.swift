import DaybookMacros
import DaybookTesting
import Pantry
import Testing

/// Two phones whose setups gave one category two identifiers.
struct MergeTests {
  /// As an older version of the app set up, which drew all identifiers: each phone has a category
  /// of its own, with a thing in it.
  private struct Parted {
    let ada: Household
    let ben: Household
    /// First that of Ada's phone, which set up first.
    let dairies: [ID<Pantry.Category>]
    let cream: ID<IngredientTemplate>
    let milk: ID<IngredientTemplate>

    init() async throws {
      (ada, ben) = (try household("Ada"), try household("Ben"))
      dairies = [.timeOrdered(), .timeOrdered()].sorted()
      try await ada.change(dairies[0], .made(Pantry.Category(name: "Dairy")))
      try await ben.change(dairies[1], .made(Pantry.Category(name: "dairy")))
      cream = try await ada.categorize("cream", as: dairies[0])
      milk = try await ben.categorize("milk", as: dairies[1])
    }

    /// Each takes in what the other has written.
    func exchange(adaFirst: Bool = true) async throws {
      for (one, other) in adaFirst ? [(ada, ben), (ben, ada)] : [(ben, ada), (ada, ben)] {
        try await one.absorb(other)
      }
    }

    /// What both show.
    func expectOne(_ phones: [Household]? = nil) throws {
      for phone in phones ?? [ada, ben] {
        #expect(try phone.categories().map(\.id) == [dairies[0]])
        for thing in [cream, milk] { #expect(try phone.state(thing)?.category == dairies[0]) }
        #expect(
          try phone.store.read { try $0.count(TemplatesOfCategory.where(dairies[0])) } == 2)
      }
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `FG-2: two setups with random identifiers come to one set, the oldest kept`(
    adaFirst: Bool, adaMerges: Bool
  ) async throws {
    let parted = try await Parted()
    try await parted.exchange(adaFirst: adaFirst)
    let merging = adaMerges ? parted.ada : parted.ben
    #expect(
      try await merging.mergeCategories()
        == [Merge(kept: parted.dairies[0], merged: parted.dairies[1])])
    try parted.expectOne([merging])
    try await parted.exchange(adaFirst: adaFirst)
    try parted.expectOne()
    for phone in [parted.ada, parted.ben] {
      let token = try phone.store.read { try $0.token() }
      #expect(try await phone.mergeCategories() == [])
      #expect(try phone.store.read { try $0.token() } == token)
    }
    #expect(try parted.ada.records() == parted.ben.records())
    #expect(try parted.ada.store.digests() == parted.ben.store.digests())
  }

  @Test func `FG-2: both may merge, and what arrives late stands in the one that is left`()
    async throws
  {
    let (parted, cleo) = (try await Parted(), try household("Cleo"))
    // She has heard of Ben's category alone.
    try await cleo.absorb(parted.ben)
    try await parted.exchange()
    for phone in [parted.ada, parted.ben] { try await phone.mergeCategories() }
    let list = try await cleo.makeList("Saturday")
    let curd = try await cleo.add("curd", category: parted.dairies[1], to: list)
    try await parted.ada.absorb(cleo)
    try await parted.exchange()
    try await cleo.absorb(parted.ben)
    let phones = [parted.ada, parted.ben, cleo]
    try parted.expectOne(phones)
    for phone in phones {
      #expect(try phone.state(curd)?.category == parted.dairies[0])
      #expect(try phone.store.digests() == parted.ada.store.digests())
    }
  }

  @Test func `FG-2: an undo parts them again, and nobody's own undo does`() async throws {
    let parted = try await Parted()
    try await parted.exchange()
    let before = try parted.ada.records()
    try await parted.ada.mergeCategories()
    try await parted.ada.store.undo(by: "merge")
    #expect(try parted.ada.records() == before)
    #expect(try parted.ada.state(parted.milk)?.category == parted.dairies[1])
    try await parted.ada.store.redo(by: "merge")
    try parted.expectOne([parted.ada])
    try await parted.ada.undo()
    #expect(try parted.ada.state(parted.cream)?.category == nil)
    #expect(try parted.ada.categories().count == 1)
  }

  @Test(arguments: [true, false])
  func `FG-2: a setup makes no second one of what an older version made`(
    exchangesFirst: Bool
  ) async throws {
    let parted = try await Parted()
    if exchangesFirst { try await parted.exchange() }
    func dairies(_ phone: Household) throws -> [ID<Pantry.Category>] {
      try phone.categories().filter { $0.name.lowercased() == "dairy" }.map(\.id)
    }
    for phone in [parted.ada, parted.ben] {
      try await phone.setUp()
      #expect(try dairies(phone).count == 1)
    }
    try await parted.exchange()
    for phone in [parted.ada, parted.ben] { try await phone.mergeCategories() }
    try await parted.exchange()
    let kept = try #require(try parted.ada.state(parted.cream)?.category)
    for phone in [parted.ada, parted.ben] {
      #expect(try dairies(phone) == [kept])
      #expect(try phone.state(parted.milk)?.category == kept)
      try await phone.change(kept, .deleted)
      try await phone.setUp()
      #expect(try dairies(phone) == [])
    }
  }

  @Test func `FG-2: two that were merged into each other are one, the oldest`() async throws {
    let (ada, ben) = (try household("Ada"), try household("Ben"))
    let older = ID<Pantry.Category>.timeOrdered()
    try await ada.change(older, .made(Pantry.Category(name: "Dairy")))
    let cream = try await ada.categorize("cream", as: older)
    // Ben knows a category of the earliest time, and merges the other one into it.
    try await ben.setUp()
    try await ben.absorb(ada)
    try await ben.mergeCategories()
    // Ada's phone, which has not heard of that, merges its own setup's into the older.
    try await ada.setUp()
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    for phone in [ada, ben] {
      #expect(try phone.categories().count == 8)
      #expect(try phone.state(cream)?.category == Pantry.Category.id(of: "Dairy"))
      #expect(try phone.store.digests() == ada.store.digests())
      #expect(try await phone.mergeCategories() == [])
    }
  }

  @Test func `a name whose category was one with another, which is deleted, is that of a new one`()
    async throws
  {
    let clock = TestClock()
    let (ada, ben) = (try household("Ada", clock), try household("Ben", clock))
    let older = ID<Pantry.Category>.timeOrdered()
    try await ben.change(older, .made(Pantry.Category(name: "Cold")))
    clock.advance(by: 1)
    let named = try await ada.category("Cold")
    try await ada.absorb(ben)
    #expect(try await ada.mergeCategories() == [Merge(kept: older, merged: named)])
    try await ada.change(older, .deleted)
    let fresh = try await ada.category("Cold")
    #expect(try ada.categories().map(\.id) == [fresh])
  }
}
