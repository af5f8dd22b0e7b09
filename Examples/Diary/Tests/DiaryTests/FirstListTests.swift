import Daybook
import Testing

/// The least that declares a kind, writes one, and lists them.
private struct Wish: Entity, CodablePayload {
  static let kind = "wish"
  var text: String

  enum Event: CodableEntityEvent {
    case made(text: String)
  }

  static func fold(_ wish: inout Wish?, _ event: Event) {
    switch event {
    case .made(let text): wish = Wish(text: text)
    }
  }
}

struct FirstListTests {
  @Test func `the first list`() async throws {
    let store = try EventStore.temporary(schema: Schema().entity(Wish.self))
    try await store.append(author: "Ada") {
      try $0.append(.made(text: "sleep"), to: ID<Wish>.timeOrdered())
    }
    let wishes = try store.read { try $0.entities(of: Wish.self) }
    #expect(wishes.map(\.text) == ["sleep"])
  }
}
