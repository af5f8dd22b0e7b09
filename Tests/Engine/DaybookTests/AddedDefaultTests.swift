import Daybook
import Foundation
import TemporaryFolders
import Testing

/// A property with a default that is added to a state which events carry, and which a purge leaves.
struct AddedDefaultTests {
  private let directory: TemporaryFolder
  private let id = UUID()

  init() throws { directory = try TemporaryFolder() }

  private func open<Card: AnyCard>(_ type: Card.Type, checks: Bool = true) throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = checks
    return try EventStore.open(
      at: directory.path, schema: Schema().entity(type), options: options)
  }

  /// A card that an older version of the app has made; its events are gone where it is purged.
  private func fill(purges: Bool) throws {
    let store = try open(Card.self)
    try store.append { [id] draft in
      try draft.append(CardEvent.made(Card(title: "bread")), to: id)
      try draft.append(CardEvent<Card>.retitled("rye bread"), to: id)
    }
    if purges { try store.purge(before: try store.read { try $0.token() }) }
  }

  @Test(arguments: [false, true])
  func `a default that Swift does not read is told at open, with the way out`(
    isPurged: Bool
  ) throws {
    try fill(purges: isPurged)
    let error = expectError(.storedFormatChanged) { try open(DefaultedCard.self) }
    for words in [
      "colour", "a default in init(from:)", isPurged ? "a purge has left" : "position 1",
    ] {
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
    // Nothing is lost.
    let card = try open(Card.self).read { try $0.entity(Card.self, id) }
    #expect(card?.title == "rye bread")
  }

  @Test(arguments: [false, true])
  func `without the check it is left out, and verify is not ok`(isPurged: Bool) throws {
    try fill(purges: isPurged)
    let store = try open(DefaultedCard.self, checks: false)
    let found = try store.verify()
    #expect(!found.ok)
    #expect(!found.checks.filter { !$0.ok }.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a default in init(from:) is what an older state reads with`(isPurged: Bool) throws {
    try fill(purges: isPurged)
    do {
      let store = try open(ReadingCard.self)
      let card = try store.read { try $0.entity(ReadingCard.self, id) }
      #expect(card?.title == "rye bread" && card?.colour == "white")
      for check in try store.verify().checks { #expect(check.ok, "\(check.name)") }
      try store.append { [id] draft in
        try draft.append(CardEvent<ReadingCard>.retitled("toast"), to: id)
        try draft.append(CardEvent.made(ReadingCard(title: "tea", colour: "green")), to: UUID())
      }
    }
    let store = try open(ReadingCard.self)
    let colours = try store.read { try $0.entities(of: ReadingCard.self).map(\.state.colour) }
    #expect(colours.sorted() == ["green", "white"])
    #expect(try store.verify().ok)
  }
}

// MARK: Versions of a card

private protocol AnyCard: Entity, CodablePayload {
  var title: String { get set }
}

private enum CardEvent<Card: AnyCard>: CodableEntityEvent {
  static var type: EventType { EventType("card.event") }
  case made(Card)
  case retitled(String)

  func apply(to card: inout Card?) {
    switch self {
    case .made(let made): card = made
    case .retitled(let title): card?.title = title
    }
  }
}

private struct Card: AnyCard {
  static let kind = "card"
  var title: String

  static func fold(_ card: inout Card?, _ event: CardEvent<Card>) { event.apply(to: &card) }
}

/// Swift makes an `init(from:)` that does not know the default.
private struct DefaultedCard: AnyCard {
  static let kind = "card"
  var title: String
  var colour = "white"

  static func fold(_ card: inout DefaultedCard?, _ event: CardEvent<DefaultedCard>) {
    event.apply(to: &card)
  }
}

private struct ReadingCard: AnyCard {
  static let kind = "card"
  var title: String
  var colour: String

  init(title: String, colour: String) { (self.title, self.colour) = (title, colour) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(String.self, forKey: .title)
    colour = try container.decodeIfPresent(String.self, forKey: .colour) ?? "white"
  }

  static func fold(_ card: inout ReadingCard?, _ event: CardEvent<ReadingCard>) {
    event.apply(to: &card)
  }
}
