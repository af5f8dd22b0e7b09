import Daybook
import DaybookSnapshot
import Foundation
import LMDB
import StoreFixtures
import TemporaryFolders
import Testing

/// Rows that are whole one by one, and do not fit together.
struct VerifyTests {
  let directory: TemporaryFolder

  init() async throws {
    directory = try TemporaryFolder()
    try await FullStore.fill(
      directory.path, inbox: InboxFolder(path: directory.path + "/inbox"))
  }

  private func open() throws -> EventStore {
    var options = StoreOptions()
    options.readsSamples = false
    return try EventStore.open(at: directory.path, schema: pantry, options: options)
  }

  /// The checks of `verify` that find something.
  private func findings() throws -> [String] {
    try open().verify().checks.filter { !$0.isSound }.map(\.name)
  }

  private func change(
    _ name: String, _ body: (inout WriteTransaction, Table<LexicalOrder>) throws -> Void
  ) throws {
    let environment = try Environment(path: directory.path)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable(name, LexicalOrder.self)
    try body(&transaction, table)
    try environment.commit(transaction)
  }

  /// The rows of a table, without their checksums.
  private func rows(_ name: String) throws -> [(key: [UInt8], row: [UInt8])] {
    let environment = try Environment(path: directory.path)
    let read = try environment.beginRead()
    guard let table = try read.table(name, LexicalOrder.self) else { return [] }
    var cursor = try read.cursor(table)
    var found: [(key: [UInt8], row: [UInt8])] = []
    while try cursor.next() {
      let row = cursor.value.withUnsafeBytes { [UInt8]($0) }
      found.append((cursor.key.withUnsafeBytes { [UInt8]($0) }, row.dropLast(4)))
    }
    return found
  }

  private func remove(_ name: String, _ key: [UInt8]) throws {
    try change(name) { transaction, table in
      _ = try key.withUnsafeBytes { try transaction.remove(table, $0) }
    }
  }

  /// Puts a row with the checksum that belongs to it.
  private func put(_ name: String, _ key: [UInt8], _ row: [UInt8]) throws {
    let sum = (Array(name.utf8) + key + row).withUnsafeBytes { Checksum.crc32c($0) }
    let stored = row + withUnsafeBytes(of: sum.littleEndian) { [UInt8]($0) }
    try change(name) { transaction, table in
      try key.withUnsafeBytes { key in
        try stored.withUnsafeBytes { try transaction.put(table, key, $0) }
      }
    }
  }

  /// Checksums fit, so that what cannot be is read.
  @Test func `a row and a header that cannot be read are named, with a way out`() throws {
    for table in ["pantry.shelves/a/totals", "pantry.shelves/b/totals"] {
      for row in try rows(table) { try put(table, row.key, [0x0F]) }
    }
    let store = try open()
    let newest = try store.read { try $0.token() }
    let row = expectError(.damaged) {
      try store.read { try $0.view(Shelves.self).rows(Shelves.totals) }
    }
    #expect(row?.message.contains("table totals of pantry.shelves cannot be read") == true)
    #expect(row?.message.contains("rebuild pantry.shelves") == true)
    try store.close()
    try StoreFixtures.change("transactions", newest.number, at: directory.path) { row in
      row[60] = 0x0F
      return true
    }
    let changed = try open()
    let header = expectError(.damaged) { try changed.read { try $0.transactions() } }
    #expect(
      header?.message.hasPrefix("the header of transaction \(newest.number) cannot be read")
        == true)
    #expect(header?.message.contains("doctor --rebuild-into") == true)
  }

  @Test func `a dot that is missing or leads elsewhere is found`() throws {
    let dots = try rows("dots")
    let last = try #require(dots.last { $0.key[3] == 1 })
    try put("dots", last.key, try #require(dots.last { $0.row != last.row }).row)
    #expect(try findings() == ["transactions", "dots"])
    try remove("dots", last.key)
    #expect(try findings() == ["transactions"])
  }

  @Test func `a dot of no transaction is found`() throws {
    let last = try #require(try rows("dots").last)
    try put("dots", last.key.dropLast() + [99], last.row)
    #expect(try findings() == ["dots"])
  }

  @Test func `a retraction without its row is found, and a row without its retraction`() throws {
    let row = try #require(try rows("retractions").first)
    try put("retractions", row.key.dropLast() + [99], row.row)
    #expect(try findings().contains("retractions"))
    try remove("retractions", row.key.dropLast() + [99])
    #expect(try findings() == [])
    try remove("retractions", row.key)
    #expect(try findings().contains("retractions"))
  }

  @Test func `an entity under another key is found, also one that is deleted or left out`() throws {
    do {
      // The others stand on baselines, which other keys do not have.
      let store = try EventStore.open(at: directory.path, schema: pantry)
      for deletes in [false, true] {
        let id = UUID()
        try store.append { draft in
          try draft.append(PantryEvent.bought(PantryItem(name: "oats", amount: 1)), to: id)
          if deletes { try draft.append(PantryEvent.eaten, to: id) }
        }
      }
    }
    let entities = try rows("entities")
    #expect(entities.count > 4)
    for row in entities {
      try remove("entities", row.key)
      try put("entities", row.key.dropLast() + [99], row.row)
      #expect(try findings().contains("chains"), "\(row.key)")
      try remove("entities", row.key.dropLast() + [99])
      try put("entities", row.key, row.row)
    }
    #expect(try findings() == [])
  }

  @Test func `a damaged row of a view that the schema does not know is found`() throws {
    try put("other.view/a/items", [1, 2, 3], [4])
    #expect(try findings() == [])
    try change("other.view/a/items") { transaction, table in
      try ([1, 2, 3] as [UInt8]).withUnsafeBytes { key in
        try [UInt8](repeating: 0, count: 5).withUnsafeBytes { try transaction.put(table, key, $0) }
      }
    }
    #expect(try findings() == ["rows"])
  }

  @Test func `a deleted entity that lost the end of its chain is found`() throws {
    let row = try #require(try rows("entities").first { $0.key[4] == 3 })
    let other = try #require(try rows("entities").first { $0.key[4] == 1 })
    var changed = row.row
    changed.replaceSubrange(8..<12, with: other.row[8..<12])
    try put("entities", row.key, changed)
    #expect(try findings().contains("chains"))
  }

  @Test func `a baseline of no entity is found`() throws {
    let row = try #require(try rows("baselines").first)
    try put("baselines", row.key.dropLast() + [99], row.row)
    #expect(try findings() == ["chain", "baselines"])
  }

  @Test func `what the quarantine lacks or has too much is found`() throws {
    let row = try #require(try rows("quarantine").first)
    try remove("quarantine", row.key)
    #expect(try findings() == ["quarantine"])
    try put("quarantine", row.key, row.row)
    #expect(try findings() == [])
    try put("quarantine", row.key.dropLast() + [1], row.row)
    #expect(try findings() == ["quarantine"])
  }

  @Test func `a message of the inbox that no transaction took in is found`() throws {
    let row = try #require(try rows("inbox").first)
    try put("inbox", row.key, [0xFF] + row.row.dropFirst())
    #expect(try findings() == ["inbox"])
  }

  @Test func `a consumer beyond the end of the log is found`() throws {
    try put("meta", Array("consumer/badges".utf8), [0x08, 0x7F])
    #expect(try findings() == ["meta"])
  }

  @Test func `a row of meta that this version does not know is told`() throws {
    try put("meta", Array("later/thing".utf8), [1, 2, 3])
    let store = try EventStore.open(at: directory.path, schema: pantry)
    let check = try #require(try store.verify().checks.first { $0.name == "meta" })
    #expect(check.ok)
    #expect(check.detail.contains("later/thing"))
  }

  @Test(arguments: ["projection/0", "kind/1"])
  func `a row of meta under another key is refused`(key: String) throws {
    let stored = try rows("meta").map(\.key)
    #expect(stored.contains(Array(key.utf8)))
    let environment = try Environment(path: directory.path)
    do {
      var transaction = try environment.beginWrite()
      let meta = try transaction.makeTable("meta", LexicalOrder.self)
      let row = try Array("store".utf8).withUnsafeBytes {
        try transaction.value(meta, $0)?.withUnsafeBytes { [UInt8]($0) }
      }
      try Array(key.utf8).withUnsafeBytes { key in
        try (row ?? []).withUnsafeBytes { try transaction.put(meta, key, $0) }
      }
      try environment.commit(transaction)
    }
    _ = consume environment
    #expect(throws: StoreError.self) {
      _ = try EventStore.open(at: directory.path, schema: pantry)
    }
  }

  @Test func `a replay that lacks an event ends with an error, not without it`() throws {
    do {
      let environment = try Environment(path: directory.path)
      var transaction = try environment.beginWrite()
      let events = try transaction.makeTable("events", IntegerOrder.self)
      try transaction.remove(events, 8)
      try environment.commit(transaction)
    }
    let store = try EventStore.open(at: directory.path, schema: pantry)
    var seen: [UInt64] = []
    let error = expectError(.damaged) {
      try store.read { try $0.replay { seen.append($0.position) } }
    }
    #expect(error?.message.contains("position 8") == true)
    #expect(seen == [6, 7])
  }

  @Test func `a listing that lacks a transaction ends with an error, either way`() throws {
    let (oldest, newest) = try numbers()
    let middle = newest - 1
    do {
      let environment = try Environment(path: directory.path)
      var transaction = try environment.beginWrite()
      let transactions = try transaction.makeTable("transactions", IntegerOrder.self)
      try transaction.remove(transactions, middle)
      try environment.commit(transaction)
    }
    let store = try EventStore.open(at: directory.path, schema: pantry)
    #expect(oldest < middle)
    for list in [
      { try store.read { try $0.transactions() } }, { try store.history.transactions().all() },
      { try store.read { try $0.newestTransactions(limit: .max) } },
      { try store.history.transactions(order: .newestFirst).all() },
      { try store.history.transactions(where: .kind(PantryItem.self)).all() },
    ] as [() throws -> [History.Transaction]] {
      let error = expectError(.damaged) { try list() }
      #expect(error?.message.contains("transaction \(middle) ") == true, "\(error as Any)")
    }
    #expect(try store.read { try $0.newestTransactions(limit: 1) }.count == 1)
  }

  /// The oldest and the newest transaction that are listed.
  private func numbers() throws -> (oldest: UInt64, newest: UInt64) {
    let store = try EventStore.open(at: directory.path, schema: pantry)
    let all = try store.read { try $0.transactions() }
    return (try #require(all.first?.number), try #require(all.last?.number))
  }

  @Test func `a replay that lacks the last event ends with an error`() throws {
    let last: UInt64
    do {
      let environment = try Environment(path: directory.path)
      var transaction = try environment.beginWrite()
      let events = try transaction.makeTable("events", IntegerOrder.self)
      do {
        var cursor = try transaction.cursor(events)
        last = try cursor.last() ? cursor.key : 0
      }
      try transaction.remove(events, last)
      try environment.commit(transaction)
    }
    let store = try EventStore.open(at: directory.path, schema: pantry)
    let error = #expect(throws: StoreError.self) { try store.read { try $0.replay { _ in } } }
    #expect(error?.message.contains("position \(last)") == true)
  }
}
