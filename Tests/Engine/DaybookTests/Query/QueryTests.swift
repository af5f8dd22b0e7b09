import Daybook
import DaybookTesting
import Synchronization
import Testing

/// Ranges, pages and counts of rows, compared with what a plain array says.
struct QueryTests {
  private typealias Key = Key3<String, Int64, UUID>

  private let store: EventStore
  private let keys: [Key]

  init() throws {
    store = try EventStore.temporary(schema: prefabs)
    var random = SeededGenerator(seed: 11)
    let shelves = ["", "low", "lowest", "top", "\u{10FFFF}"]
    let items = (0..<120).map { _ in
      Key(
        shelves.randomElement(using: &random) ?? "", Int64.random(in: -4...4, using: &random),
        random.uuid())
    }
    try store.append { draft in
      for key in items {
        let item = PantryItem(name: "item", amount: key.second, shelf: key.first)
        try draft.append(PantryEvent.bought(item), to: key.third)
      }
    }
    keys = items.sorted {
      if $0.first != $1.first { return $0.first.utf8.lexicographicallyPrecedes($1.first.utf8) }
      if $0.second != $1.second { return $0.second < $1.second }
      return $0.third < $1.third
    }
  }

  /// Compares the rows, the count, the first one, and pages of three, in both directions.
  private func check<Rest>(
    _ query: ViewQuery<ByShelf, Key, Empty, Rest>, _ expected: [Key],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (query, expected) in [(query, expected), (query.descending, expected.reversed())] {
      try store.read { reader in
        let rows = try reader.rows(query).map(\.key)
        #expect(rows == expected, sourceLocation: sourceLocation)
        #expect(try reader.count(query) == expected.count, sourceLocation: sourceLocation)
        #expect(try reader.first(query)?.key == expected.first, sourceLocation: sourceLocation)
        var pages: [Key] = []
        var page = try reader.rows(query.limit(3))
        while let last = page.last, pages.count <= expected.count {
          pages += page.map(\.key)
          page = try reader.rows(query.after(key: last.key).limit(3))
        }
        #expect(pages == expected, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `all rows are all rows`() throws { try check(ByShelf.all, keys) }

  @Test(arguments: ["", "low", "lowest", "top", "\u{10FFFF}", "lo", "zzz"])
  func `a first part is that part, not what begins so`(shelf: String) throws {
    try check(ByShelf.where(shelf), keys.filter { $0.first == shelf })
  }

  @Test(arguments: ["", "lo", "low", "lowe", "t", "\u{10FFFF}", "z"])
  func `a beginning is the beginning of a part`(text: String) throws {
    try check(ByShelf.all.beginning(with: text), keys.filter { $0.first.hasPrefix(text) })
  }

  @Test(arguments: -5...5 as ClosedRange<Int64>)
  func `bounds of the next part`(bound: Int64) throws {
    let low = keys.filter { $0.first == "low" }
    try check(ByShelf.where("low").from(bound), low.filter { $0.second >= bound })
    try check(ByShelf.where("low").after(bound), low.filter { $0.second > bound })
    try check(ByShelf.where("low").before(bound), low.filter { $0.second < bound })
    try check(ByShelf.where("low").through(bound), low.filter { $0.second <= bound })
    try check(ByShelf.where("low", bound), low.filter { $0.second == bound })
    try check(
      ByShelf.where("low").from(bound).before(bound + 3),
      low.filter { $0.second >= bound && $0.second < bound + 3 })
    try check(ByShelf.where("low").from(bound).before(bound - 1), [])
  }

  @Test func `bounds of the first part`() throws {
    try check(ByShelf.all.from("low"), keys.filter { !$0.first.isEmpty })
    try check(ByShelf.all.after("low").before("top"), keys.filter { $0.first == "lowest" })
    try check(
      ByShelf.all.through("low"), keys.filter { ["", "low"].contains($0.first) })
  }

  @Test func `bounds of all that is left of the key`() throws {
    let middle = keys[60]
    try check(ByShelf.all.from(middle), Array(keys[60...]))
    try check(ByShelf.all.after(middle), Array(keys[61...]))
    try check(ByShelf.all.before(middle), Array(keys[..<60]))
    try check(ByShelf.all.through(middle), Array(keys[...60]))
    let rest = Key2(middle.second, middle.third)
    let same = keys.filter { $0.first == middle.first }
    let place = try #require(same.firstIndex(of: middle))
    try check(ByShelf.where(middle.first).after(rest), Array(same[(place + 1)...]))
  }

  @Test func `a limit counts from where reading starts`() throws {
    try store.read { reader in
      #expect(try reader.rows(ByShelf.all.limit(4)).map(\.key) == Array(keys.prefix(4)))
      let last = try reader.rows(ByShelf.all.descending.limit(4)).map(\.key)
      #expect(last == keys.suffix(4).reversed())
      #expect(try reader.count(ByShelf.all.limit(7)) == 7)
      #expect(try reader.rows(ByShelf.all.limit(0)).isEmpty)
      #expect(try reader.count(ByShelf.all.limit(0)) == 0)
      #expect(try reader.rows(ByShelf.all.limit(9).limit(2).limit(5)).count == 2)
    }
  }

  @Test func `a page goes on after a row that is gone`() throws {
    let id = keys[9].third
    try store.append { try $0.append(PantryEvent.eaten, to: id) }
    let page = try store.read { try $0.rows(ByShelf.all.after(key: keys[9]).limit(2)) }
    #expect(page.map(\.key) == Array(keys[10...11]))
  }

  @Test func `a part that no key can hold finds nothing`() throws {
    let long = String(repeating: "x", count: 600)
    try check(ByShelf.where(long), [])
    try check(ByShelf.all.from(long), keys.filter { $0.first == "\u{10FFFF}" })
  }

  @Test func `a projection by hand is read by the same queries`() throws {
    let store = try EventStore.temporary(schema: pantry)
    for name in ["rice", "salt", "bread"] { try store.buy(name, shelf: "top") }
    let item = PantryItem(name: "rice", amount: 1, shelf: "top")
    let least = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    try store.read { reader in
      let view = try reader.view(Shelves.self)
      let all = Shelves.query(Shelves.items)
      #expect(try view.rows(all.descending).map(\.key.name) == ["salt", "rice", "bread"])
      #expect(try view.rows(all.from(ShelfKey(item, least))).map(\.key.name) == ["rice", "salt"])
      #expect(try view.count(Shelves.query(Shelves.totals)) == 1)
    }
  }

  @Test func `values of a query follow its rows, and no others`() async throws {
    let count = Mutex(0)
    let query = ByShelf.where("low").limit(3)
    let values = store.values { reader in
      count.withLock { $0 += 1 }
      return try reader.rows(query)
    }.makeAsyncIterator()
    let low = keys.filter { $0.first == "low" }
    #expect(try await values.next()?.map(\.key) == Array(low.prefix(3)))
    let waiting = Task { try await values.next() }
    try store.buy("beyond", 100, shelf: "low")
    try store.buy("elsewhere", shelf: "lowe")
    #expect(count.withLock { $0 } == 1)
    let id = try store.buy("first", -100, shelf: "low")
    #expect(try await waiting.value?.first?.key == Key("low", -100, id))
    #expect(count.withLock { $0 } == 2)
    let direct = store.values(of: query)
    #expect(try direct.current().count == 3)
  }
}
