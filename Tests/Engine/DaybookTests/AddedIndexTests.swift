import LMDB
import TemporaryFolders
import Testing

@testable import Daybook

/// An index that a store was written without.
struct AddedIndexTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var with: StoreOptions {
    var options = StoreOptions()
    options.addedIndexes = [SizeIndex.self]
    return options
  }

  private func open(_ options: StoreOptions = StoreOptions()) throws -> EventStore {
    try EventStore.open(
      at: folder.path, schema: Schema(version: 1).entity(PantryItem.self), options: options)
  }

  private func fill(_ store: EventStore, _ count: Int) throws {
    for _ in 0..<count {
      try store.append {
        try $0.append(.bought(PantryItem(name: "milk", amount: 1)), to: PantryItem.self, UUID())
      }
    }
  }

  /// Rows by position of the first event.
  private func sizes(_ store: EventStore) throws -> [UInt64: UInt32] {
    try store.inspect { scope in
      var rows: [UInt64: UInt32] = [:]
      try scope.reader.everyRow(of: SizeIndex.table(scope.reading)) { key, row in
        rows[UInt64(bigEndian: key.load(0))] = row.load(0)
      }
      return rows
    }
  }

  @Test func `a store that was written before gets its rows when it is opened`() throws {
    let old = try open()
    try fill(old, 5)
    try old.close()
    let store = try open(with)
    #expect(try sizes(store) == [1: 1, 2: 1, 3: 1, 4: 1, 5: 1])
    try fill(store, 1)
    try store.append {
      for _ in 0..<3 {
        try $0.append(.bought(PantryItem(name: "salt", amount: 2)), to: PantryItem.self, UUID())
      }
    }
    #expect(try sizes(store) == [1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 3])
    let verification = try store.verify()
    #expect(verification.ok)
    #expect(verification.checks.first { $0.name == "sizes" }?.detail == "7 sizes")
    try store.close()
    let again = try open(with)
    #expect(try sizes(again).count == 7)
  }

  @Test func `a version that does not know the index refuses the store`() throws {
    let store = try open(with)
    try fill(store, 1)
    try store.close()
    let error = expectError(.newerFormat) { try open() }
    #expect(error?.message.contains("needs index sizes") == true)
    #expect(try sizes(open(with)) == [1: 1])
  }

  @Test func `a purge forgets its rows`() throws {
    let store = try open(with)
    try fill(store, 4)
    try store.purge(before: store.read { try $0.token() })
    #expect(try sizes(store).isEmpty)
    #expect(try store.verify().ok)
  }

  @Test func `a table that is missing once the store has the index is damage`() throws {
    let store = try open()
    try store.change { scope in try LogIndexes.note([SizeIndex.feature], &scope) }
    try store.close()
    expectError(.damaged) { try open(with) }
  }
}

/// How many events each transaction has.
private enum SizeIndex: LogIndex {
  static let name = "sizes"
  static let format = (key: "position of a transaction's first event", value: "events")

  static func table(_ reading: BorrowedTransaction) throws -> Table<LexicalOrder> {
    guard let table = try reading.table(name, LexicalOrder.self) else {
      throw LogTables.missing(name)
    }
    return table
  }

  static func note(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    try put(record, &scope)
  }

  static func forget(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    try withUnsafeBytes(of: record.firstPosition.bigEndian) { key in
      _ = try scope.rows.transaction.remove(table(scope.reading), key)
    }
  }

  static func backfill(_ scope: inout WriteScope) throws {
    for number in scope.counters.purged..<scope.counters.transactions {
      try put(scope.reader.existing(number + 1), &scope)
    }
  }

  static func check(_ scope: borrowing WriteScope) throws -> String {
    var count = 0
    try scope.reader.everyRow(of: table(scope.reading)) { key, row in
      let first = UInt64(bigEndian: key.load(0))
      let number = try scope.reader.event(first).transaction
      guard try scope.reader.existing(number).eventCount == row.load(0) else {
        throw StoreError(.damaged, "the size of transaction \(number) is wrong")
      }
      count += 1
    }
    return "\(count) sizes"
  }

  private static func put(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    scope.rows.buffers.scratch.truncate()
    scope.rows.buffers.scratch.raw(record.eventCount)
    let table = try table(scope.reading)
    try withUnsafeBytes(of: record.firstPosition.bigEndian) { key in
      try scope.rows.putScratch(table, key)
    }
  }
}
