#if Telemetry
public import Daybook
public import Logging

/// Writes what a store does to a log of swift-log.
///
/// ```swift
/// options.observers = [LogObserver(Logger(label: "daybook"))]
/// ```
/// Commits and steps of rebuilds are `debug`, the end of a rebuild is `info`, reports that were
/// left out are `notice`, slow reads are `warning`, and what folds and projections leave out is
/// `error`. Metadata has numbers and names, never what the app stores, but for the error of what
/// was left out.
public struct LogObserver: StoreObserver {
  private let logger: Logger

  /// Writes to this logger.
  public init(_ logger: Logger) { self.logger = logger }

  public func didCommit(_ commit: StoreCommit) {
    logger.debug(
      "committed",
      metadata: [
        "transactions": "\(commit.transactions.count)",
        "last": "\(commit.transactions.upperBound)",
        "events": "\(commit.events)", "bytes": "\(commit.bytes)",
        "duration": "\(commit.duration)",
      ])
  }

  public func didReadSlowly(_ read: SlowRead) {
    logger.warning(
      "a read was slow",
      metadata: ["duration": "\(read.duration)", "place": "\(read.file):\(read.line)"])
  }

  public func didQuarantine(_ items: [QuarantinedItem]) {
    for item in items {
      logger.error(
        "left out",
        metadata: [
          "by": "\(item.projection ?? "fold")", "kind": "\(item.kind)",
          "entity": "\(item.entity)", "error": "\(item.error)",
        ])
    }
  }

  public func didAdvance(_ progress: RebuildProgress) {
    logger.log(
      level: progress.hasEnded ? .info : .debug,
      progress.hasEnded ? "rebuilt a projection" : "rebuilding a projection",
      metadata: [
        "projection": "\(progress.projection)", "done": "\(progress.done)",
        "total": "\(progress.total)",
      ])
  }

  public func didMiss(_ count: Int) {
    logger.notice("reports were left out", metadata: ["count": "\(count)"])
  }
}
#endif
