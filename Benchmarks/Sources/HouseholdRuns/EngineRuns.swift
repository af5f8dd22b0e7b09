import BenchSupport
package import Daybook
package import Nursery
import NurseryHousehold

/// What writes to a store, or reads all of it. Each run prepares what it needs, then measures one
/// thing.
package enum EngineRuns {
  static func run(
    _ name: String, _ path: String, _ events: Int, _ more: String
  ) async throws -> Timing? {
    let batch = Int(more) ?? 1000
    return switch name {
    case "append": try append(path, events: events, batch: batch)
    case "append-all-views":
      try append(path, events: events, batch: batch, schema: .nursery(boundary: boundary))
    case "bulk-all-views":
      try append(
        path, events: events, batch: batch, durability: .bulk, schema: .nursery(boundary: boundary))
    case "scattered": try append(path, Dataset(events: events).scattered, batch: batch)
    case "relaxed": try append(path, events: events, batch: batch, durability: .relaxed)
    case "bulk": try append(path, events: events, batch: batch, durability: .bulk)
    case "log": try append(path, events: events, batch: batch, schema: logSchema)
    case "log-relaxed":
      try append(path, events: events, batch: batch, durability: .relaxed, schema: logSchema)
    case "callers": try await CallerRuns.append(path, events: events, callers: batch)
    case "single": try CallerRuns.single(path, events: events)
    case "slowest": try CallerRuns.slowest(path, events: events)
    case "change": try CallerRuns.change(path, events: events)
    case "rebuild": try rebuild(path, events: events, nil)
    case "rebuild-one": try rebuild(path, events: events, HistoryGroups.name)
    case "from-log": try replay(path, events: events)
    case "process": try await ConsumerRuns.process(path, transactions: events)
    case "deliver": try await ConsumerRuns.deliver(path, transactions: events)
    case "snapshots": try ConsumerRuns.snapshots(path, folder: more)
    case "open": try opening(path)
    case "waits": try WaitRuns.run(path, while: more)
    case "verify": try verify(path, events: events)
    case "dataset": Timing.of(Dataset(events: events).steps.count) {}
    default: nil
    }
  }

  /// Opening alone, as an app does it; the store is closed when the time is taken.
  private static func opening(_ path: String) throws -> Timing {
    var store: EventStore?
    defer { withExtendedLifetime(store) {} }
    return try Timing.of(1) { store = try open(path, pageChecks: .inBackground) }
  }

  /// Opens a store, by default with its pages looked at before anything is measured: the walk in
  /// the background would be counted, or not, as threads run.
  package static func open(
    _ path: String, schema: Schema? = nil, pageChecks: StoreOptions.PageChecks = .atOpen
  ) throws -> EventStore {
    try EventStore.open(
      at: path, schema: try schema ?? .nursery(boundary: boundary, views: .history),
      options: options(pageChecks: pageChecks))
  }

  package static func options(pageChecks: StoreOptions.PageChecks = .atOpen) -> StoreOptions {
    var options = StoreOptions()
    // Four GiB of map are plenty, and valgrind refuses the usual 64.
    options.mapSize = 1 << 32
    options.pageChecks = pageChecks
    return options
  }

  package static var boundary: DayBoundary {
    get throws { try DayBoundary(zone: "Europe/Amsterdam") }
  }

  /// The nursery without its projections.
  private static var logSchema: Schema {
    Schema().entity(BabyProfile.self).entity(FeedSession.self).entity(DiaperChange.self)
  }

  /// Appends a household's events, `batch` a transaction, with profiles, history and last entries
  /// unless told.
  private static func append(
    _ path: String, events: Int, batch: Int, durability: Durability = .durable,
    schema: Schema? = nil
  ) throws -> Timing {
    try append(
      path, Dataset(events: events), batch: batch, durability: durability, schema: schema)
  }

  private static func append(
    _ path: String, _ dataset: Dataset, batch: Int, durability: Durability = .durable,
    schema: Schema? = nil
  ) throws -> Timing {
    let store = try open(path, schema: schema)
    let entries = dataset.steps.map(DatasetEntry.of)
    return try Timing.of(entries.count) {
      try DatasetWriting.append(entries, to: store, batch: batch, durability: durability)
    }
  }

  /// Builds one projection anew, or all.
  private static func rebuild(_ path: String, events: Int, _ name: String?) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) { try store.rebuild(name) }
  }

  /// Folds every entity from its events, and builds all projections from that.
  private static func replay(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) {
      let replay = try store.replay()
      precondition(replay.agrees)
    }
  }

  /// Checks the whole store, which reads, decodes, folds and projects everything.
  private static func verify(_ path: String, events: Int) throws -> Timing {
    let store = try open(path)
    return try Timing.of(events) {
      let isSound = try store.verify().ok
      precondition(isSound)
    }
  }
}
