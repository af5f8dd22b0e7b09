public import Daybook

/// What one baby had of one kind on one logical day.
public struct KindTotals: PayloadCodable, Hashable, Codable, Identifiable {
  /// Which kind.
  public private(set) var kind: EntryKind
  /// Entries that began on the day.
  public var count: Int64 = 0
  /// The part of all entries that lies within the day, in microseconds.
  public var microseconds: Int64 = 0
  /// The sum of amounts, in nanolitres; those in unknown units are in `unknownAmounts`.
  public var nanolitres: Int64 = 0
  /// Sums of amounts whose unit is not known.
  public var unknownAmounts = UnitSums()

  public var id: EntryKind { kind }

  /// The time in seconds.
  public var seconds: Double { Double(microseconds) / 1e6 }

  /// The sum of all amounts, those in unknown units beside it. How many there are in known units is
  /// not kept: one stands for all of them unless they come to nothing.
  public var amounts: AmountSum {
    AmountSum(nanolitres: nanolitres, count: nanolitres == 0 ? 0 : 1, unknown: unknownAmounts)
  }

  /// Makes totals; of nothing when only the kind is given.
  public init(
    kind: EntryKind, count: Int64 = 0, microseconds: Int64 = 0, nanolitres: Int64 = 0,
    unknownAmounts: UnitSums = UnitSums()
  ) {
    self.kind = kind
    self.count = count
    self.microseconds = microseconds
    self.nanolitres = nanolitres
    self.unknownAmounts = unknownAmounts
  }

  /// Those of one entry; without the time that it took.
  init(of entry: some NurseryEntry) {
    self.init(kind: type(of: entry).entryKind, count: 1)
    for volume in entry.volumes {
      if let known = volume.nanolitres {
        nanolitres &+= known
      } else {
        unknownAmounts.add(UnitSums(volume))
      }
    }
  }

  var isZero: Bool {
    count == 0 && microseconds == 0 && nanolitres == 0 && unknownAmounts.isEmpty
  }

  mutating func add(_ other: KindTotals, _ sign: Int64) {
    count &+= sign &* other.count
    microseconds &+= sign &* other.microseconds
    nanolitres &+= sign &* other.nanolitres
    if !other.unknownAmounts.isEmpty { unknownAmounts.add(other.unknownAmounts, sign) }
  }

  public static var fieldNames: [Int: String] {
    [
      1: "kind", 2: "count", 3: "microseconds", 4: "nanolitres", 5: "unknownAmounts",
    ]
  }

  public init(from reader: inout PayloadReader) throws {
    self.init(kind: .feed)
    var isKnown = false
    while let field = try reader.next() {
      switch field {
      case 1:
        guard let kind = EntryKind(rawValue: UInt8(clamping: try reader.uint())) else {
          throw PayloadError.outOfRange(1)
        }
        self.kind = kind
        isKnown = true
      case 2: count = try reader.int()
      case 3: microseconds = try reader.int()
      case 4: nanolitres = try reader.int()
      case 5: unknownAmounts = try reader.value()
      default: break
      }
    }
    guard isKnown else { throw PayloadError.missing(1) }
  }

  public func encode(into writer: inout PayloadWriter) {
    writer.uint(1, UInt64(kind.rawValue))
    writer.int(2, count)
    if microseconds != 0 { writer.int(3, microseconds) }
    if nanolitres != 0 { writer.int(4, nanolitres) }
    if !unknownAmounts.isEmpty { writer.value(5, unknownAmounts) }
  }
}
