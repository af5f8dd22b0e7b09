public import Daybook

/// The order of one baby's finished feeds: end, start, creation, identifier.
public struct FinishedKey: OrderedKey, Hashable {
  /// The baby; nil for feeds without one.
  public let baby: UUID?
  /// When the feed ended.
  public let end: Date
  /// When it began.
  public let start: Date
  /// When the feed was first written.
  public let created: HybridTime
  /// The feed.
  public let id: UUID

  /// The key of a feed; nil while it runs.
  init?(_ feed: LastKey) {
    guard let end = feed.end else { return nil }
    baby = feed.baby
    self.end = end
    start = feed.start
    created = feed.created
    id = feed.id
  }

  public init(from reader: inout KeyReader) throws {
    baby = try reader.isPresent() ? try reader.uuid() : nil
    end = try reader.date()
    start = try reader.date()
    created = try reader.time()
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    writer.optional(baby) { $0.uuid($1) }
    writer.date(end)
    writer.date(start)
    writer.time(created)
    writer.uuid(id)
  }
}
