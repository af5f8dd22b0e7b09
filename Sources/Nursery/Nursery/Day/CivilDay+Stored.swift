public import Daybook

/// Four bytes, in the order of days.
extension CivilDay: OrderedKey {
  public init(from reader: inout KeyReader) throws {
    self.init(daysSince1970: try reader.int32())
  }

  public func encode(into writer: inout KeyWriter) { writer.int32(daysSince1970) }
}

/// Stored as the count of days.
extension CivilDay: PayloadValue {
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    daysSince1970.encode(field: number, into: &writer)
  }

  public init(field reader: inout PayloadReader) throws {
    self.init(daysSince1970: try Int32(field: &reader))
  }
}

extension CivilDay {
  /// Noon of the day in UTC, which is within 15 hours of its noon in every zone.
  package var noonUTC: Date { Date(timeIntervalSince1970: Double(daysSince1970) * 86_400 + 43_200) }
}
