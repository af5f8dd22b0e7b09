public import Daybook

/// A logical day and a baby, who may be nobody.
public struct DayBabyKey: CompositeKey, Hashable {
  public typealias First = CivilDay
  public typealias Rest = UUID?

  /// The day.
  public let day: CivilDay
  /// The baby; nil for entries without one.
  public let baby: UUID?

  /// Names a row.
  public init(day: CivilDay, baby: UUID?) {
    self.day = day
    self.baby = baby
  }

  public init(from reader: inout KeyReader) throws {
    day = CivilDay(daysSince1970: try reader.int32())
    baby = try reader.isPresent() ? try reader.uuid() : nil
  }

  public func encode(into writer: inout KeyWriter) {
    writer.int32(day.daysSince1970)
    writer.optional(baby) { $0.uuid($1) }
  }
}
