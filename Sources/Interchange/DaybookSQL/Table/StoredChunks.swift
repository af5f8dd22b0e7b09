#if SQL
internal import Daybook
internal import GRDB

/// The chunks of a table as the mirror has them, beside the rows that the view has now.
struct StoredChunks {
  /// A chunk whose rows are others than those that the mirror has.
  struct Changed {
    /// Where it begins; before every key for the first one.
    let first: [UInt8]
    /// Where the next one begins; nil for the last one.
    let next: [UInt8]?
    let rows: [UntypedRow]
  }

  private struct Chunk {
    var first: [UInt8]
    /// Of its rows; nil where the mirror does not have these.
    var hash: Int64?
  }

  /// Before every key: none is empty.
  private static let start: [UInt8] = [0]
  /// More rows than a chunk ever has are written before the next ones are read.
  private static let limit = 5000

  /// Those that come, the next one last.
  private var coming: [Chunk]
  private var chunk: Chunk
  private var hash = RowHash()
  private var rows: [UntypedRow] = []

  init(_ table: String, _ db: Database) throws {
    let stored = try Row.fetchAll(
      db,
      sql: """
        SELECT first_key, hash FROM daybook_chunks WHERE table_name = ? ORDER BY first_key DESC
        """, arguments: [table])
    coming = stored.map { row in
      let first: Data = row[0]
      return Chunk(first: [UInt8](first), hash: row[1])
    }
    // A row may come before all that are there.
    chunk = coming.popLast() ?? Chunk(first: [], hash: nil)
    chunk.first = Self.start
  }

  /// Takes in the next row.
  ///
  /// - Returns: the chunks before it that are others.
  mutating func add(_ row: UntypedRow) -> [Changed] {
    var ended: [Changed] = []
    while let next = coming.last, !row.key.lexicographicallyPrecedes(next.first) {
      if let changed = endChunk() { ended.append(changed) }
      chunk = next
      coming.removeLast()
    }
    if rows.count == Self.limit {
      ended.append(Changed(first: chunk.first, next: row.key, rows: rows))
      begin(Chunk(first: row.key, hash: nil))
    }
    hash.add(row)
    rows.append(row)
    return ended
  }

  /// The chunks that are left.
  mutating func end() -> [Changed] {
    var found: [Changed] = []
    while true {
      if let changed = endChunk() { found.append(changed) }
      guard let next = coming.popLast() else { return found }
      chunk = next
    }
  }

  /// Ends the chunk at the next one.
  private mutating func endChunk() -> Changed? {
    defer { begin(chunk) }
    if chunk.hash == Int64(bitPattern: hash.value) { return nil }
    return Changed(first: chunk.first, next: coming.last?.first, rows: rows)
  }

  private mutating func begin(_ next: Chunk) { (chunk, hash, rows) = (next, RowHash(), []) }
}
#endif
