public import Daybook

/// The order of one baby's finished entries of a kind: end, start, identifier.
public struct FinishedKey: CompositeKey, Hashable {
  public typealias First = EntryKind
  public typealias Rest = Key4<UUID?, Date, Date, UUID>

  /// Which kind.
  public let kind: EntryKind
  /// The baby; nil for entries without one.
  public let baby: UUID?
  /// When the entry ended.
  public let end: Date
  /// When it began.
  public let start: Date
  /// The entry.
  public let id: UUID

  /// The key of an entry; nil while it runs.
  public init?<E: TimedEntry>(_ entry: Stamped<E>) {
    guard let end = entry.state.end else { return nil }
    kind = E.entryKind
    baby = entry.state.baby
    self.end = end
    start = entry.state.start
    id = entry.id.rawValue
  }

  /// Names a row.
  public init(
    kind: EntryKind, baby: UUID?, end: Date, start: Date, id: UUID
  ) {
    self.kind = kind
    self.baby = baby
    self.end = end
    self.start = start
    self.id = id
  }

  public init(from reader: inout KeyReader) throws {
    kind = try EntryKind(from: &reader)
    baby = try reader.isPresent() ? try reader.uuid() : nil
    end = try reader.date()
    start = try reader.date()
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    LastKey.begin(kind, baby, &writer)
    writer.date(end)
    writer.date(start)
    writer.uuid(id)
  }
}
