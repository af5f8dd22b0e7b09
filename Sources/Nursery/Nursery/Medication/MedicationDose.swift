public import Daybook

/// A medication that was given.
public typealias MedicationDose = Entry<MedicationDetails>

/// What is told of a dose.
public struct MedicationDetails: EntryDetails, Equatable {
  public static let kindName = "medication"
  public static let entryKind = EntryKind.medication
  public static let propertyNames = [8: "name", 9: "dosage", 10: "nextDoseInterval"]

  /// The name.
  public var name: String = ""
  /// How much; its unit may be any text, such as `drops`.
  public var dosage: Amount?
  /// Seconds after which the next dose may be given; nil when nobody said.
  public var nextDoseInterval: Double?

  /// Details of which nothing is told.
  public init() {}

  /// Tells what is known.
  @_disfavoredOverload
  public init(name: String = "", dosage: Amount? = nil, nextDoseInterval: Double? = nil) {
    self.name = name
    self.dosage = dosage
    self.nextDoseInterval = nextDoseInterval
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(8, &name)
    try field(9, &dosage)
    try field(10, &nextDoseInterval)
  }

  public static func historyEntry(_ entry: MedicationDose) -> HistoryEntry { .medication(entry) }

  public var type: String { name }
  public var title: String? { name }
}

extension Entry where Details == MedicationDetails {
  /// When the next dose may be given; nil when nobody said.
  public var nextDose: Date? { details.nextDoseInterval.map { start.addingTimeInterval($0) } }
}
