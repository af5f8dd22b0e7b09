public import Daybook

/// What one baby had on one logical day.
///
/// Entries count on the day on which they begin; the time that they take is split where days begin.
public struct DayTotals: PayloadCodable, Hashable, Codable {
  /// Feeds that began on the day.
  public var feedCount: Int64 = 0
  /// Those of them with an amount, 0 included.
  public var feedsWithAmount: Int64 = 0
  /// The sum of their amounts in nanolitres; those in unknown units are in `unknownFeedAmounts`.
  public var feedNanolitres: Int64 = 0
  /// Diaper changes.
  public var diaperCount: Int64 = 0
  /// Those that were wet, whether solid or not.
  public var wetCount: Int64 = 0
  /// Those that were solid, whether wet or not.
  public var solidCount: Int64 = 0
  /// The part of all feeds that lies within the day, in microseconds.
  public var feedMicroseconds: Int64 = 0
  /// Sums of amounts whose unit is not known, by the text of the unit.
  public var unknownFeedAmounts = UnitSums()
  /// The totals of the other kinds that there are on the day, ascending by kind.
  public private(set) var others: [KindTotals] = []

  /// Nothing.
  public init() {}

  /// The totals of a kind; those of nothing when there are none.
  public subscript(kind: EntryKind) -> KindTotals {
    switch kind {
    case .feed:
      KindTotals(
        kind: .feed, count: feedCount, microseconds: feedMicroseconds, nanolitres: feedNanolitres,
        unknownAmounts: unknownFeedAmounts)
    case .diaper: KindTotals(kind: .diaper, count: diaperCount)
    default: others.first { $0.kind == kind } ?? KindTotals(kind: kind)
    }
  }

  /// Entries of every kind that began on the day.
  public var entryCount: Int64 { others.reduce(feedCount &+ diaperCount) { $0 &+ $1.count } }

  /// The amount in `unit`, without what is in unknown units.
  public func feedAmount(in unit: VolumeUnit) -> Double {
    Double(feedNanolitres) / Double(unit.nanolitres)
  }

  var isZero: Bool {
    feedCount == 0 && diaperCount == 0 && feedMicroseconds == 0 && others.isEmpty
  }

  /// Those of one feed; without the time that it took.
  init(feedWith amount: Amount?) {
    feedCount = 1
    guard let amount else { return }
    feedsWithAmount = 1
    if let nanolitres = amount.nanolitres {
      feedNanolitres = nanolitres
    } else {
      unknownFeedAmounts = UnitSums(amount)
    }
  }

  /// Those of one diaper change.
  init(wet: Bool, solid: Bool) {
    diaperCount = 1
    wetCount = wet ? 1 : 0
    solidCount = solid ? 1 : 0
  }

  /// Those of another kind.
  init(_ other: KindTotals) { others = other.isZero ? [] : [other] }

  // MARK: Sums

  /// The sums of both, such as for a week or for two babies; they wrap round beyond 64 bits.
  public static func + (a: DayTotals, b: DayTotals) -> DayTotals { a.combined(with: b, &+) }

  /// What `a` has more than `b`.
  public static func - (a: DayTotals, b: DayTotals) -> DayTotals { a.combined(with: b, &-) }

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
    result.feedMicroseconds = operation(feedMicroseconds, other.feedMicroseconds)
    result.unknownFeedAmounts = unknownFeedAmounts.combined(
      with: other.unknownFeedAmounts, operation)
    if others.isEmpty, other.others.isEmpty { return result }
    let kinds = Set(others.map(\.kind) + other.others.map(\.kind)).sorted()
    result.others = kinds.map { self[$0].combined(with: other[$0], operation) }
      .filter { !$0.isZero }
    return result
  }
}

// MARK: Payload

extension DayTotals {
  public init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      switch field {
      case 1: feedCount = try reader.int()
      case 2: feedsWithAmount = try reader.int()
      case 3: feedNanolitres = try reader.int()
      case 4: diaperCount = try reader.int()
      case 5: wetCount = try reader.int()
      case 6: solidCount = try reader.int()
      case 7: feedMicroseconds = try reader.int()
      case 8: unknownFeedAmounts = try reader.value()
      case 9: others.append(try reader.value())
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
    if feedMicroseconds != 0 { writer.int(7, feedMicroseconds) }
    if !unknownFeedAmounts.isEmpty { writer.value(8, unknownFeedAmounts) }
    for kind in others { writer.value(9, kind) }
  }
}
