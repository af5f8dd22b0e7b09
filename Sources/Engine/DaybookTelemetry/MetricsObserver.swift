#if Telemetry
public import CoreMetrics
public import Daybook
internal import Metrics

/// Counts what a store does in swift-metrics.
///
/// | metric | sort |
/// |---|---|
/// | `daybook.commits`, `daybook.transactions`, `daybook.events`, `daybook.bytes` | counter |
/// | `daybook.commit.duration`, `daybook.slow_read.duration` | timer |
/// | `daybook.quarantined`, `daybook.missed_reports` | counter |
/// | `daybook.rebuild.remaining`, with the dimension `projection` | gauge: entities |
public final class MetricsObserver: StoreObserver {
  private let commits: Counter
  private let transactions: Counter
  private let events: Counter
  private let bytes: Counter
  private let commitDuration: Timer
  private let slowReadDuration: Timer
  private let quarantined: Counter
  private let missed: Counter
  private let dimensions: [(String, String)]
  private let factory: any MetricsFactory

  /// Makes the metrics.
  ///
  /// - Parameters:
  ///   - dimensions: go with each metric, such as the name of the store.
  ///   - factory: makes them; the one that the app gave to `MetricsSystem` unless told.
  public init(
    dimensions: [(String, String)] = [], factory: any MetricsFactory = MetricsSystem.factory
  ) {
    self.dimensions = dimensions
    self.factory = factory
    func counter(_ name: String) -> Counter {
      Counter(label: "daybook.\(name)", dimensions: dimensions, factory: factory)
    }
    func timer(_ name: String) -> Timer {
      Timer(label: "daybook.\(name)", dimensions: dimensions, factory: factory)
    }
    commits = counter("commits")
    transactions = counter("transactions")
    events = counter("events")
    bytes = counter("bytes")
    commitDuration = timer("commit.duration")
    slowReadDuration = timer("slow_read.duration")
    quarantined = counter("quarantined")
    missed = counter("missed_reports")
  }

  public func didCommit(_ commit: StoreCommit) {
    commits.increment()
    transactions.increment(by: commit.transactions.count)
    events.increment(by: commit.events)
    bytes.increment(by: commit.bytes)
    commitDuration.record(duration: commit.duration)
  }

  public func didReadSlowly(_ read: SlowRead) { slowReadDuration.record(duration: read.duration) }

  public func didQuarantine(_ items: [QuarantinedItem]) { quarantined.increment(by: items.count) }

  public func didAdvance(_ progress: RebuildProgress) {
    let gauge = Gauge(
      label: "daybook.rebuild.remaining",
      dimensions: dimensions + [("projection", progress.projection)], factory: factory)
    gauge.record(progress.total - progress.done)
  }

  public func didMiss(_ count: Int) { missed.increment(by: count) }
}
#endif
