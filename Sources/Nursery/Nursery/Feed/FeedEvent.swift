public import Daybook

/// What can happen to a feed.
public enum FeedEvent: EntityEvent, Equatable {
  public typealias Subject = FeedSession

  /// A feed began and runs.
  case started(FeedStarted)
  /// A whole feed was entered afterwards or imported.
  case recorded(FeedSession)
  /// The running feed ended.
  case finished(FeedFinished)
  /// Properties were changed.
  case amended(FeedAmendment)
  /// The running feed was given up; it counts as deleted and can be restored.
  case cancelled
  /// The feed was deleted.
  case deleted
  /// The deletion or cancellation was taken back.
  case restored

  public static let types = [
    EventType("feed.started"), EventType("feed.recorded"), EventType("feed.finished"),
    EventType("feed.amended"), EventType("feed.cancelled"), EventType("feed.deleted"),
    EventType("feed.restored"),
  ]

  public var typeIndex: Int {
    switch self {
    case .started: 0
    case .recorded: 1
    case .finished: 2
    case .amended: 3
    case .cancelled: 4
    case .deleted: 5
    case .restored: 6
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .started(let started): started.encode(into: &writer)
    case .recorded(let session): session.encode(into: &writer)
    case .finished(let finished): finished.encode(into: &writer)
    case .amended(let amendment): amendment.encode(into: &writer)
    case .cancelled, .deleted, .restored: break
    }
  }

  public static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> FeedEvent {
    switch typeIndex {
    case 0: .started(try FeedStarted(from: &reader))
    case 1: .recorded(try FeedSession(from: &reader))
    case 2: .finished(try FeedFinished(from: &reader))
    case 3: .amended(try FeedAmendment(from: &reader))
    case 4: .cancelled
    case 5: .deleted
    default: .restored
    }
  }
}
