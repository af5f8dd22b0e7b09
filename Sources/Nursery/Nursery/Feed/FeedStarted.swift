public import Daybook

/// The beginning of a feed that runs.
public struct FeedStarted: PayloadCodable, Equatable {
  /// The child.
  public var baby: UUID?
  /// When it began.
  public var start: Date
  /// What is fed, as far as known at the start.
  public var content: FeedContent
  /// How it is fed, as far as known at the start.
  public var route: FeedRoute

  /// Describes a beginning.
  public init(
    baby: UUID?, start: Date, content: FeedContent = .unknown, route: FeedRoute = .unknown
  ) {
    self.baby = baby
    self.start = start
    self.content = content
    self.route = route
  }

  /// The running feed that begins so.
  public var session: FeedSession {
    FeedSession(baby: baby, start: start, content: content, route: route)
  }

  public func encode(into writer: inout PayloadWriter) { session.encode(into: &writer) }

  public init(from reader: inout PayloadReader) throws {
    let session = try FeedSession(from: &reader)
    self.init(
      baby: session.baby, start: session.start, content: session.content, route: session.route)
  }
}
