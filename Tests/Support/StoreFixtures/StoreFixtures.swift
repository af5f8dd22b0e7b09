public import Daybook
import LMDB

/// Stores in a state that no call of the library's own leads to.
public enum StoreFixtures {
  /// Makes a founder's store that was purged to a frontier, after which it names another keeper by
  /// what was before: it must start again.
  ///
  /// - Parameter body: appends what the purge removes.
  public static func makeStoreThatMustStartAgain(
    at path: String, schema: Schema, purging body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws {
    let store = try EventStore.open(at: path, schema: schema)
    let other = ReplicaID(UUID())
    try store.append { try $0.append(.created(name: "Noor", key: [1], member: "Ada")) }
    try store.append {
      try $0.append(.enrolled(other, key: [2], member: "Ben", role: .owner))
    }
    try store.append { try body(&$0) }
    let final = try store.read { try $0.versionVector() }
    try store.append { try $0.append(.frontier(number: 1, final)) }
    try keepChains(store)
    try store.purge(before: store.read { try $0.token() }, forced: true)
    let own = try store.read { try $0.replica() }
    try store.append { try $0.append(.keeper(other, inPlaceOf: own, through: 2)) }
    try store.close()
  }

  /// Keeps what takes the place of chains at the frontier, so that it counts for a purge.
  private static func keepChains(_ store: EventStore) throws {
    let missing = try store.read { try $0.openFrontier()?.missing } ?? []
    try store.append { draft in
      draft.keep(
        missing.map {
          SignedHead(dot: $0, chain: [UInt8](repeating: 7, count: 32), signature: [])
        })
    }
  }

  /// Makes the store of a device whose join was killed right after the store was made.
  public static func makeStoreOfKilledJoin(
    at path: String, schema: Schema, space: UUID?, replica: UUID?
  ) throws {
    var options = StoreOptions()
    options.space = space
    options.replica = replica.map { ReplicaID($0) }
    try EventStore.open(at: path, schema: schema, options: options).close()
  }

  /// Turns a bit over in a row of a table, as a disk may, and leaves its checksum.
  ///
  /// - Parameters:
  ///   - table: the name of a table that has rows, or how it begins.
  ///   - place: which row, from the last one on.
  /// - Returns: the name of the table; nil when it has no such row.
  @discardableResult
  public static func damage(_ table: String, _ place: Int = 0, at path: String) throws -> String? {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    var found: String?
    for name in try transaction.borrowed.tableNames()
    where found == nil && name.hasPrefix(table) {
      let isNumbered = ["events", "transactions", "names", "replicas", "summaries"].contains(name)
      if isNumbered {
        let rows = try transaction.makeTable(name, IntegerOrder.self)
        if try damage(rows, place, &transaction) { found = name }
      } else {
        let rows = try transaction.makeTable(name, LexicalOrder.self)
        if try damage(rows, place, &transaction) { found = name }
      }
    }
    try environment.commit(transaction)
    return found
  }

  private static func damage(
    _ table: Table<IntegerOrder>, _ place: Int, _ transaction: inout WriteTransaction
  ) throws -> Bool {
    let read = transaction.borrowed
    var cursor = try read.cursor(table)
    guard try cursor.last() else { return false }
    for _ in 0..<place { guard try cursor.previous() else { return false } }
    let number = cursor.key
    let row = damaged(cursor.value.withUnsafeBytes { [UInt8]($0) })
    try row.withUnsafeBytes { try transaction.put(table, number, $0) }
    return true
  }

  private static func damage(
    _ table: Table<LexicalOrder>, _ place: Int, _ transaction: inout WriteTransaction
  ) throws -> Bool {
    let read = transaction.borrowed
    var cursor = try read.cursor(table)
    guard try cursor.last() else { return false }
    for _ in 0..<place { guard try cursor.previous() else { return false } }
    let key = cursor.key.withUnsafeBytes { [UInt8]($0) }
    let row = damaged(cursor.value.withUnsafeBytes { [UInt8]($0) })
    try key.withUnsafeBytes { key in
      try row.withUnsafeBytes { try transaction.put(table, key, $0) }
    }
    return true
  }

  private static func damaged(_ row: [UInt8]) -> [UInt8] {
    var row = row
    row[row.count / 2] ^= 0x10
    return row
  }
}
