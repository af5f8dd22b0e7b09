import DaybookMacros
import Pantry
import Testing

struct LiveTests {
  @Test func `a list follows what others put on it`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let values = ada.items(of: list).makeAsyncIterator()
    #expect(try await values.next()?.count == 0)
    try await ada.with("Ben").add("milk", to: list)
    #expect(try await values.next()?.map(\.row.text) == ["milk"])
  }
}
