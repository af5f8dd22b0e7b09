import Daybook
import Foundation
import Testing

/// The recipes of the cookbook on servers and command lines, run.
struct CookbookHostsRuns {
  private let store: EventStore

  init() throws { store = try EventStore.temporary(schema: .todos) }

  @Test func `a request that comes twice counts once`() async throws {
    let house = try await list(titled: "House", in: store)
    let (service, key) = (TodoService(store: store), UUID())
    for _ in 1...2 {
      let todo = try await service.add("Paint the door", to: house, by: "Ada", key: key)
      #expect(todo.rawValue == key)
    }
    let rows = try service.todos(of: house)
    #expect(rows.map(\.row.text) == ["Paint the door"])
    let answer = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode([TodoRow].self, from: answer) == rows)
    #expect(try store.read { try $0.newestTransactions(limit: 1) }.first?.author == "Ada")
    await #expect(throws: NoSuchList.self) {
      try await service.add("Paint the door", to: .timeOrdered(), by: "Ada", key: UUID())
    }
  }

  @Test func `a command line adds and lists`() throws {
    func run(_ arguments: String...) throws -> [String] {
      try runTodos(arguments, in: store, by: "Ada")
    }
    #expect(try run("add", "House", "Paint the door") == ["Paint the door"])
    #expect(try run("add", "HOUSE", "Sweep", "Rest").first == "Paint the door")
    // Those of one append have one time, so they are in the order of their identifiers.
    #expect(try Set(run("list", "house")) == ["Paint the door", "Sweep", "Rest"])
    #expect(try run("list", "Garden") == ["no list Garden"])
    #expect(try run().first?.hasPrefix("usage") == true)
  }
}
