import LMDB
import StoreFixtures
import TemporaryFolders
import Testing

@testable import Daybook

/// Entities and views are what the log says after a replay, and the answer names what was not.
struct LogReplayTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder(inMemory: true) }

  private func open() throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = false
    return try EventStore.open(at: directory.path, schema: pantry, options: options)
  }

  /// Ten things, changed, eaten, bought back and taken back.
  private func fill(_ count: Int = 10) throws -> [UUID] {
    let store = try open()
    let ids = try (0..<count).map { try store.buy("item \($0)", Int64($0) + 1, shelf: nil) }
    for id in ids.prefix(4) {
      try store.append { draft in try draft.append(PantryEvent.eaten, to: id) }
    }
    try store.append { draft in try draft.undo(transaction: UInt64(count) + 4) }
    try store.close()
    return ids
  }

  /// Changes a row of a table, and puts the checksum that belongs to it behind it.
  private func change(
    _ name: String, where isWanted: ([UInt8]) -> Bool, _ body: (inout [UInt8]) -> Void
  ) throws {
    let environment = try Environment(path: directory.path)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable(name, LexicalOrder.self)
    var found: (key: [UInt8], row: [UInt8])?
    do {
      let read: BorrowedTransaction = transaction.borrowed
      var cursor = try read.cursor(table)
      while try cursor.next() {
        let key = cursor.key.withUnsafeBytes { [UInt8]($0) }
        if isWanted(key) { found = (key, cursor.value.withUnsafeBytes { [UInt8]($0) }.dropLast(4)) }
      }
    }
    var (key, row) = try #require(found)
    body(&row)
    let sum = (Array(name.utf8) + key + row).withUnsafeBytes { Checksum.crc32c($0) }
    row += withUnsafeBytes(of: sum.littleEndian) { [UInt8]($0) }
    try key.withUnsafeBytes { key in
      if row.count == 4 {
        _ = try transaction.remove(table, key)
      } else {
        try row.withUnsafeBytes { try transaction.put(table, key, $0) }
      }
    }
    try environment.commit(transaction)
  }

  private func digests() throws -> [String: Digest] {
    let store = try open()
    defer { try? store.close() }
    return try store.digests()
  }

  /// The newest place, the replica and the store: what tokens and other members hold on to.
  private func identity(_ store: EventStore) throws -> [String] {
    let (token, replica) = try store.read { (try $0.token(), try $0.replica()) }
    return ["\(token)", "\(replica)", "\(store.id)"]
  }

  private func isRow(of id: UUID) -> ([UInt8]) -> Bool {
    let bytes = withUnsafeBytes(of: id.uuid) { [UInt8]($0) }
    return { $0.suffix(16).elementsEqual(bytes) }
  }

  @Test func `ALL-2: a sound store agrees with its log, and its views come out the same`() throws {
    _ = try fill()
    let store = try open()
    let (before, identity) = (try store.digests(), try self.identity(store))
    var steps: [String] = []
    let replay = try store.replay { steps.append($0.projection) }
    #expect(replay.agrees)
    #expect(replay.entities == 10)
    #expect(replay.events == 14)
    #expect(try store.digests() == before)
    #expect(try self.identity(store) == identity)
    #expect(steps.first == "entities")
    #expect(Set(steps).isSuperset(of: try store.projectionNames()))
    #expect(try store.verify().ok)
  }

  /// An entity is derived: all that its row says is in the log.
  @Test(arguments: [false, true])
  func `a row of an entity that cannot be read is made anew`(isPurged: Bool) throws {
    let ids = try fill()
    if isPurged {
      let store = try open()
      try store.purge(before: store.read { try $0.token() })
      try store.append { [id = ids[8]] in try $0.append(PantryEvent.moved("B"), to: id) }
      try store.close()
    }
    let before = try digests()
    for id in [ids[0], ids[7], ids[8]] {
      #expect(
        try StoreFixtures.change(rowOf: "entities", at: directory.path, isSealed: false) {
          key, row in
          if !isRow(of: id)(key) { return false }
          row[row.count - 1] ^= 4
          return true
        })
    }
    let store = try open()
    #expect(throws: StoreError.self) { try store.read { try $0.entity(PantryItem.self, ids[7]) } }
    let replay = try store.replay()
    #expect(replay.differing == 3)
    #expect(Set(replay.differences.map(\.entity)) == [ids[0], ids[7], ids[8]])
    #expect(try store.read { try $0.entity(PantryItem.self, ids[7])?.name } == "item 7")
    #expect(try store.read { try $0.entity(PantryItem.self, ids[0]) } == nil)
    #expect(try store.digests() == before)
    #expect(try store.verify().ok)
    #expect(try store.replay().agrees)
  }

  /// Nothing was written under such a key, and nothing leads to what was.
  @Test func `a row of an entity whose key was changed is not guessed`() throws {
    let ids = try fill()
    #expect(
      try StoreFixtures.move(rowOf: "entities", at: directory.path) { key in
        if !isRow(of: ids[7])(key) { return false }
        key[19] ^= 1
        return true
      })
    let store = try open()
    expectError(.damaged) { try store.replay() }
  }

  @Test func `a fold begins with what a purge has left`() throws {
    _ = try fill()
    let store = try open()
    try store.purge(before: try store.read { try $0.token() })
    let before = try store.digests()
    #expect(try store.replay().agrees)
    #expect(try store.digests() == before)
  }

  @Test func `a stored state that the log does not say is named and put right`() throws {
    let ids = try fill()
    let (id, other) = (ids[7], ids[8])
    // "item 7" and its amount of 8.
    try change("entities", where: isRow(of: id)) { row in
      let place = row.lastIndex(of: UInt8(ascii: "7"))!
      row[place] = UInt8(ascii: "x")
    }
    let store = try open()
    #expect(try store.read { try $0.entity(PantryItem.self, id)?.name } == "item x")
    #expect(try !store.verify().ok)
    let (identity, past) = (try self.identity(store), try store.read { try $0.token() })
    let replay = try store.replay()
    #expect(replay.differing == 1)
    let difference = try #require(replay.differences.first)
    #expect(difference.entity == id)
    #expect(difference.transaction == 8)
    #expect(difference.properties.map(\.name) == ["name"])
    #expect(difference.properties.first?.old == "item x")
    #expect(difference.properties.first?.new == "item 7")
    #expect(try store.read { try $0.entity(PantryItem.self, id)?.name } == "item 7")
    #expect(try store.read { try $0.entity(PantryItem.self, other)?.name } == "item 8")
    #expect(try self.identity(store) == identity)
    #expect(try store.read { try $0.transactions(after: past) }.isEmpty)
    #expect(try store.verify().ok)
    #expect(try store.replay().agrees)
  }

  private struct Killed: Error {}

  @Test(arguments: [1, 3])
  func `what a replay has put right is told again until it was noted`(count: Int) throws {
    let ids = try fill(count + 5)
    for id in ids.suffix(count) {
      try change("entities", where: isRow(of: id)) { row in
        row[row.lastIndex(of: UInt8(ascii: "i"))!] = UInt8(ascii: "o")
      }
    }
    let store = try open()
    #expect(throws: Killed.self) { try store.replay(noting: { _ in throw Killed() }) }
    #expect(try store.verify().ok)
    var noted: Replay?
    let replay = try store.replay(noting: { noted = $0 })
    #expect(replay == noted)
    #expect(replay.differing == count)
    #expect(Set(replay.differences.map(\.entity)).isSubset(of: ids.suffix(count)))
    #expect(replay.differences.count == min(count, Replay.mostListed))
    #expect(replay.differences[0].properties.map(\.name) == ["name"])
    #expect(replay.differences[0].properties[0].new?.hasPrefix("item ") == true)
    #expect(try store.replay().agrees)
    #expect(try store.verify().ok)
  }

  @Test func `what another replay has noted meanwhile is told by the next`() throws {
    let ids = try fill()
    try change("entities", where: isRow(of: ids[7])) { row in
      row[row.lastIndex(of: UInt8(ascii: "7"))!] = UInt8(ascii: "x")
    }
    let store = try open()
    let other = Replay.Difference(
      kind: PantryItem.kind, entity: ids[8], position: 9, transaction: 9, properties: [],
      failure: nil)
    let replay = try store.replay(noting: { _ in
      try store.change { scope in try ReplayNotes.add([other], &scope) }
    })
    #expect(replay.differences.map(\.entity) == [ids[7]])
    let next = try store.replay()
    #expect(next.differing == 1 && next.differences == [other])
    #expect(try store.replay().agrees)
    #expect(try store.verify().ok)
  }

  @Test(arguments: [false, true])
  func `a note that cannot be read counts, and is told once`(isSealed: Bool) throws {
    let ids = try fill()
    for id in [ids[7], ids[8]] {
      try change("entities", where: isRow(of: id)) { row in
        row[row.lastIndex(of: UInt8(ascii: "i"))!] = UInt8(ascii: "o")
      }
    }
    let killed = try open()
    #expect(throws: Killed.self) { try killed.replay(noting: { _ in throw Killed() }) }
    try killed.close()
    #expect(
      try StoreFixtures.change(rowOf: "meta", at: directory.path, isSealed: isSealed) { key, row in
        guard key.starts(with: "replay/".utf8) else { return false }
        // No field begins so.
        row[0] = 0x0F
        return true
      })
    let store = try open()
    let replay = try store.replay()
    #expect(replay.differing == 2 && replay.differences.count == 1)
    #expect(try store.replay().agrees)
    #expect(try store.verify().ok)
  }

  enum Wrong: CaseIterable {
    case none, lastPosition, eventCount
  }

  @Test(arguments: Wrong.allCases)
  func `a row that is gone or leads elsewhere is refused, and nothing changes`(
    wrong: Wrong
  ) throws {
    let ids = try fill()
    let digests = try digests()
    try change("entities", where: isRow(of: ids[9])) { row in
      switch wrong {
      case .none: row = []
      case .lastPosition: row[8] = 1
      case .eventCount: row[1] += 1
      }
    }
    let store = try open()
    expectError(.damaged) { try store.replay() }
    #expect(try store.digests() == digests)
  }

  @Test func `a stored state that cannot be read is folded from the log`() throws {
    let ids = try fill()
    let digests = try digests()
    // Behind the header of sixteen bytes the state begins.
    try change("entities", where: isRow(of: ids[6])) { $0[16] = 255 }
    let store = try open()
    #expect(try store.replay().differences.map(\.entity) == [ids[6]])
    #expect(try store.read { try $0.entity(PantryItem.self, ids[6])?.name } == "item 6")
    #expect(try store.digests() == digests)
    #expect(try store.verify().ok)
  }

  @Test func `appends go on during a replay, and are in what comes of it`() async throws {
    _ = try fill(2000)
    let store = try open()
    async let replayed = store.replay()
    for number in 0..<50 {
      try await store.append { draft in
        let item = PantryItem(name: "late \(number)", amount: 1)
        try draft.append(PantryEvent.bought(item), to: UUID())
      }
    }
    #expect(try await replayed.agrees)
    #expect(try await store.replay().agrees)
    #expect(try await store.verify().ok)
  }
}
