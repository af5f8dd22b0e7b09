public import Daybook

/// What one baby had on one logical day.
public struct DayTotals: PayloadCodable, Equatable {
  /// Feeds that began on the day.
  public var feedCount: Int64 = 0
  /// Those of them with an amount, 0 included.
  public var feedsWithAmount: Int64 = 0
  /// The sum of their amounts in nanolitres; amounts in unknown units are left out.
  public var feedNanolitres: Int64 = 0
  /// Diaper changes.
  public var diaperCount: Int64 = 0
  /// Those that were wet, whether solid or not.
  public var wetCount: Int64 = 0
  /// Those that were solid, whether wet or not.
  public var solidCount: Int64 = 0

  /// Nothing.
  public init() {}

  public init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      switch field {
      case 1: feedCount = try reader.int()
      case 2: feedsWithAmount = try reader.int()
      case 3: feedNanolitres = try reader.int()
      case 4: diaperCount = try reader.int()
      case 5: wetCount = try reader.int()
      case 6: solidCount = try reader.int()
      default: break
      }
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.int(1, feedCount)
    writer.int(2, feedsWithAmount)
    writer.int(3, feedNanolitres)
    writer.int(4, diaperCount)
    writer.int(5, wetCount)
    writer.int(6, solidCount)
  }

  /// The amount in `unit`.
  public func feedAmount(in unit: VolumeUnit) -> Double {
    Double(feedNanolitres) / Double(unit.nanolitres)
  }

  var isZero: Bool { feedCount == 0 && diaperCount == 0 }

  mutating func addFeed(_ amount: Amount?, _ sign: Int64) {
    feedCount += sign
    guard let amount else { return }
    feedsWithAmount += sign
    // Wrapping, so that absurd amounts come and go without a trap.
    feedNanolitres &+= sign &* (amount.nanolitres ?? 0)
  }

  mutating func addDiaper(wet: Bool, solid: Bool, _ sign: Int64) {
    diaperCount += sign
    if wet { wetCount += sign }
    if solid { solidCount += sign }
  }
}

/// A logical day and a baby, who may be nobody.
public struct DayBabyKey: OrderedKey, Hashable {
  /// The day.
  public let day: CivilDay
  /// The baby; nil for entries without one.
  public let baby: UUID?

  init(day: CivilDay, baby: UUID?) {
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
