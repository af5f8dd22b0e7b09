import Daybook
import DaybookTelemetry
import InMemoryLogging
import Logging
import MetricsTestKit
import Testing

/// Something with a name, for the adapters' tests.
struct Thing: Entity, CodablePayload {
  static let kind = "things.thing"
  var name: String

  enum Event: CodableEntityEvent {
    static let type = EventType("things.event")
    case named(String)
  }

  static func fold(_ thing: inout Thing?, _ event: Event) {
    switch event {
    case .named(let name): thing = Thing(name: name)
    }
  }
}

struct ThingNames: Unique {
  static let name = "things.names"
  static func value(of thing: Thing) -> String? { thing.name }
}

/// The adapters, told by a store.
struct TelemetryTests {
  /// Tells when a rebuild has ended: everything before it was told then.
  private struct Last: StoreObserver {
    let ended = AsyncStream<Void>.makeStream()
    func didAdvance(_ progress: RebuildProgress) {
      if progress.hasEnded { ended.continuation.yield() }
    }
  }

  /// Appends, reads slowly, and rebuilds, then waits until the observer was told of all.
  private func run(_ observer: any StoreObserver) async throws {
    let last = Last()
    var options = StoreOptions()
    options.observers = [observer, last]
    options.slowReadThreshold = .zero
    let store = try EventStore.temporary(
      schema: Schema().entity(Thing.self).projection(ThingNames()), options: options)
    try await store.append { draft in
      try draft.append(.named("cup"), to: ID<Thing>.timeOrdered())
      try draft.append(.named("pan"), to: ID<Thing>.timeOrdered())
    }
    _ = try store.read { try $0.token() }
    try await store.rebuild()
    var iterator = last.ended.stream.makeAsyncIterator()
    _ = await iterator.next()
  }

  @Test func `a log has commits, slow reads and rebuilds`() async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "daybook") { _ in handler }
    logger.logLevel = .trace
    try await run(LogObserver(logger))
    let entries = handler.entries
    let commit = try #require(entries.first { $0.message == "committed" })
    #expect(commit.level == .debug)
    #expect(commit.metadata["events"] == "2" && commit.metadata["transactions"] == "1")
    let read = try #require(entries.first { $0.message == "a read was slow" })
    #expect(read.level == .warning)
    #expect("\(read.metadata["place"] ?? "")".hasPrefix("TelemetryTests/TelemetryTests.swift:"))
    let rebuilt = try #require(entries.last { $0.message == "rebuilt a projection" })
    #expect(rebuilt.level == .info)
    #expect(rebuilt.metadata["projection"] == "things.names" && rebuilt.metadata["done"] == "2")
  }

  @Test func `metrics count`() async throws {
    let metrics = TestMetrics()
    try await run(MetricsObserver(dimensions: [("store", "test")], factory: metrics))
    let dimensions = [("store", "test")]
    #expect(try metrics.expectCounter("daybook.commits", dimensions).totalValue == 1)
    #expect(try metrics.expectCounter("daybook.events", dimensions).totalValue == 2)
    #expect(try metrics.expectCounter("daybook.bytes", dimensions).totalValue > 60)
    #expect(try metrics.expectTimer("daybook.commit.duration", dimensions).values.count == 1)
    #expect(try metrics.expectTimer("daybook.slow_read.duration", dimensions).values.count > 0)
    let remaining = try metrics.expectRecorder(
      "daybook.rebuild.remaining", dimensions + [("projection", "things.names")])
    #expect(remaining.lastValue == 0)
  }

  @Test func `what is left out is an error in the log and a number`() async throws {
    let handler = InMemoryLogHandler()
    let metrics = TestMetrics()
    let observers: [any StoreObserver] = [
      LogObserver(Logger(label: "daybook") { _ in handler }), MetricsObserver(factory: metrics),
    ]
    let item = QuarantinedItem(
      projection: nil, kind: "things.thing", entity: UUID(), position: 1, error: "no")
    for observer in observers {
      observer.didQuarantine([item])
      observer.didMiss(7)
    }
    #expect(handler.entries.map(\.level) == [.error, .notice])
    #expect(handler.entries.first?.metadata["by"] == "fold")
    #expect(metrics.counterTotal(label: "daybook.quarantined") == 1)
    #expect(metrics.counterTotal(label: "daybook.missed_reports") == 7)
  }
}
