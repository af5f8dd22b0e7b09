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

  /// Those of one feed.
  init(feedWith amount: Amount?) {
    feedCount = 1
    guard let amount else { return }
    feedsWithAmount = 1
    feedNanolitres = amount.nanolitres ?? 0
  }

  /// Those of one diaper change.
  init(wet: Bool, solid: Bool) {
    diaperCount = 1
    wetCount = wet ? 1 : 0
    solidCount = solid ? 1 : 0
  }

  // Wrapping, so that absurd amounts come and go without a trap.

  static func + (a: DayTotals, b: DayTotals) -> DayTotals { a.combined(with: b, &+) }

  static func - (a: DayTotals, b: DayTotals) -> DayTotals { a.combined(with: b, &-) }

  private func combined(
    with other: DayTotals, _ operation: (Int64, Int64) -> Int64
  ) -> DayTotals {
    var result = DayTotals()
    result.feedCount = operation(feedCount, other.feedCount)
    result.feedsWithAmount = operation(feedsWithAmount, other.feedsWithAmount)
    result.feedNanolitres = operation(feedNanolitres, other.feedNanolitres)
    result.diaperCount = operation(diaperCount, other.diaperCount)
    result.wetCount = operation(wetCount, other.wetCount)
    result.solidCount = operation(solidCount, other.solidCount)
    return result
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
