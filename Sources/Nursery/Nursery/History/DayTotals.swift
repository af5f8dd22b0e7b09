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
  /// The totals of the other kinds that there are on the day, ascending by kind; of feeds the
  /// amounts in unknown units. Most days of most families have none, and one reference costs less
  /// than two.
  private var rest: [KindTotals] = []

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
    default: rest(kind)
    }
  }

  private func rest(_ kind: EntryKind) -> KindTotals {
    rest.first { $0.kind == kind } ?? KindTotals(kind: kind)
  }

  /// Sums of amounts of feeds whose unit is not known, by the text of the unit.
  public var unknownFeedAmounts: UnitSums {
    get { rest(.feed).unknownAmounts }
    set { put(KindTotals(kind: .feed, unknownAmounts: newValue)) }
  }

  /// The sum of all amounts of feeds, those in unknown units beside it.
  public var feedAmounts: AmountSum {
    let unknown = unknownFeedAmounts
    let count = feedsWithAmount &- unknown.sums.reduce(0) { $0 &+ $1.count }
    return AmountSum(nanolitres: feedNanolitres, count: count, unknown: unknown)
  }

  /// Sets the totals of a kind other than feeds and diapers, which have properties of their own.
  public mutating func put(_ totals: KindTotals) {
    rest.removeAll { $0.kind == totals.kind }
    if totals.isZero { return }
    rest.insert(totals, at: rest.firstIndex { $0.kind > totals.kind } ?? rest.count)
  }

  /// The totals of every kind that there is on the day, ascending by kind.
  public var kinds: [KindTotals] { EntryKind.allCases.map { self[$0] }.filter { !$0.isZero } }

  /// Entries of every kind that began on the day.
  public var entryCount: Int64 { rest.reduce(feedCount &+ diaperCount) { $0 &+ $1.count } }

  /// The amount in `unit`, without what is in unknown units.
  public func feedAmount(in unit: VolumeUnit) -> Double {
    Double(feedNanolitres) / Double(unit.nanolitres)
  }

  var isZero: Bool {
    feedCount == 0 && diaperCount == 0 && feedMicroseconds == 0 && rest.isEmpty
  }

  // MARK: Sums

  /// The sums of both, such as for a week or for two babies; they wrap round beyond 64 bits.
  public static func + (a: DayTotals, b: DayTotals) -> DayTotals {
    var sums = a
    sums.add(b, 1)
    return sums
  }

  /// What `a` has more than `b`.
  public static func - (a: DayTotals, b: DayTotals) -> DayTotals {
    var difference = a
    difference.add(b, -1)
    return difference
  }

  private mutating func add(_ other: DayTotals, _ sign: Int64) {
    feedCount &+= sign &* other.feedCount
    feedsWithAmount &+= sign &* other.feedsWithAmount
    feedNanolitres &+= sign &* other.feedNanolitres
    diaperCount &+= sign &* other.diaperCount
    wetCount &+= sign &* other.wetCount
    solidCount &+= sign &* other.solidCount
    feedMicroseconds &+= sign &* other.feedMicroseconds
    for other in other.rest { add(other, sign) }
  }

  /// Adds what there is of another kind, or of feeds in unknown units.
  mutating func add(_ other: KindTotals, _ sign: Int64) {
    let place = rest.firstIndex { $0.kind >= other.kind } ?? rest.count
    if place == rest.count || rest[place].kind != other.kind {
      rest.insert(KindTotals(kind: other.kind), at: place)
    }
    rest[place].add(other, sign)
    if rest[place].isZero { rest.remove(at: place) }
  }

  /// Adds time to a kind.
  mutating func add(microseconds: Int64, to kind: EntryKind) {
    if kind == .feed {
      feedMicroseconds &+= microseconds
    } else {
      add(KindTotals(kind: kind, microseconds: microseconds), 1)
    }
  }
}

// MARK: Payload

extension DayTotals {
  public static var fieldNames: [Int: String] {
    [
      1: "feedCount", 2: "feedsWithAmount", 3: "feedNanolitres", 4: "diaperCount",
      5: "wetCount", 6: "solidCount", 7: "feedMicroseconds", 8: "rest",
    ]
  }

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
      case 8: rest.append(try reader.value())
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
    for kind in rest { writer.value(8, kind) }
  }
}
