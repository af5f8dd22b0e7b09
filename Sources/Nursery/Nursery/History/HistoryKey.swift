public import Daybook

/// The order of the history: day, time, creation, identifier.
public struct HistoryKey: CompositeKey, Hashable {
  public typealias First = CivilDay
  public typealias Rest = Key3<Date, HybridTime, UUID>

  /// The logical day.
  public let day: CivilDay
  /// When.
  public let date: Date
  /// When the entry was first written; decides between equal times.
  public let created: HybridTime
  /// The entry.
  public let id: UUID

  /// Names a row.
  public init(day: CivilDay, date: Date, created: HybridTime, id: UUID) {
    self.day = day
    self.date = date
    self.created = created
    self.id = id
  }

  public init(from reader: inout KeyReader) throws {
    day = CivilDay(daysSince1970: try reader.int32())
    date = try reader.date()
    created = try reader.time()
    id = try reader.uuid()
  }

  public func encode(into writer: inout KeyWriter) {
    writer.int32(day.daysSince1970)
    writer.date(date)
    writer.time(created)
    writer.uuid(id)
  }
}
