public import Daybook

/// What can happen to a feed.
public enum FeedEvent: FieldEntityEvent, Equatable {
  /// A feed began and runs.
  case started(FeedSession)
  /// A whole feed was entered afterwards or imported.
  case recorded(FeedSession)
  /// The running feed ended, with what was told then; a memo without text takes the old one out.
  case finished(FieldPatch<FeedSession>)
  /// Properties were changed.
  case amended(FieldPatch<FeedSession>)
  /// The running feed was given up; it counts as deleted and can be restored.
  case cancelled
  /// The feed was deleted.
  case deleted
  /// The deletion or cancellation was taken back.
  case restored

  public static let types: [EventType] = [
    "feed.started", "feed.recorded", "feed.finished", "feed.amended", "feed.cancelled",
    "feed.deleted", "feed.restored",
  ]

  public func cases(_ event: inout some CaseCoding) {
    switch self {
    case .started(let feed): event(0, feed)
    case .recorded(let feed): event(1, feed)
    case .finished(let patch): event(2, patch)
    case .amended(let patch): event(3, patch)
    case .cancelled: event(4)
    case .deleted: event(5)
    case .restored: event(6)
    }
  }

  public static func decode(
    _ typeIndex: Int, from reader: inout PayloadReader
  ) throws -> FeedEvent {
    switch typeIndex {
    case 0: return .started(try FeedSession(from: &reader))
    case 1: return .recorded(try FeedSession(from: &reader))
    case 2:
      let patch = try FieldPatch<FeedSession>(from: &reader)
      guard try patch.sets(3) else { throw PayloadError.missing(3) }
      return .finished(patch)
    case 3: return .amended(try FieldPatch(from: &reader))
    case 4: return .cancelled
    case 5: return .deleted
    default: return .restored
    }
  }
}
