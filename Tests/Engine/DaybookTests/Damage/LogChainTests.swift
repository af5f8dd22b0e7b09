import Foundation
import LMDB
import StoreFixtures
import TemporaryFolders
import Testing

@testable import Daybook

/// Whoever changes what was written is found out, also with checksums that fit.
struct LogChainTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder(inMemory: true) }

  private func open(_ schema: Schema = pantry) throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = false
    return try EventStore.open(at: directory.path, schema: schema, options: options)
  }

  private func fill(_ count: Int) throws {
    let store = try open()
    for number in 0..<count { try store.buy("item \(number)", 1, shelf: nil) }
    try store.close()
  }

  /// Changes a row of the log, and makes its checksum fit.
  private func change(_ table: String, _ number: UInt64, _ old: String, to new: String) throws {
    #expect(try StoreFixtures.change(table, number, at: directory.path, old, to: new))
  }

  /// The checks that fail, by a program that folds nothing: so nothing else can notice.
  private func failures() throws -> [String: String] {
    let store = try open(Schema())
    defer { try? store.close() }
    let failed = try store.verify().checks.filter { !$0.isSound }
    return Dictionary(uniqueKeysWithValues: failed.map { ($0.name, $0.detail) })
  }

  @Test func `a payload that was changed with its checksum is noticed`() throws {
    try fill(5)
    #expect(try failures().isEmpty)
    try change("events", 3, "item 2", to: "item 9")
    let failures = try failures()
    #expect(failures.keys.sorted() == ["chain"])
    #expect(
      failures["chain"]?.contains("one of the transactions 1 to 5 was changed after it was written")
        == true)
  }

  @Test func `a record of a transaction that was changed is noticed`() throws {
    let store = try open()
    try store.append(author: "Ada") { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: UUID())
    }
    try store.close()
    try change("transactions", 1, "Ada", to: "Eve")
    #expect(try failures()["chain"]?.hasPrefix("transaction 1 was changed") == true)
  }

  @Test func `a name that was changed is noticed`() throws {
    try fill(2)
    let names = try open().read { reader in
      try (1...4).map { try reader.log.name(UInt32($0))?.text }
    }
    let place = try #require(names.firstIndex(of: "item.bought"))
    try change("names", UInt64(place + 1), "bought", to: "bouhgt")
    let failures = try failures()
    #expect(failures.keys.sorted() == ["chain"])
    #expect(failures["chain"]?.contains("names was changed after it was written") == true)
  }

  @Test func `the transactions between two marks are named`() throws {
    try fill(2_100)
    #expect(try failures().isEmpty)
    try change("events", 1_500, "item 1499", to: "item 1498")
    #expect(
      try failures()["chain"]?.contains("one of the transactions 1025 to 2048 was changed") == true)
  }

  @Test(arguments: [1, 1_023, 1_024, 1_025, 1_500, 2_100])
  func `a chain begins where a purge has ended`(last: UInt64) throws {
    try fill(2_100)
    let store = try open()
    let newest = try store.read { try $0.token() }
    try store.purge(before: History.Token(store: newest.store, transaction: last))
    try store.buy("after")
    try store.close()
    #expect(try failures().isEmpty)
    try change("events", last + 1, last == 2_100 ? "after" : "item \(last)", to: "x")
    #expect(try failures().keys.contains("chain"))
  }

  @Test(arguments: [1_400, 1_800, 2_100])
  func `a purge takes away nothing that was changed`(last: UInt64) throws {
    try fill(2_100)
    try change("events", 1_500, "item 1499", to: "item 1498")
    let store = try open()
    let newest = try store.read { try $0.token() }
    let token = History.Token(store: newest.store, transaction: last)
    expectError(.damaged) { try store.purge(before: token) }
    #expect(try store.read { try $0.oldestToken().number } == 0)
    try store.purge(before: History.Token(store: newest.store, transaction: 1_000))
  }

  @Test func `a row that is too short for its header is told`() throws {
    try fill(3)
    do {
      let environment = try Environment(path: directory.path)
      var transaction = try environment.beginWrite()
      let table = try transaction.makeTable("events", IntegerOrder.self)
      try [UInt8(1), 2].withUnsafeBytes { try transaction.put(table, 2, $0) }
      try environment.commit(transaction)
    }
    #expect(try failures()["chain"]?.contains("position 2 is missing or damaged") == true)
  }

  @Test func `a draft that is read on its way has one chain`() throws {
    let store = try open()
    let ids = (0..<3).map { _ in UUID() }
    try store.append { draft in
      for id in ids {
        try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
        #expect(try draft.entity(PantryItem.self, id) != nil)
        _ = try draft.view(Shelves.self).rows(Shelves.items)
      }
    }
    try store.buy("beans")
    #expect(try store.verify().ok)
  }

  /// The log would be folded anew from what somebody made of it.
  @Test func `a replay of a log that was changed refuses`() throws {
    try fill(3)
    try change("events", 2, "item 1", to: "item 7")
    let store = try open()
    let error = expectError(.damaged) { try store.replay() }
    #expect(error?.message.contains("was changed after it was written") == true)
  }

  /// What a name stands for would be another event: a fold would leave it out.
  @Test func `a name that was changed is noticed by whoever relies on the log`() throws {
    try fill(3)
    let names = try open().read { reader in
      try (1...4).map { try reader.log.name(UInt32($0))?.text }
    }
    let place = try #require(names.firstIndex(of: "item.bought"))
    try change("names", UInt64(place + 1), "bought", to: "bouhgt")
    let store = try open()
    let token = try store.read { try $0.token() }
    let own = try store.read { try $0.replica() }
    let refused: [() throws -> Void] = [
      { _ = try store.replay() }, { _ = try store.purge(before: token) },
      { _ = try store.rewriteTail(of: own, beyond: VersionVector()) },
      { _ = try store.read { try $0.provenLog(through: token) } },
    ]
    for body in refused {
      let error = expectError(.damaged) { try body() }
      #expect(error?.message.contains("names was changed after it was written") == true)
    }
    #expect(try store.read { try $0.oldestToken().number } == 0)
  }

  @Test func `a record that says something else than its header is noticed`() throws {
    let store = try open()
    try store.append(author: "Ada") { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: UUID())
    }
    try store.close()
    #expect(
      try StoreFixtures.change("transactions", 1, at: directory.path) { row in
        row.replaceSubrange(48..<52, with: [0, 0, 0, 0])
        return true
      })
    try StoreFixtures.chainAnew(at: directory.path)
    #expect(
      try failures()["transactions"] == "transaction 1 has another author than its header")
  }

  @Test func `chains that are made anew by what the guide says are those that were kept`() throws {
    try fill(1_030)
    try StoreFixtures.chainAnew(at: directory.path)
    #expect(try failures().isEmpty)
    let store = try open()
    try store.purge(before: store.read { try $0.token() })
    try store.buy("after")
    try store.close()
    try StoreFixtures.chainAnew(at: directory.path)
    #expect(try failures().isEmpty)
  }

  /// Offset 32 is the store's own sequence, 24 its clock.
  @Test(arguments: [32, 24])
  func `a store that would write behind its log is noticed`(offset: Int) throws {
    try fill(3)
    try StoreFixtures.change(rowOf: "", at: directory.path) { key, row in
      if key != Array("heads".utf8) { return false }
      row[offset == 32 ? offset : offset + 7] -= 1
      return true
    }
    #expect(try failures().keys.sorted() == ["writing"])
  }

  // MARK: What a purge leaves

  /// Three things of one event each, and one that is edited before the purge by an event that was
  /// stamped earlier than one after it, so that its events stay.
  private func purge() throws {
    let store = try open()
    for number in 0..<3 { try store.buy("item \(number)", 1, shelf: nil) }
    let kept = try store.buy("kept", 1, shelf: nil)
    let token = try store.read { try $0.token() }
    try store.append(stamp: HybridTime(milliseconds: 1)) { draft in
      try draft.append(PantryEvent.moved("B"), to: kept)
    }
    let result = try store.purge(before: token)
    #expect(result.events == 3)
    try store.close()
  }

  private func changeRemains(_ table: String) throws {
    switch table {
    case "baselines":
      #expect(
        try StoreFixtures.change(rowOf: table, at: directory.path) { _, row in
          let name = Array("item ".utf8)
          let place = row.indices.first { row[$0...].starts(with: name) }
          guard let place else { return false }
          row[place + name.count] = UInt8(ascii: "7")
          return true
        })
    case "events": try change(table, 4, "kept", to: "Kept")
    default:
      // The number of its events.
      #expect(
        try StoreFixtures.change(table, 4, at: directory.path) { row in
          row[16] += 1
          return true
        })
    }
  }

  @Test(arguments: ["baselines", "events", "transactions"])
  func `what a purge has left is noticed when it is changed`(table: String) throws {
    try purge()
    #expect(try failures().isEmpty)
    try changeRemains(table)
    #expect(
      try failures()["chain"]?.hasPrefix(
        "something that the purge to transaction 4 has left was changed after it") == true)
    let store = try open()
    let replay = #expect(throws: StoreError.self) { try store.replay() }
    #expect(replay?.message.contains("has left was changed") == true)
    // Also when nothing more would go.
    for token in try [store.read { try $0.token() }, store.read { try $0.oldestToken() }] {
      let error = #expect(throws: StoreError.self) { try store.purge(before: token) }
      #expect(error?.message.contains("has left was changed") == true)
    }
  }

  @Test func `a purge that did not end says so, and the next one ends it`() throws {
    try purge()
    let store = try open()
    // As one that was killed before its last step.
    try store.change { scope in try scope.forgetRemains() }
    let check = try store.verify().checks.first { $0.name == "chain" }
    #expect(check?.ok == true && check?.detail.contains("has not ended") == true)
    try store.purge(before: store.read { try $0.oldestToken() })
    #expect(
      try store.verify().checks.first { $0.name == "chain" }?.detail
        == "1 transaction, and what a purge has left")
    #expect(try store.read { try $0.log.remains() } != nil)
  }

  @Test func `the digest of bytes is the same with and without the processor's help`() throws {
    let bytes = (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for count in 0..<bytes.count {
      var hash = SHA256()
      for start in stride(from: 0, to: count, by: 1 + count % 131) {
        let end = min(start + 1 + count % 131, count)
        bytes[start..<end].withUnsafeBytes { hash.add($0) }
      }
      let portable = bytes[..<count].withUnsafeBytes { SHA256.portable($0) }
      #expect(hash.digest == portable, "\(count) bytes")
    }
  }
}
