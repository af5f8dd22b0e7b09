import BenchSupport
import Daybook
import LMDB
import Nursery

/// Every event of a log in turn.
enum ReplayRuns {
  /// What an engine could do at best: the rows by the `LMDB` module, without the engine. Checks the
  /// CRC-32C of each, which its first four bytes are.
  static func layer(_ path: String, events: Int) throws -> Timing {
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

  /// Reads every event's header and payload where they are stored.
  static func raw(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try Timing.of(events) {
      try store.read { reader in
        var bytes = 0
        try reader.replay { bytes += $0.payload.byteCount }
        precondition(bytes > 0)
      }
    }
  }

  /// As `raw`, and decodes every payload to the event that was appended.
  static func decoded(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try Timing.of(events) {
      try store.read { reader in
        let feeds = try reader.decoder(of: FeedSession.self)
        let diapers = try reader.decoder(of: DiaperChange.self)
        let babies = try reader.decoder(of: BabyProfile.self)
        var decoded = 0
        try reader.replay { event in
          if case .some = try feeds.decode(event) {
            decoded += 1
          } else if case .some = try diapers.decode(event) {
            decoded += 1
          } else if case .some = try babies.decode(event) {
            decoded += 1
          }
        }
        precondition(decoded > events * 9 / 10)
      }
    }
  }
}
