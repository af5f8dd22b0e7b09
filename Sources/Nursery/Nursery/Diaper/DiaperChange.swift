public import Daybook

/// One diaper change; wet and solid are independent, and a dry diaper is neither.
public struct DiaperChange: NurseryEntry {
  public static let kind = "nursery.diaper"
  public static let revision = 2
  public static let entryKind = EntryKind.diaper

  /// The child; nil for a change without one.
  public var baby: UUID?
  /// When, bit for bit as told.
  public var time: Date
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

  public var date: Date { time }

  public func count(in totals: inout DayTotals, _ sign: Int64) {
    totals.diaperCount &+= sign
    if wet { totals.wetCount &+= sign }
    if solid { totals.solidCount &+= sign }
  }

  public var historyEntry: HistoryEntry { .diaper(self) }

  /// Applies one event; the last event in canonical order wins, property by property.
  ///
  /// Only the first creation counts, because another device's may come late. Edits of a deleted
  /// change still apply under the deletion; edits of a change that does not exist are ignored.
  public static func fold(
    _ state: inout DiaperChange?, _ event: DiaperEvent, _ context: EventContext
  ) {
    switch event {
    case .recorded(let change): if case .none = state { state = change }
    case .amended(let amendment): state?.amend(amendment)
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  private mutating func amend(_ amendment: DiaperAmendment) {
    amendment.baby.apply(to: &baby)
    time = amendment.time ?? time
    wet = amendment.wet ?? wet
    solid = amendment.solid ?? solid
    amendment.typeText.apply(to: &typeText)
    amendment.color.apply(to: &color)
    amendment.amount.apply(to: &amount)
    amendment.memo.apply(to: &memo)
    tags = amendment.tags ?? tags
  }
}

extension DiaperChange {
  private enum CodingKeys: String, CodingKey {
    case baby, time, wet, solid, typeText, color, amount, memo, tags, source, isDeleted
  }

  /// Reads what `encode` wrote; what is absent is as a new one has it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      baby: try values.decodeIfPresent(UUID.self, forKey: .baby),
      time: try values.decode(Date.self, forKey: .time),
      wet: try values.decodeIfPresent(Bool.self, forKey: .wet) ?? false,
      solid: try values.decodeIfPresent(Bool.self, forKey: .solid) ?? false,
      typeText: try values.decodeIfPresent(String.self, forKey: .typeText),
      color: try values.decodeIfPresent(String.self, forKey: .color),
      amount: try values.decodeIfPresent(Double.self, forKey: .amount),
      memo: try values.decodeIfPresent(String.self, forKey: .memo),
      tags: try values.decodeIfPresent([String].self, forKey: .tags) ?? [],
      source: try values.decodeIfPresent(SourceReference.self, forKey: .source),
      isDeleted: try values.decodeIfPresent(Bool.self, forKey: .isDeleted) ?? false)
  }
}
