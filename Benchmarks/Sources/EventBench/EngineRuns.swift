import BenchSupport
import Daybook
import LMDB
import Nursery

/// What the engine is measured at. Each run prepares what it needs, then measures one thing.
enum EngineRuns {
  static func open(_ path: String) throws -> EventStore {
    var options = StoreOptions()
    // Four GiB of map are plenty, and valgrind refuses the usual 64.
    options.mapSize = 1 << 32
    return try EventStore.open(
      at: path, schema: .nursery(boundary: try DayBoundary(zone: "Europe/Amsterdam")),
      options: options)
  }

  /// Appends a household's events, `batch` a transaction, with every nursery projection.
  static func append(
    _ path: String, events: Int, batch: Int, durability: Durability = .durable
  ) throws -> Timing {
    let store = try open(path)
    let steps = Dataset(events: events).steps
    return try Timing.of(steps.count) {
      for start in stride(from: 0, to: steps.count, by: batch) {
        let part = steps[start..<min(start + batch, steps.count)]
        try store.append(author: "Ada", durability: durability) { draft in
          for step in part { try step.apply(to: &draft) }
        }
      }
      if durability == .bulk { try store.flush() }
    }
  }

  /// Builds every projection anew.
  static func rebuild(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) { try store.rebuild() }
  }

  /// Reads every event's header and payload by the history's interface.
  static func replay(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) {
      try store.read { reader in
        var bytes = 0
        for position in 1...UInt64(events) { bytes += try reader.event(position).payload.count }
        precondition(bytes > 0)
      }
    }
  }

  /// As `replay`, and decodes every payload to the event that was appended.
  static func decode(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) {
      try store.read { reader in
        for position in 1...UInt64(events) { try decode(try reader.event(position)) }
      }
    }
  }

  /// Checks the whole store, which reads, decodes, folds and projects everything.
  static func verify(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) {
      let isSound = try store.verify().ok
      precondition(isSound)
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
