public import Daybook

/// One diaper change; wet and solid are independent, and a dry diaper is neither.
public struct DiaperChange: NurseryEntry, FieldPayload {
  public static let kind = "nursery.diaper"
  public static let revision = 2
  public static let entryKind = EntryKind.diaper

  /// The child; nil for a change without one.
  public var baby: UUID?
  /// When, bit for bit as told.
  public var time = Date(timeIntervalSinceReferenceDate: 0)
  /// Whether it was wet.
  public var wet = false
  /// Whether it was solid.
  public var solid = false
  /// BabyDashboard's type (`pee`, `poo`) as it was found, even when it is not known.
  public var typeText: String?
  /// The colour in the words of the source.
  public var color: String?
  /// How much, in the source's own measure.
  public var amount: Double?
  /// Free text; hashtags are read from it by `Hashtags`.
  public var memo: String?
  /// Names of the source's tags, in order; apart from the hashtags of the memo.
  public var tags: [String] = []
  /// The row it was imported from.
  public var source: SourceReference?
  /// Whether it is deleted; the rest is kept so that it can be restored.
  public var isDeleted = false
  /// What the app that it came from keeps of how it was written down; nil for one made here.
  public var provenance: Provenance?

  /// Makes a change without a time, for reading.
  public init() {}

  /// Makes a change; only the time is required.
  public init(
    baby: UUID? = nil, time: Date, wet: Bool = false, solid: Bool = false,
    typeText: String? = nil, color: String? = nil, amount: Double? = nil, memo: String? = nil,
    tags: [String] = [], source: SourceReference? = nil, isDeleted: Bool = false
  ) {
    self.baby = baby
    self.time = time
    self.wet = wet
    self.solid = solid
    self.typeText = typeText
    self.color = color
    self.amount = amount
    self.memo = memo
    self.tags = tags
    self.source = source
    self.isDeleted = isDeleted
  }

  public init(from reader: inout PayloadReader) throws {
    self.init()
    try read(&reader)
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &baby)
    try field(2, &time)
    try field(3, &wet, unless: false)
    try field(4, &solid, unless: false)
    try field(5, &typeText)
    try field(6, &color)
    try field(7, &amount)
    try field(8, &memo)
    try field(9, &tags)
    try field(10, &source)
    try field(11, &isDeleted, unless: false)
    try field(12, &provenance)
  }

  public static let propertyNames = [
    1: "baby", 2: "time", 3: "wet", 4: "solid", 5: "typeText", 6: "color", 7: "amount", 8: "memo",
    9: "tags", 10: "source", 11: "isDeleted", 12: "provenance",
  ]

  public var date: Date { time }

  public func count(in totals: inout DayTotals, _ sign: Int64) {
    totals.diaperCount &+= sign
    if wet { totals.wetCount &+= sign }
    if solid { totals.solidCount &+= sign }
  }

  public var historyEntry: HistoryEntry { .diaper(self) }
}

extension DiaperChange {
  public func encode(to encoder: any Encoder) throws {
    try encodeFields(to: encoder, names: Self.propertyNames)
  }

  /// Reads what `encode` wrote; what is absent is as a new one has it.
  public init(from decoder: any Decoder) throws {
    try self.init(fieldsFrom: decoder, names: Self.propertyNames, requiring: [2])
  }
}
