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

  /// Reads every event's header and payload by the history's interface.
  static func raw(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try Timing.of(events) {
      try store.read { reader in
        var bytes = 0
        for position in 1...UInt64(events) { bytes += try reader.event(position).payload.count }
        precondition(bytes > 0)
      }
    }
  }

  /// As `raw`, and decodes every payload to the event that was appended.
  static func decoded(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try Timing.of(events) {
      try store.read { reader in
        for position in 1...UInt64(events) { try decode(try reader.event(position)) }
      }
    }
  }

  private static func decode(_ event: History.Event) throws {
    try event.payload.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      switch event.kind {
      case FeedSession.kind: _ = try decoded(FeedEvent.self, event.type, &reader)
      case DiaperChange.kind: _ = try decoded(DiaperEvent.self, event.type, &reader)
      default: _ = try decoded(BabyEvent.self, event.type, &reader)
      }
    }
  }

  @inline(never)
  private static func decoded<E: EntityEvent>(
    _: E.Type, _ type: EventType, _ reader: inout PayloadReader
  ) throws -> E? {
    guard let index = E.types.firstIndex(of: type) else { return nil }
    return try E.decode(index, from: &reader)
  }
}
