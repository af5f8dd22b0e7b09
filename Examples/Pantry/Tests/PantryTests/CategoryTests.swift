import DaybookMacros
import Pantry
import Testing

struct CategoryTests {
  @Test func `a category that two devices made is one`() async throws {
    let (phone, tablet) = (try household("Ada"), try household("Ben"))
    let cold = try await phone.category("Cold")
    #expect(try await tablet.category("cold") == cold)
    try await phone.absorb(tablet)
    try await tablet.absorb(phone)
    let names = try [phone, tablet].map { try $0.all(Category.self).map(\.name) }
    // The one that was made first, on both.
    #expect(names[0].count == 1 && names[0] == names[1])
  }

  @Test func `a category that is there is not made again`() async throws {
    let ada = try household()
    try await ada.category("Cold")
    let before = try ada.store.read { try $0.token() }
    try await ada.category(" cold ")
    #expect(try ada.store.read { try $0.token() } == before)
  }

  @Test func `a second category of the same name is refused`() async throws {
    let ada = try household()
    let (cold, dry) = (try await ada.category("Cold"), try await ada.category("Dry"))
    let error = await #expect(throws: StoreError.self) {
      try await ada.change(dry, .renamed("cold"))
    }
    #expect(error?.code == .refusedByView)
    #expect(try await ada.category("Cold") == cold)
  }

  @Test func `a name that became free is that of another category`() async throws {
    let ada = try household()
    let cold = try await ada.category("Cold")
    try await ada.change(cold, .renamed("Fridge"))
    let other = try await ada.category("Cold")
    #expect(other != cold)
    #expect(try await ada.category("Cold") == other)
    #expect(try await ada.category("fridge") == cold)
  }

  @Test func `what stands in a deleted category stands in none, and again after undo`()
    async throws
  {
    let filled = try await FilledPantry(household())
    let ada = filled.household
    func categories() throws -> [JSONValue?] {
      try ada.records().filter { $0.type == "CD_IngredientTemplate" }
        .map { $0.fields["CD_category"] }
    }
    let before = try categories()
    #expect(before.contains(.string(filled.dairy.rawValue.uuidString)))
    try await ada.change(filled.dairy, .deleted)
    #expect(try categories().allSatisfy { $0 == nil })
    try await ada.undo()
    #expect(try categories() == before)
  }
}
