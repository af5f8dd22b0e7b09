public import Daybook

/// What was told last of a kind of entries, to fill in the next form.
///
/// One entity for each kind and type (tummy time and crying are types of activities), whose
/// identifier is fixed. What an entry does not tell stays, so that a feed at the breast leaves the
/// amount of the last bottle.
public struct LastUsedValues: RecordValue, Hashable {
  public static let recordName = "lastUsed"
  public static let initial: LastUsedValues? = LastUsedValues()
  public static let propertyNames = [
    2: "kindName", 3: "type", 4: "amount", 5: "unit", 6: "side", 7: "subtype",
    8: "durationMinutes",
  ]

  /// Source: made at random, once.
  private static let namespace = UUID(
    uuid: (50, 107, 8, 42, 197, 18, 79, 25, 157, 240, 13, 150, 217, 110, 206, 186))

  /// The stable name of the entity, such as `nursery.feed`.
  public var kindName = ""
  /// Which of its kind, as `NurseryEntry.type`.
  public var type = ""
  /// The number of the amount.
  public var amount: Double?
  /// The text of its unit.
  public var unit: String?
  /// The breast: `left`, `right` or `both`.
  public var side: String?
  /// What kind of thing it was, such as `formula`, or `wet` of a diaper.
  public var subtype: String?
  /// How long it took, in whole minutes.
  public var durationMinutes: Int?

  /// Nothing.
  public init() {}

  /// The kind; nil for one of a newer version.
  public var kind: EntryKind? { EntryKind(entityKind: kindName) }

  /// The identifier of what was used last for a kind and type.
  public static func entityID(_ kind: EntryKind, type: String = "") -> UUID {
    UUID(name: "\(kind.entity.kind)/\(type)", in: namespace)
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(2, &kindName)
    try field(3, &type)
    try field(4, &amount)
    try field(5, &unit)
    try field(6, &side)
    try field(7, &subtype)
    try field(8, &durationMinutes)
  }
}

extension LastUsedValues {
  /// Takes over what an entry tells.
  mutating func take(_ entry: some NurseryEntry) {
    kindName = Swift.type(of: entry).kind
    type = entry.type
    if let told = entry.toldAmount { (amount, unit) = (told.value, told.unitText) }
    if let seconds = entry.durationSeconds, seconds >= 0, seconds <= EntryRules.longestSeconds {
      durationMinutes = Int(seconds / 60)
    }
    switch entry.historyEntry {
    case .feed(let feed):
      if case .breast(let breast) = feed.route { side = breast.rawValue }
      if !feed.content.isUnknown { subtype = feed.content.rawValue }
    case .diaper(let change):
      subtype = change.wet ? change.solid ? "both" : "wet" : change.solid ? "solid" : "dry"
    case .sleep(let sleep):
      subtype = sleep.details.nap.map { $0 ? "nap" : "night" } ?? subtype
    default: break
    }
  }
}

extension NurseryEntry {
  /// The amount that a form would ask for: a volume, a dosage or a measured value.
  fileprivate var toldAmount: Amount? {
    switch historyEntry {
    case .medication(let dose): dose.details.dosage
    case .measurement(let measurement):
      Amount(measurement.details.value, unitText: measurement.details.unitText)
    default: volume
    }
  }
}
