import Daybook
import Foundation
import Testing

/// Rows as values.
struct ViewRowTests {
  @Test func `a row as JSON comes back, and is identified by its key`() throws {
    let key = Key3("dry", Date(timeIntervalSinceReferenceDate: 5), UUID())
    let data = try JSONEncoder().encode(ViewRow(key: key, row: Empty()))
    let row = try JSONDecoder().decode(
      ViewRow<Key3<String, Date, UUID>, Empty>.self, from: data)
    #expect(row.key == key)
    #expect(row.id == key)
  }
}
