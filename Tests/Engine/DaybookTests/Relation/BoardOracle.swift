@testable import Daybook

/// What cards a store must show, by the own states of everything and the rules said once more.
struct BoardOracle {
  private var cards: [ID<BoardCard>: BoardCard] = [:]
  private var boards: [ID<Board>: Board?] = [:]
  private var labels: [ID<CardLabel>: CardLabel?] = [:]
  private var created: [ID<CardLabel>: HybridTime] = [:]

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
          let id = ID<CardLabel>(event.entity)
          labels[id] = .some(try reader.state(CardLabel.self, event.entity))
          created[id] = try reader.registry.type(CardLabel.self).kind
            .load(reader.log, event.entity)?.record.created
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
      card.label = card.label.flatMap { label($0) }
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

  /// The labels that readers see.
  var seenLabels: Set<ID<CardLabel>> {
    Set(labels.keys.filter { labels[$0] != .some(nil) && label($0) == $0 })
  }

  /// What a reference to a label leads to.
  private func label(_ start: ID<CardLabel>) -> ID<CardLabel>? {
    var path = [start]
    while true {
      let id = path[path.count - 1]
      guard case .some(let known) = labels[id] else { return id }
      guard let label = known else { return nil }
      guard let next = label.mergedInto, next != id else { return label.isDropped ? nil : id }
      if let first = path.firstIndex(of: next) {
        let kept = path[first...].min {
          (created[$0] ?? .distantPast, $0) < (created[$1] ?? .distantPast, $1)
        }
        return kept.flatMap { labels[$0]??.isDropped == false ? $0 : nil }
      }
      path.append(next)
    }
  }
}
