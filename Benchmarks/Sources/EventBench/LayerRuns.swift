import BenchSupport
import LMDB

/// What an engine could do at best: the log's rows by the `LMDB` module, without the engine.
enum LayerRuns {
  /// Walks the log with a cursor and checks the CRC-32C of every row, which its first four bytes are.
  static func replay(_ path: String, events: Int) throws -> Timing {
    let environment = try Environment(path: path, options: .init(mapSize: 1 << 32))
    let transaction = try environment.beginRead()
    guard let table = try transaction.table("events", IntegerOrder.self) else {
      throw LMDBError(code: .notFound, call: "mdb_dbi_open", detail: path)
    }
    return try Timing.of(events) {
      var cursor = try transaction.cursor(table)
      var sound = 0
      while try cursor.next() {
        let position = cursor.key
        let isSound = cursor.value.withUnsafeBytes { row in
          let rest = UnsafeRawBufferPointer(rebasing: row.dropFirst(4))
          return Checksum.crc32c(position, rest) == row.loadUnaligned(as: UInt32.self)
        }
        if isSound { sound += 1 }
      }
      precondition(sound == events)
    }
  }
}
