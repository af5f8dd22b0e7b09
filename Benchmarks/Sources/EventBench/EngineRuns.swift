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

  /// Reads every event's header and payload where they are stored.
  static func replay(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) {
      try store.read { reader in
        var bytes = 0
        try reader.replay { bytes += $0.payload.byteCount }
        precondition(bytes > 0)
      }
    }
  }

  /// As `replay`, and decodes every payload to the event that was appended.
  static func decode(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
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

  /// Checks the whole store, which reads, decodes, folds and projects everything.
  static func verify(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) {
      let isSound = try store.verify().ok
      precondition(isSound)
    }
  }
}
