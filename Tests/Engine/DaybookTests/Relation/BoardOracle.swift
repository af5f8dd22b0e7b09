import Daybook

/// What cards a store must show, by the own states of everything and the rules said once more.
struct BoardOracle {
  private var cards: [ID<BoardCard>: BoardCard] = [:]
  private var boards: [ID<Board>: Board?] = [:]
  private var labels: [ID<CardLabel>: CardLabel?] = [:]

  /// Reads the own states from a store whose schema has no relations, and which of them were ever
  /// made.
  init(_ bare: EventStore) throws {
    try bare.read { reader in
      for card in try reader.entities(of: BoardCard.self) { cards[card.id] = card.state }
      for event in try reader.transactions().flatMap({
        try $0.positions.map { try reader.event($0) }
      }) {
        if event.kind == Board.kind {
          boards[ID(event.entity)] = .some(try reader.entity(Board.self, event.entity))
        }
        if event.kind == CardLabel.kind {
          labels[ID(event.entity)] = .some(try reader.state(CardLabel.self, event.entity))
        }
        if event.kind == BoardCard.kind { known.insert(ID(event.entity)) }
      }
    }
  }

  private var known: Set<ID<BoardCard>> = []

  /// The cards that readers see, as they see them.
  var seen: [ID<BoardCard>: BoardCard] {
    var found: [ID<BoardCard>: BoardCard] = [:]
    for (id, card) in cards where isThere(id, []) {
      var card = card
      card.label = card.label.flatMap { label($0, []) }
      found[id] = card
    }
    return found
  }

  private func isThere(_ id: ID<BoardCard>, _ path: Set<ID<BoardCard>>) -> Bool {
    guard let card = cards[id] else { return !known.contains(id) }
    if path.contains(id) { return true }
    if let board = card.board, case .some(.none) = boards[board] { return false }
    return card.whole.map { isThere($0, path.union([id])) } ?? true
  }

  private func label(_ id: ID<CardLabel>, _ path: Set<ID<CardLabel>>) -> ID<CardLabel>? {
    guard case .some(.some(let label)) = labels[id] else {
      return labels[id] == nil ? id : nil
    }
    if path.contains(id) { return nil }
    if label.isDropped { return label.mergedInto.flatMap { self.label($0, path.union([id])) } }
    return label.mergedInto.map { self.label($0, path.union([id])) } ?? id
  }
}
