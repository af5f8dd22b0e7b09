import DaybookMacros
import Grocer
import Testing

@Suite struct CategoryTests {
  @Test func `a category that two devices made is one`() async throws {
    let (phone, tablet) = (try household("Ada"), try household("Ben"))
    let cold = try await phone.category("Cold")
    #expect(try await tablet.category("cold") == cold)
    try await phone.absorb(tablet)
    try await tablet.absorb(phone)
    let names = try [phone, tablet].map { one in
      try one.store.read { try $0.entities(of: Category.self).map(\.name) }
    }
    // The one that was made first, on both.
    #expect(names[0].count == 1 && names[0] == names[1])
  }

  @Test func `a category that is there is not made again`() async throws {
    let ada = try household()
    try await ada.category("Cold")
    let before = try ada.store.read { try $0.token() }
    try await ada.category("Cold")
    #expect(try ada.store.read { try $0.token() } == before)
  }
}
