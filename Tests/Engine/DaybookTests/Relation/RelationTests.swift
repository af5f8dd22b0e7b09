import Daybook
import Testing

/// What becomes of entities when what they refer to is deleted.
struct RelationTests {
  private func store() throws -> EventStore { try EventStore.temporary(schema: .boards) }

  @Test func `a card is gone with its board, and one undo brings all back`() throws {
    let store = try store()
    let (board, other) = (try store.make(board: "home"), try store.make(board: "work"))
    let card = try store.add("paint", to: board)
    _ = try store.add("sweep", to: board)
    _ = try store.add("write", to: other)
    let digests = try store.digests()
    try store.delete(board)
    #expect(try store.cards() == ["write"])
    #expect(try store.card(card) == nil)
    #expect(try store.read { try $0.count(CardsOfBoard.where(board)) } == 0)
    #expect(try store.faults() == [])
    try store.undo(by: nil)
    #expect(try store.cards() == ["paint", "sweep", "write"])
    #expect(try store.digests() == digests)
    #expect(try store.read { try $0.count(CardsOfBoard.where(board)) } == 2)
  }

  @Test func `a deletion writes one event, however many cards the board has`() throws {
    let store = try store()
    let board = try store.make(board: "home")
    for number in 1...40 { _ = try store.add("\(number)", to: board) }
    let before = try store.statistics().events
    try store.delete(board)
    #expect(try store.statistics().events == before + 1)
    #expect(try store.cards() == [])
  }

  @Test func `a reference to a label that is dropped reads as nil`() throws {
    let store = try store()
    let (red, blue) = (try store.make(label: "red"), try store.make(label: "blue"))
    let (paint, sweep) = (try store.add("paint", label: red), try store.add("sweep", label: blue))
    try store.append { try $0.append(.dropped, to: red) }
    #expect(try store.cards() == ["paint", "sweep"])
    #expect(try store.card(paint)?.label == nil)
    #expect(try store.card(sweep)?.label == blue)
    #expect(try store.read { try $0.rows(CardsOfLabel.all).map(\.key.second) } == [sweep])
    #expect(try store.faults() == [])
    try store.undo(by: nil)
    #expect(try store.card(paint)?.label == red)
  }

  @Test func `an edit of a card whose label is dropped keeps the label for an undo`() throws {
    let store = try store()
    let red = try store.make(label: "red")
    let card = try store.add("paint", label: red)
    let dropping = try store.append { try $0.append(.dropped, to: red) }
    try store.change(card, .worded("paint twice"))
    #expect(try store.card(card) == BoardCard(text: "paint twice"))
    try store.undo(transaction: dropping.number)
    #expect(try store.card(card) == BoardCard(text: "paint twice", label: red))
    #expect(try store.faults() == [])
  }

  @Test func `parts are gone with the board of their whole`() throws {
    let store = try store()
    let board = try store.make(board: "home")
    let whole = try store.add("house", to: board)
    let part = try store.add("wall", partOf: whole)
    _ = try store.add("brick", partOf: part)
    try store.delete(board)
    #expect(try store.cards() == [])
    #expect(try store.faults() == [])
    try store.undo(by: nil)
    #expect(try store.cards() == ["brick", "house", "wall"])
    try store.change(part, .removed)
    #expect(try store.cards() == ["house"])
    #expect(try store.faults() == [])
  }

  @Test func `cards in a circle stay until one of them is deleted`() throws {
    let store = try store()
    let (one, two) = (try store.add("one"), try store.add("two"))
    try store.change(one, .made(partOf: two))
    try store.change(two, .made(partOf: one))
    #expect(try store.cards() == ["one", "two"])
    try store.change(one, .removed)
    #expect(try store.cards() == [])
    #expect(try store.faults() == [])
    try store.undo(by: nil)
    #expect(try store.cards() == ["one", "two"])
  }

  @Test func `a board that the store knows nothing of is not deleted`() throws {
    let store = try store()
    _ = try store.add("paint", to: .timeOrdered())
    #expect(try store.cards() == ["paint"])
  }

  @Test func `a transaction sees what it leaves`() throws {
    let store = try store()
    let board = try store.make(board: "home")
    let card = try store.add("paint", to: board)
    let seen = try store.write { draft in
      try draft.append(.deleted, to: board)
      let deleted = try draft.entity(card)
      try draft.append(.made(name: "again"), to: board)
      let again = try draft.entity(card)
      try draft.append(.deleted, to: board)
      let rows = try draft.now().rows(CardsByText.all).count
      try draft.append(.made(name: "at last"), to: board)
      return [deleted?.text, again?.text, "\(rows)", try draft.entity(card)?.text]
    }
    #expect(seen == [nil, "paint", "0", "paint"])
    #expect(try store.cards() == ["paint"])
    #expect(try store.faults() == [])
  }

  @Test func `an undo within a transaction is seen by it`() throws {
    let store = try store()
    let board = try store.make(board: "home")
    let card = try store.add("paint", to: board)
    try store.delete(board)
    let text = try store.write { draft in
      try draft.undo(by: nil)
      return try draft.entity(card)?.text
    }
    #expect(text == "paint")
  }

  @Test func `what was is shown as it was`() throws {
    let store = try store()
    let board = try store.make(board: "home")
    let card = try store.add("paint", to: board)
    let before = try store.read { try $0.token() }
    try store.delete(board)
    let after = try store.read { try $0.token() }
    try store.undo(by: nil)
    for (token, texts) in [(before, ["paint"]), (after, [])] {
      let found = try store.read(asOf: token) { past in
        [
          try past.rows(CardsByText.all).map(\.key.first),
          try past.entities(of: BoardCard.self).map(\.state.text),
          try past.entity(card).map { [$0.text] } ?? [],
          try past.rows(CardsOfBoard.all).map { _ in "paint" },
        ]
      }
      #expect(found == [texts, texts, texts, texts])
      #expect(
        try store.preview(CardsByText(), asOf: token) { try $0.rows(CardsByText.all).count }
          == texts.count)
      #expect(
        try store.preview(CardsOfBoard(), asOf: token) { try $0.rows(CardsOfBoard.all).count }
          == texts.count)
    }
    #expect(try store.faults() == [])
  }

  @Test(arguments: [false, true])
  func `a purge leaves gone what is gone`(takesBack: Bool) throws {
    let store = try store()
    let board = try store.make(board: "home")
    let card = try store.add("paint", to: board)
    if takesBack {
      // Then no event of the board counts.
      try store.append { try $0.retract(transaction: 1) }
    } else {
      try store.delete(board)
    }
    let end = try store.read { try $0.token() }
    try store.purge(before: end)
    #expect(try store.cards() == [])
    #expect(try store.read(asOf: end) { try $0.entity(card) } == nil)
    #expect(try store.read(asOf: end) { try $0.rows(CardsByText.all).count } == 0)
    #expect(try store.faults() == [])
    try store.append { try $0.append(.made(name: "again"), to: board) }
    #expect(try store.cards() == ["paint"])
    #expect(try store.read(asOf: end) { try $0.entity(card) } == nil)
    #expect(try store.faults() == [])
  }

  @Test func `a deletion finds the cards without the index`() throws {
    let store = try store()
    let board = try store.make(board: "home")
    _ = try store.add("paint", to: board)
    try store.dropProjection(CardsOfBoard.name)
    try store.delete(board)
    #expect(try store.read { try $0.rows(CardsByText.all).count } == 0)
    try store.rebuild()
    #expect(try store.cards() == [])
    #expect(try store.faults() == [])
    try store.undo(by: nil)
    #expect(try store.cards() == ["paint"])
  }

  @Test func `a relation to a kind that the schema lacks is refused`() throws {
    let schema = Schema().entity(BoardCard.self).projection(CardsOfBoard())
    let error = expectError(.notInSchema) { try EventStore.temporary(schema: schema) }
    #expect(error?.message.contains("boards.board") == true)
  }

  @Test func `a schema without relations has the fingerprints that it had`() throws {
    let (bare, full) = (
      try EventStore.temporary(schema: .bareBoards.projection(CardsByText())), try store()
    )
    let (board, card) = (ID<Board>.timeOrdered(), ID<BoardCard>.timeOrdered())
    for store in [bare, full] {
      try store.append { draft in
        try draft.append(.made(name: "home"), to: board)
        try draft.append(.added(BoardCard(text: "paint", board: board)), to: card)
        try draft.append(.deleted, to: board)
      }
    }
    #expect(try bare.read { try $0.rows(CardsByText.all).count } == 1)
    #expect(try full.read { try $0.rows(CardsByText.all).count } == 0)
  }
}
