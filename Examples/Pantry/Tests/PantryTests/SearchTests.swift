import DaybookMacros
import Pantry
import Testing

struct SearchTests {
  @Test(arguments: [
    ("ri", ["Brown rice", "Rice paper"]), ("brown RI", ["Brown rice"]), ("rice b", ["Brown rice"]),
    ("ice", []), ("", []), ("!", []),
  ])
  func `items are found by words and by the beginning of the last`(
    _ text: String, _ expected: [String]
  ) async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    for text in ["Brown rice", "Rice paper", "Bread"] { try await ada.add(text, to: list) }
    #expect(try ada.search(text).map(\.text) == expected)
  }
}
