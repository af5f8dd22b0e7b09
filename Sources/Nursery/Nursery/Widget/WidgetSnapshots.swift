public import Daybook
internal import NurseryWidget

/// Builds BabyDashboard's widget files: one `<BABY>.json` for each baby, as `WidgetStatus` reads
/// it.
///
/// ```swift
/// let publisher = SnapshotPublisher(store: store, builder: WidgetSnapshots(), folder: path)
/// ```
/// A file changes when the baby's name or feed term does, and when its last, running or last
/// finished feed does; diaper changes and older feeds concern none.
public struct WidgetSnapshots: SnapshotBuilder {
  public let name = "nursery.widget"
  public let revision = 1

  /// Makes the builder; it has no parameters.
  public init() {}

  public func files(_ reader: borrowing Reader) throws -> [String] {
    try reader.view(CurrentProfiles.self).all().map { WidgetStatus.fileName(of: $0.id) }
  }

  public func files(
    concerning entity: EntityReference, _ reader: borrowing Reader
  ) throws -> [String] {
    switch entity.kind {
    case BabyProfile.kind: [WidgetStatus.fileName(of: entity.id)]
    case FeedSession.kind:
      try reader.entity(FeedSession.self, entity.id)?.baby.map { [WidgetStatus.fileName(of: $0)] }
        ?? []
    default: []
    }
  }

  public func build(
    _ file: String, _ reader: borrowing Reader, now: Date
  ) throws -> SnapshotContent? {
    guard let baby = WidgetStatus.baby(fileName: file),
      let profile = try reader.entity(BabyProfile.self, baby)
    else { return nil }
    let last = try reader.view(LastEntries.self)
    let newest = try last.lastFeed(of: baby)
    let running = try last.runningFeeds(of: baby).last
    let finished = try last.lastFinishedFeed(of: baby)
    let status = WidgetStatus(
      id: baby, name: profile.name, feedTerm: profile.feedTerm,
      lastStart: try newest.flatMap { try reader.entity(FeedSession.self, $0) }?.start,
      lastDuration: try finished.flatMap { try reader.entity(FeedSession.self, $0) }?
        .durationSeconds,
      isFeeding: running != nil, now: now)
    let feeds = [newest, running, finished].compactMap(\.self)
    return SnapshotContent(
      try status.encoded(),
      dependsOn: [EntityReference(BabyProfile.self, baby)]
        + Set(feeds).map { EntityReference(FeedSession.self, $0) })
  }
}
