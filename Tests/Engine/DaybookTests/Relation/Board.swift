import Daybook

/// A board with cards: what refers to it is gone with it.
struct Board: Entity, CodablePayload {
  static let kind = "boards.board"
  var name: String

  enum Event: CodableEntityEvent {
    case made(name: String)
    case deleted
  }

  static func fold(_ board: inout Board?, _ event: Event) {
    switch event {
    case .made(let name): board = Board(name: name)
    case .deleted: board = nil
    }
  }
}

/// A label, which two devices may both make.
struct CardLabel: Entity, CodablePayload {
  static let kind = "boards.label"
  var name: String
  var mergedInto: ID<CardLabel>?
  var isDropped = false

  var isDeleted: Bool { isDropped }

  enum Event: CodableEntityEvent {
    case made(name: String)
    case merged(into: ID<CardLabel>)
    case dropped
  }

  static func fold(_ label: inout CardLabel?, _ event: Event) {
    switch event {
    case .made(let name): label = CardLabel(name: name)
    case .merged(let kept): label?.mergedInto = kept
    case .dropped: label?.isDropped = true
    }
  }
}

struct LabelNames: Unique {
  static let name = "boards.labelNames"
  static func value(of label: CardLabel) -> String? { label.name.lowercased() }
}

/// Somebody who must not leave while cards are his.
struct CardOwner: Entity, CodablePayload {
  static let kind = "boards.owner"
  var name: String

  enum Event: CodableEntityEvent {
    case came(name: String)
    case left
  }

  static func fold(_ owner: inout CardOwner?, _ event: Event) {
    switch event {
    case .came(let name): owner = CardOwner(name: name)
    case .left: owner = nil
    }
  }
}

struct BoardCard: Entity, CodablePayload {
  static let kind = "boards.card"
  var text: String
  var board: ID<Board>?
  var label: ID<CardLabel>?
  var owner: ID<CardOwner>?
  /// The card that it is a part of.
  var whole: ID<BoardCard>?

  enum Event: CodableEntityEvent {
    case added(BoardCard)
    case moved(board: ID<Board>?)
    case labelled(ID<CardLabel>?)
    case owned(by: ID<CardOwner>?)
    case made(partOf: ID<BoardCard>?)
    case worded(String)
    case removed
  }

  static func fold(_ card: inout BoardCard?, _ event: Event) {
    switch event {
    case .added(let new): card = new
    case .moved(let board): card?.board = board
    case .labelled(let label): card?.label = label
    case .owned(let owner): card?.owner = owner
    case .made(let whole): card?.whole = whole
    case .worded(let text): card?.text = text
    case .removed: card = nil
    }
  }
}

struct CardsOfBoard: Relation {
  static let name = "boards.cardsOfBoard"
  static let rule = DeleteRule.cascade
  static func parent(of card: BoardCard) -> ID<Board>? { card.board }
  static func set(_ board: ID<Board>?, of card: inout BoardCard) { card.board = board }
}

struct CardsOfLabel: Relation {
  static let name = "boards.cardsOfLabel"
  static let rule = DeleteRule.nullify
  static func parent(of card: BoardCard) -> ID<CardLabel>? { card.label }
  static func set(_ label: ID<CardLabel>?, of card: inout BoardCard) { card.label = label }
}

struct CardsOfOwner: Relation {
  static let name = "boards.cardsOfOwner"
  static let rule = DeleteRule.deny
  static func parent(of card: BoardCard) -> ID<CardOwner>? { card.owner }
  static func set(_ owner: ID<CardOwner>?, of card: inout BoardCard) { card.owner = owner }
}

struct PartsOfCard: Relation {
  static let name = "boards.partsOfCard"
  static let rule = DeleteRule.cascade
  static func parent(of card: BoardCard) -> ID<BoardCard>? { card.whole }
  static func set(_ whole: ID<BoardCard>?, of card: inout BoardCard) { card.whole = whole }
}

/// What a screen shows of the cards.
struct CardsByText: Index {
  static let name = "boards.cardsByText"
  static func key(_ card: Stamped<BoardCard>) -> Key2<String, ID<BoardCard>>? {
    Key2(card.text, card.id)
  }
  static func row(_ card: Stamped<BoardCard>) -> BoardCard { card.state }
}

extension Schema {
  /// Boards and cards without views.
  static let bareBoards = Schema()
    .entity(BoardCard.self).entity(Board.self).entity(CardLabel.self).entity(CardOwner.self)

  /// With all relations between them.
  static let boards =
    bareBoards
    .projection(CardsByText()).projection(LabelNames())
    .projection(CardsOfBoard()).projection(CardsOfLabel())
    .projection(CardsOfOwner()).projection(PartsOfCard())
}
