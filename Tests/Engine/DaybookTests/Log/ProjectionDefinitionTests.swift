import Testing

@testable import Daybook

/// What the store remembers of a projection, as bytes.
struct ProjectionDefinitionTests {
  @Test func `what is said of rows being built says nothing when none are`() throws {
    var payload = PayloadWriter()
    payload.string(1, "byName")
    payload.uint(10, 7)
    payload.string(11, "UTC")
    payload.string(12, "app")
    let read = try ProjectionDefinition(payload.bytes)
    #expect(read == ProjectionDefinition(name: "byName"))
    var again = PayloadWriter()
    read.encode(into: &again)
    #expect(try ProjectionDefinition(again.bytes) == read)
  }
}
