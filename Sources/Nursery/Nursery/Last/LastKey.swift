public import Daybook

/// The order of one baby's entries of a kind and type: start, end, identifier.
public struct LastKey: CompositeKey, Hashable {
  public typealias First = EntryKind
  public typealias Rest = Key2<UUID?, Key4<String, Date, Date?, UUID>>

  /// Which kind.
  public let kind: EntryKind
  /// The baby; nil for entries without one.
  public let baby: UUID?
  /// Which of its kind, such as `weight`; empty for kinds without such. Of a long text only what
  /// `typeText` leaves of it, because keys are short.
  public let type: String
  /// When it began or was.
  public let start: Date
  /// When it ended.
  public let end: Date?
  /// The entry.
  public let id: UUID

  /// The key of an entry.
  public init<E: NurseryEntry>(_ entry: Stamped<E>) {
    kind = E.entryKind
    baby = entry.state.baby
    type = Self.typeText(entry.state.type)
    start = entry.state.date
    end = entry.state.end
    id = entry.id.rawValue
  }

  /// Names a row.
  public init(
    kind: EntryKind, baby: UUID?, type: String = "", start: Date, end: Date? = nil, id: UUID
  ) {
    self.kind = kind
    self.baby = baby
    self.type = Self.typeText(type)
    self.start = start
    self.end = end
    self.id = id
  }

  public init(from reader: inout KeyReader) throws {
    kind = try EntryKind(from: &reader)
    baby = try reader.isPresent() ? try reader.uuid() : nil
    type = try reader.string()
    start = try reader.date()
    end = try reader.isPresent() ? try reader.date() : nil
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    Self.begin(kind, baby, &writer)
    writer.string(type)
    writer.date(start)
    writer.optional(end) { $0.date($1) }
    writer.uuid(id)
  }

  /// The beginning of the keys of a kind and a baby.
  static func begin(_ kind: EntryKind, _ baby: UUID?, _ writer: inout KeyWriter) {
    writer.uint8(kind.rawValue)
    writer.optional(baby) { $0.uuid($1) }
  }
}

/// One byte.
extension EntryKind: OrderedKey {
  public init(from reader: inout KeyReader) throws {
    guard let kind = EntryKind(rawValue: try reader.uint8()) else { throw PayloadError.malformed }
    self = kind
  }

  public func encode(into writer: inout KeyWriter) { writer.uint8(rawValue) }
}

extension LastKey {
  /// The part of a type that keys have: as many of its characters as fit into 200 bytes of UTF-8.
  ///
  /// Types that are equal up to there count as one.
  public static func typeText(_ type: String) -> String {
    type.prefix(utf8: 200)
  }

  /// Whether one comes before another, whatever their types.
  static func isEarlier(_ a: LastKey, _ b: LastKey) -> Bool {
    if a.start != b.start { return a.start < b.start }
    let (aEnd, bEnd) = (a.end ?? .distantPast, b.end ?? .distantPast)
    if aEnd != bEnd { return aEnd < bEnd }
    return a.id < b.id
  }
}
