import Daybook
import DaybookTesting
import Testing

/// Which version of the schema wrote a transaction.
struct SchemaVersionTests {
  private func store(_ version: Int?) throws -> EventStore {
    let schema = (version.map { Schema(version: $0) } ?? Schema()).entity(PantryItem.self)
    return try EventStore.temporary(schema: schema, options: TestClock().options)
  }

  @Test(arguments: [nil, 0, 1, 300] as [Int?])
  func `a transaction tells the version of the schema that wrote it`(version: Int?) throws {
    let (writer, reader) = (try store(version), try store(7))
    try writer.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    let message = try #require(try writer.read { try $0.message(of: 1) })
    try reader.absorb(message)
    for store in [writer, reader] {
      let transaction = try #require(try store.read { try $0.transaction(1) })
      #expect(transaction.schemaVersion == version ?? 0)
    }
    #expect(try reader.read { try $0.message(of: 1) } == message)
  }
}
