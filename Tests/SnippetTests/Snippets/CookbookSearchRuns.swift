import Daybook
import DaybookTesting
import Testing

/// The recipes of the cookbook on finding things and on who wrote them, run.
struct CookbookSearchRuns {
  private let store: EventStore
  private let clock = TestClock()
  private let house = ID<TodoList>.timeOrdered()
  private let door = ID<Todo>.timeOrdered()

  init() throws { store = try Self.device(clock) }

  /// A store that is a replica of its own.
  private static func device(_ clock: TestClock) throws -> EventStore {
    var options = StoreOptions()
    options.now = { clock.now }
    return try EventStore.temporary(
      schema: Schema.todos.entity(Star.self).projection(ListHits()).projection(TodoHits()),
      options: options)
  }

  private func append(
    _ event: Todo.Event, to id: ID<Todo> = .timeOrdered(), by author: String = "Ada"
  ) async throws {
    clock.advance(by: 1)
    try await store.append(author: author) { try $0.append(event, to: id) }
  }

  private func send(_ one: EventStore, to other: EventStore) async throws {
    for transaction in try one.read({ try $0.transactions() }) {
      try await other.absorb(try #require(try one.read { try $0.message(of: transaction.number) }))
    }
  }

  @Test func `hits of both kinds are merged, whole words first, then the newest`() async throws {
    try await store.append { [house] in try $0.append(.created(title: "Door and wall"), to: house) }
    try await append(.added(text: "Paint the doorframe, the walls", list: house))
    try await append(.added(text: "Paint the door and the doorbell", list: house))
    try await append(.added(text: "Door in the wallpaper", list: house))
    func found(_ text: String) throws -> [String] { try hits(for: text, in: store).map(\.text) }
    #expect(
      try found("door wall") == [
        "Door and wall", "Door in the wallpaper", "Paint the doorframe, the walls",
      ])
    #expect(
      try found("DOOR") == [
        "Door in the wallpaper", "Paint the door and the doorbell", "Door and wall",
        "Paint the doorframe, the walls",
      ])
    #expect(try hits(for: "and wall", in: store).map(\.thing) == [.list(house)])
    #expect(try found("door door").count == 4)
    #expect(try found("window") == [])
    #expect(try found("") == [])
  }

  @Test func `two devices give one star, and what took it away says whether it comes again`()
    async throws
  {
    let tablet = try Self.device(clock)
    let star = Star.id(of: "Ada", for: door)
    #expect(star == Star.id(of: "Ada", for: door))
    #expect(star != Star.id(of: "Ben", for: door))
    for device in [store, tablet] {
      clock.advance(by: 1)
      try await give(door, by: "Ada", in: device)
    }
    func exchange() async throws {
      try await send(store, to: tablet)
      try await send(tablet, to: store)
      #expect(try store.digests() == tablet.digests())
    }
    func stars(_ device: EventStore) throws -> Int {
      try device.read { try $0.entities(of: Star.self) }.count
    }
    try await exchange()
    #expect(try stars(store) == 1)

    // Given on the tablet at 1, taken back on the phone at 2: gone.
    clock.advance(by: 1)
    try await give(door, by: "Ada", in: tablet)
    clock.advance(by: 1)
    try await store.append { try $0.append(.takenBack, to: star) }
    try await exchange()
    #expect(try stars(tablet) == 0)
    // Given later: there again.
    clock.advance(by: 1)
    try await give(door, by: "Ada", in: tablet)
    try await exchange()
    #expect(try stars(store) == 1)
    // Refused: given later, it stays away.
    clock.advance(by: 1)
    try await store.append { try $0.append(.refused, to: star) }
    try await exchange()
    clock.advance(by: 1)
    try await give(door, by: "Ada", in: tablet)
    try await exchange()
    #expect(try stars(store) == 0)
  }

  @Test func `who made a thing and who changed it last is in its history`() async throws {
    #expect(try authors(of: door, in: store) == (nil, nil))
    try await append(.added(text: "Paint the door", list: house), to: door)
    #expect(try authors(of: door, in: store) == ("Ada", "Ada"))
    try await append(.done, to: door, by: "Ben")
    #expect(try authors(of: door, in: store) == ("Ada", "Ben"))
    clock.advance(by: 1)
    try await store.undo(transaction: 2, by: "Cleo")
    #expect(try authors(of: door, in: store) == ("Ada", "Cleo"))
    try await store.purge(before: store.read { try $0.token() })
    #expect(try authors(of: door, in: store) == (nil, nil))
  }

  @Test func `the news are what others did, page by page, and then as it comes`() async throws {
    try await store.append(author: "Ada") { [house] in
      try $0.append(.created(title: "House"), to: house)
    }
    try await append(.added(text: "Sweep", list: house), to: door)
    let start = try store.read { try $0.token() }
    try await append(.done, to: door, by: "Ben")
    for number in 1...60 {
      try await append(.added(text: "nail \(number)", list: house), by: "Ben")
      try await append(.added(text: "screw \(number)", list: house), by: "Ada")
    }
    let first = try news(after: start, for: "Ada", in: store)
    #expect(first.lines.first == "Ben changed todo.item Sweep: isDone no → yes")
    #expect(first.lines.count == 50)
    let second = try news(after: first.seen, for: "Ada", in: store)
    #expect(second.lines.count == 11)
    #expect(Set(first.lines + second.lines).count == 61)
    #expect(try news(after: second.seen, for: "Ada", in: store).lines == [])
    // One transaction of several changes is on one page.
    try await store.append(author: "Ben") { [house] draft in
      for number in 1...70 {
        try draft.append(.added(text: "bolt \(number)", list: house), to: ID<Todo>.timeOrdered())
      }
    }
    let third = try news(after: second.seen, for: "Ada", in: store)
    #expect(third.lines.count == 70)
    #expect(try third.seen == store.read { try $0.token() })

    let (told, heard) = AsyncStream.makeStream(of: String.self)
    let following = Task { [store] in
      try await tellNews(after: third.seen, for: "Ada", in: store) { heard.yield($0) }
    }
    try await append(.deleted, to: door, by: "Ben")
    var lines = told.makeAsyncIterator()
    #expect(await lines.next() == "Ben deleted todo.item Sweep")
    following.cancel()
    try? await following.value
  }
}
