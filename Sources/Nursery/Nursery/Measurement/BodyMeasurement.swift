public import Daybook

/// One value that was measured: a temperature, a weight, a length.
public typealias BodyMeasurement = Entry<MeasurementDetails>

/// What is told of a measurement.
public struct MeasurementDetails: EntryDetails, Hashable {
  public static let kindName = "measurement"
  public static let entryKind = EntryKind.measurement
  public static let propertyNames = [8: "measure", 9: "value", 10: "unit", 11: "day"]

  /// What was measured.
  public var measure: MeasureType = .other("")
  /// The number, never converted.
  public var value: Double = 0
  /// The unit as it was written; nil when none was told.
  public var unitText: String?
  /// The day, when no time of day is known.
  public var toldDay: CivilDay?

  /// Details of which nothing is told.
  public init() {}

  /// Tells what is known.
  @_disfavoredOverload
  public init(
    measure: MeasureType = .other(""), value: Double = 0, unitText: String? = nil,
    toldDay: CivilDay? = nil
  ) {
    self.measure = measure
    self.value = value
    self.unitText = unitText
    self.toldDay = toldDay
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(8, &measure)
    try field(9, &value)
    try field(10, &unitText)
    try field(11, &toldDay)
  }

  public static func historyEntry(_ entry: BodyMeasurement) -> HistoryEntry { .measurement(entry) }

  public var type: String { measure.rawValue }
  public var title: String? { measure.rawValue.isEmpty ? nil : measure.rawValue }
}

extension Entry where Details == MeasurementDetails {
  /// Makes a measurement of a day whose time is not known: it is listed where that day begins.
  ///
  /// `start` is noon of the day in UTC, so that it has an order among others.
  public init(
    baby: UUID? = nil, day: CivilDay, _ details: MeasurementDetails, memo: String? = nil,
    tags: [String] = [], source: SourceReference? = nil
  ) {
    var details = details
    details.toldDay = day
    self.init(baby: baby, start: day.noonUTC, details, memo: memo, tags: tags, source: source)
  }
}
