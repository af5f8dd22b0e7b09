import DaybookMacros
import Pantry
import Testing

struct SetupTests {
  @Test func `FG-2: a second setup writes nothing`() async throws {
    let ada = try household()
    try await ada.setUp()
    let token = try ada.store.read { try $0.token() }
    try await ada.setUp()
    #expect(try ada.store.read { try $0.token() } == token)
    #expect(try ada.categories().map(\.name).first == "Produce")
  }

  @Test func `FG-2: two devices that set up apart have one set, with what stands in it`()
    async throws
  {
    let (ada, ben) = (try household("Ada"), try household("Ben"))
    for phone in [ada, ben] { try await phone.setUp() }
    let (dairy, other) = (try await ada.category("Dairy"), try await ben.category("Dairy"))
    #expect(dairy == other)
    let cream = try await ada.categorize("cream", as: dairy)
    let milk = try await ben.categorize("milk", as: other)
    let count = try ada.categories().count
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    for phone in [ada, ben] {
      #expect(try phone.categories().count == count)
      #expect(try phone.state(cream)?.category == dairy && phone.state(milk)?.category == dairy)
    }
    #expect(try ada.records() == ben.records())
  }

  @Test func `FG-2: the setup of a new device changes nothing that a person did`() async throws {
    let (ada, ben) = (try household("Ada"), try household("Ben"))
    try await ada.setUp()
    let (dairy, meat) = (try await ada.category("Dairy"), try await ada.category("Meat"))
    try await ada.change(dairy, .renamed("Cold"))
    try await ada.change(meat, .deleted)
    let before = try ada.records()
    // Ben's phone starts before it hears of Ada's.
    try await ben.setUp()
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    #expect(try ada.records() == before)
    #expect(try ben.records() == before)
    try await ben.setUp()
    #expect(try ben.records() == before)
  }

  @Test func `a person's undo does not take the setup back`() async throws {
    let ada = try household()
    try await ada.setUp()
    let count = try ada.categories().count
    await #expect(throws: StoreError.self) { try await ada.undo() }
    #expect(try ada.categories().count == count)
  }
}
