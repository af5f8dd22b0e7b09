import Daybook
import DaybookTesting
import Foundation
import Testing

/// Projections that come with the package: indexes and totals.
struct PrefabTests {
  /// How many histories have to keep the laws; `make nursery-soak` asks for a hundred.
  private static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["DAYBOOK_ORACLE_SEEDS"].flatMap { UInt64($0) } ?? 4)

  private let rice = UUID()
  private let salt = UUID()

  private func store() throws -> EventStore { try EventStore.temporary(schema: prefabs) }

  @Test func `an index has a row of each entity, in the order of its key`() throws {
    let store = try store()
    try store.buy("rice", 3, as: rice)
    try store.buy("salt", -1, as: salt)
    try store.buy("bread", shelf: nil)
    let rows = try store.read { try $0.rows(ByShelf.where("top")) }
    #expect(rows.map(\.key.third) == [salt, rice])
    try store.append { [salt] in try $0.append(PantryEvent.counted(9), to: salt) }
    #expect(try store.read { try $0.first(ByShelf.where("top")) }?.key.third == rice)
    try store.append { [rice] in try $0.append(PantryEvent.eaten, to: rice) }
    #expect(try store.read { try $0.count(ByShelf.all) } == 1)
  }

  @Test func `an index shows what its row says`() throws {
    let store = try store()
    try store.buy("rice", 3, as: rice)
    try store.append { [rice] in try $0.append(PantryEvent.counted(5), to: rice) }
    let row = try store.read { try $0.first(NamesAndAmounts.where("rice")) }
    #expect(row == ViewRow(key: Key2("rice", ID(rice)), row: ShelfTotal(items: 1, amount: 5)))
  }

  @Test func `terms come, go and stay`() throws {
    let store = try store()
    try store.buy("red rice red", 3, as: rice)
    try store.buy("red rice", as: salt)
    func words(_ id: UUID) throws -> [String] {
      try store.read { try $0.rows(Words.all) }.filter { $0.key.second.rawValue == id }.map(
        \.key.first)
    }
    #expect(try words(rice) == ["red", "rice"])
    try store.buy("black rice", 4, as: rice)
    #expect(try words(rice) == ["black", "rice"])
    let hit = try store.read { try $0.first(WordHits.all.beginning(with: "bl")) }
    #expect(hit?.row.amount == 4)
    try store.append { [rice] in try $0.append(PantryEvent.counted(8), to: rice) }
    let hits = try store.read { try $0.rows(WordHits.where("rice")) }
    #expect(hits.first { $0.key.second.rawValue == rice }?.row.amount == 8)
    try store.append { [rice] in try $0.append(PantryEvent.eaten, to: rice) }
    #expect(try words(rice) == [])
    #expect(try words(salt) == ["red", "rice"])
  }

  @Test func `texts that look alike are two terms, and an edit moves from one to the other`() throws
  {
    let store = try store()
    try store.buy("caf\u{E9}", as: rice)
    try store.buy("cafe\u{301}", as: rice)
    let rows = try store.read { try $0.rows(Words.all) }
    #expect(rows.map { Array($0.key.first.utf8) } == [Array("cafe\u{301}".utf8)])
    #expect(try store.complaints() == [])
  }

  @Test(arguments: [3, 16, 20], [1 as UInt64, 2])
  func `rows are those of the newest terms, few or many, short or long`(
    most: Int, seed: UInt64
  ) throws {
    let store = try EventStore.temporary(
      schema: Schema().entity(PantryItem.self).projection(Words()).projection(WordHits()))
    var random = SeededGenerator(seed: seed)
    // All of them together do not fit into one key.
    let all = (0..<12).map { String(repeating: "w", count: $0 * 9) + "\($0)" }
    for _ in 0..<60 {
      let words = (0..<Int.random(in: 0...most, using: &random)).map { _ in
        all.randomElement(using: &random) ?? ""
      }
      let amount = Int64.random(in: 0...2, using: &random)
      try store.buy(words.joined(separator: " "), amount, as: rice)
      try store.read { reader in
        let expected = Set(words).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(try reader.rows(Words.all).map(\.key.first) == expected)
        let hits = try reader.rows(WordHits.all)
        #expect(hits.map(\.key.first) == expected)
        #expect(hits.allSatisfy { $0.row.amount == amount })
      }
    }
    #expect(try store.complaints() == [])
  }

  @Test func `totals count and add up, and the last one takes the row along`() throws {
    let store = try store()
    try store.buy("rice", 3, as: rice)
    try store.buy("salt", 4, as: salt)
    func total(_ shelf: String) throws -> Tally {
      try store.read { try $0.view(ShelfTotals.self).total(of: shelf) }
    }
    #expect(try total("top") == Tally(count: 2, sum: 7))
    try store.append { [rice] in try $0.append(PantryEvent.counted(10), to: rice) }
    #expect(try total("top") == Tally(count: 2, sum: 14))
    try store.append { [salt] in try $0.append(PantryEvent.moved("low"), to: salt) }
    #expect(try total("top") == Tally(count: 1, sum: 10))
    #expect(try total("low") == Tally(count: 1, sum: 4))
    try store.append { [salt] in try $0.append(PantryEvent.eaten, to: salt) }
    #expect(try total("low") == Tally())
    #expect(try store.read { try $0.count(ShelfTotals.all) } == 1)
  }

  @Test func `a group whose amounts cancel out keeps its row`() throws {
    let store = try store()
    try store.buy("rice", 3, as: rice)
    try store.buy("debt", -3, as: salt)
    #expect(try store.read { try $0.rows(ShelfTotals.all).map(\.row) } == [Tally(count: 2)])
  }

  @Test func `a sum beyond 64 bits wraps round, and comes back`() throws {
    let store = try store()
    try store.buy("rice", .max, as: rice)
    try store.buy("salt", .max, as: salt)
    #expect(try store.read { try $0.view(ShelfTotals.self).total(of: "top") }.sum == -2)
    try store.append { [salt] in try $0.append(PantryEvent.eaten, to: salt) }
    #expect(try store.read { try $0.view(ShelfTotals.self).total(of: "top") }.sum == .max)
  }

  @Test(arguments: seeds)
  func `prefabs keep the laws`(seed: UInt64) throws {
    let schema = prefabs.projection(ItemNames())
    let laws = ProjectionLaws(schema: schema, transactions: Self.story(seed))
    #expect(try laws.violations(seed: seed).map(\.description) == [])
  }

  /// Transactions in which items come, change in every way, and go; no two have the same name.
  private static func story(_ seed: UInt64) -> [@Sendable (inout Draft) throws -> Void] {
    var random = SeededGenerator(seed: seed)
    let ids = (0..<8).map { _ in random.uuid() }
    return (0..<60).map { step in
      let id = ids.randomElement(using: &random) ?? ids[0]
      let amount = Int64.random(in: 0...5, using: &random)
      let shelf = [nil, "top", "low"].randomElement(using: &random) ?? nil
      let word = ["red", "black", "caf\u{E9}", "cafe\u{301}"].randomElement(using: &random) ?? ""
      let event: PantryEvent =
        switch random.next() % 4 {
        case 0: .moved(shelf)
        case 1: .counted(amount)
        case 2 where step > 20: .eaten
        default:
          .bought(PantryItem(name: "\(word) \(word) \(step)", amount: amount, shelf: shelf))
        }
      return { try $0.append(event, to: id) }
    }
  }
}
