import Daybook
import DaybookTesting
import Testing

/// The check of relations that apps get for their own tests.
struct RelationLawTests {
  private static let home = ID<Board>(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  private static let red = ID<CardLabel>(
    UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  private static let blue = ID<CardLabel>(
    UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  private static let ada = ID<CardOwner>(
    UUID(uuid: (3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  private static let cards = (4...8).map {
    ID<BoardCard>(UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
  }

  private static let transactions: [@Sendable (inout Draft) throws -> Void] = [
    { try $0.append(.made(name: "home"), to: home) },
    { try $0.append(.made(name: "red"), to: red) },
    { try $0.append(.made(name: "blue"), to: blue) },
    { try $0.append(.came(name: "Ada"), to: ada) },
    { draft in
      for id in cards[0...2] {
        try draft.append(.added(BoardCard(text: "card", board: home, label: red)), to: id)
      }
    },
    { try $0.append(.added(BoardCard(text: "part", owner: ada, whole: cards[0])), to: cards[3]) },
    { try $0.append(.added(BoardCard(text: "part", whole: cards[3])), to: cards[4]) },
    { try $0.append(.merged(into: blue), to: red) },
    { try $0.append(.labelled(blue), to: cards[2]) },
    { try $0.append(.merged(into: red), to: blue) },
    { try $0.append(.moved(board: nil), to: cards[1]) },
    { try $0.append(.made(partOf: cards[4]), to: cards[0]) },
    { try $0.append(.owned(by: nil), to: cards[3]) },
    { try $0.append(.left, to: ada) },
    { try $0.append(.dropped, to: red) },
    { try $0.append(.deleted, to: home) },
    { try $0.append(.removed, to: cards[3]) },
  ]

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `lawful relations break no law`(seed: UInt64) throws {
    let laws = RelationLaws(schema: .boards, transactions: Self.transactions)
    #expect(try laws.violations(seed: seed).map(\.description) == [])
  }

  @Test func `views of what relations hide are lawful`() throws {
    let laws = ProjectionLaws(schema: .boards, transactions: Self.transactions)
    #expect(try laws.violations(seed: 7).map(\.description) == [])
  }

  @Test func `what depends on the order of arrival is found out`() throws {
    let laws = RelationLaws(
      schema: Schema.boards.projection(FirstCards()), transactions: Self.transactions)
    let found = try laws.violations()
    #expect(!found.isEmpty && found.allSatisfy { $0.relation == FirstCards.name })
  }
}

/// The card of each text that came first: it asks what is there already.
private struct FirstCards: Projection {
  static let name = "boards.firstCards"
  static let firsts = ViewTable<String, BoardCard>("firsts", at: 0)
  static let tables: [any AnyViewTable] = [firsts]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(BoardCard.self) { change, rows in
      guard let new = change.new else { return }
      try rows.update(Self.firsts, new.text) { $0 = $0 ?? new.state }
    }
  }
}
