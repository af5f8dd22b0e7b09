import Daybook
import DaybookTesting
import TemporaryFolders
import Testing

/// What arrives for something that is deleted here, and what other processes deleted.
struct RelationArrivalTests {
  private func store() throws -> EventStore { try EventStore.temporary(schema: .boards) }

  /// Two stores with a board that one of them deleted, and to which the other added a card.
  private func parted() throws -> (here: EventStore, there: EventStore, board: ID<Board>) {
    let (here, there) = (try store(), try store())
    let board = try here.make(board: "home")
    _ = try here.add("paint", to: board)
    try there.take(from: here)
    try here.delete(board)
    _ = try there.add("sweep", to: board)
    return (here, there, board)
  }

  private func exchange(_ one: EventStore, _ other: EventStore) throws {
    try one.take(from: other)
    try other.take(from: one)
  }

  @Test func `a card that arrives for a deleted board is gone too, and comes back with it`() throws
  {
    let (here, there, _) = try parted()
    let deletion = try here.read { try $0.token().number }
    try exchange(here, there)
    for store in [here, there] {
      #expect(try store.cards() == [])
      #expect(try store.faults() == [])
    }
    #expect(try here.digests() == there.digests())
    try here.undo(transaction: deletion)
    try exchange(here, there)
    for store in [here, there] {
      #expect(try store.cards() == ["paint", "sweep"])
      #expect(try store.faults() == [])
    }
    #expect(try here.digests() == there.digests())
  }

  @Test func `the deletion may be taken back before it arrives with the card`() throws {
    let (here, there, _) = try parted()
    try here.undo(by: nil)
    try exchange(here, there)
    for store in [here, there] { #expect(try store.cards() == ["paint", "sweep"]) }
  }

  @Test func `a card that was moved meanwhile stays`() throws {
    let (here, there, _) = try parted()
    let other = try there.make(board: "work")
    let card = try there.read { try $0.rows(CardsByText.where("paint")).first?.key.second }
    try there.change(try #require(card), .moved(board: other))
    try exchange(here, there)
    for store in [here, there] {
      #expect(try store.cards() == ["paint"])
      #expect(try store.faults() == [])
    }
    #expect(try here.digests() == there.digests())
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `board, card and deletion may arrive in any order`(_ order: [Int]) throws {
    let store = try store()
    for place in order { try store.take(from: Self.writer(place)) }
    #expect(try store.cards() == [])
    #expect(try store.faults() == [])
  }

  /// A store that has written one of the three.
  private static func writer(_ place: Int) throws -> EventStore {
    let board = ID<Board>(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    let card = ID<BoardCard>(UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    let clock = TestClock()
    clock.advance(by: Double(place))
    let store = try EventStore.boards(clock)
    if place == 2 {
      // It has to know the board to delete it.
      try store.append { try $0.append(.made(name: "home"), to: board) }
      clock.advance(by: 1)
      try store.append { try $0.append(.deleted, to: board) }
    } else {
      try store.append { draft in
        if place == 0 {
          try draft.append(.made(name: "home"), to: board)
        } else {
          try draft.append(.added(BoardCard(text: "paint", board: board)), to: card)
        }
      }
    }
    return store
  }

  @Test func `a process without views may delete a board`() throws {
    let folder = try TemporaryFolder()
    let board: ID<Board>
    do {
      let store = try EventStore.open(at: folder.path, schema: .boards)
      board = try store.make(board: "home")
      _ = try store.add("paint", to: board)
      let whole = try store.add("house", to: board)
      _ = try store.add("wall", partOf: whole)
      _ = try store.add("write")
      try store.close()
    }
    do {
      let store = try EventStore.open(at: folder.path, schema: .bareBoards)
      try store.delete(board)
      try store.close()
    }
    let store = try EventStore.open(at: folder.path, schema: .boards)
    #expect(try store.cards() == ["write"])
    #expect(try store.faults() == [])
    try store.close()
  }

  @Test(arguments: [false, true])
  func `a process without views may drop what a label was merged into`(
    isDropped: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path, schema: .boards)
    let (red, crimson, scarlet) = (
      try store.make(label: "red"), try store.make(label: "crimson"),
      try store.make(label: "scarlet")
    )
    let card = try store.add("paint", label: red)
    try store.append { try $0.append(.merged(into: crimson), to: red) }
    try store.close()
    let bare = try EventStore.open(at: folder.path, schema: .bareBoards)
    try bare.append {
      try $0.append(isDropped ? .dropped : .merged(into: scarlet), to: crimson)
    }
    try bare.close()
    let again = try EventStore.open(at: folder.path, schema: .boards)
    #expect(try again.cards() == ["paint"])
    #expect(try again.card(card)?.label == (isDropped ? nil : scarlet))
    #expect(try again.faults() == [])
    try again.close()
  }

  @Test func `a relation that is added later holds for what is there`() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try EventStore.open(
        at: folder.path, schema: .bareBoards.projection(CardsByText()))
      let board = try store.make(board: "home")
      _ = try store.add("paint", to: board)
      try store.delete(board)
      #expect(try store.cards() == ["paint"])
      try store.close()
    }
    let store = try EventStore.open(
      at: folder.path, schema: .bareBoards.projection(CardsByText()).projection(CardsOfBoard()))
    #expect(try store.cards() == [])
    #expect(try store.faults() == [])
    try store.close()
  }
}
