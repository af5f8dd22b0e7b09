import Daybook
import DaybookTesting

/// Boards and cards of a test, and what is seen of them.
extension EventStore {
  /// A store with them, with a clock of its own or another's.
  static func boards(_ clock: TestClock = TestClock()) throws -> EventStore {
    var options = StoreOptions()
    options.now = { clock.now }
    return try .temporary(schema: .boards, options: options)
  }

  func make(board name: String) throws -> ID<Board> {
    let id = ID<Board>.timeOrdered()
    try append(durability: .relaxed) { try $0.append(.made(name: name), to: id) }
    return id
  }

  @discardableResult
  func make(
    label name: String, _ id: ID<CardLabel> = .timeOrdered()
  ) throws -> ID<CardLabel> {
    try append(durability: .relaxed) { try $0.append(.made(name: name), to: id) }
    return id
  }

  func make(owner name: String) throws -> ID<CardOwner> {
    let id = ID<CardOwner>.timeOrdered()
    try append(durability: .relaxed) { try $0.append(.came(name: name), to: id) }
    return id
  }

  func add(
    _ text: String, to board: ID<Board>? = nil, label: ID<CardLabel>? = nil,
    owner: ID<CardOwner>? = nil,
    partOf whole: ID<BoardCard>? = nil
  ) throws -> ID<BoardCard> {
    let id = ID<BoardCard>.timeOrdered()
    let card = BoardCard(text: text, board: board, label: label, owner: owner, whole: whole)
    try append(durability: .relaxed) { try $0.append(.added(card), to: id) }
    return id
  }

  func change(_ card: ID<BoardCard>, _ event: BoardCard.Event) throws {
    try append(durability: .relaxed) { try $0.append(event, to: card) }
  }

  func delete(_ board: ID<Board>) throws {
    try append(durability: .relaxed) { try $0.append(.deleted, to: board) }
  }

  /// The texts of the cards in a view; wrong unless entities and lists show the same.
  func cards() throws -> [String] {
    try read { reader in
      let rows = try reader.rows(CardsByText.all)
      let listed = try reader.entities(of: BoardCard.self)
      let found = try listed.allSatisfy { try reader.entity($0.id) == $0.state }
      let shown = rows.allSatisfy { row in
        listed.contains { $0.id == row.key.second && $0.state == row.row }
      }
      return found && shown && rows.count == listed.count ? rows.map(\.key.first) : ["differ"]
    }
  }

  func card(_ id: ID<BoardCard>) throws -> BoardCard? { try read { try $0.entity(id) } }

  /// What is wrong in what is stored, and with a rebuild.
  func faults() throws -> [String] {
    let before = try digests()
    try rebuild()
    return try complaints() + (digests() == before ? [] : ["a rebuild gives other rows"])
  }

  /// Takes in all that another store has.
  func take(from other: EventStore) throws {
    let messages = try other.read { reader in
      try reader.transactions().compactMap { try reader.message(of: $0.number) }
    }
    for message in messages { try absorb(message, durability: .relaxed) }
  }
}
