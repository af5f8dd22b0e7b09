public import Daybook
public import Interchange
public import Nursery

extension FeedSession: Importable {}
extension DiaperChange: Importable {}
extension Entry: Importable {}

extension Importable where Self: NurseryEntry {
  public static var removed: Event? { deleted }
  public static var reinstated: Event? { restored }
  public var importedDate: Date? { date }
  public var importedAmount: Double? {
    if let measured = self as? BodyMeasurement { return measured.details.inBaseUnit }
    return volume?.nanolitres.map(Double.init)
  }

  public var importWarnings: [ImportWarning] {
    var found: [ImportWarning] = []
    if let end {
      if end < date { found.append(.endBeforeStart) }
      if end.timeIntervalSince(date) > 86_400 { found.append(.over24h) }
    }
    let dosage = (self as? MedicationDose)?.dosage
    let amounts = volumes + [volume, dosage].compactMap(\.self)
    if amounts.contains(where: { $0.value < 0 }) { found.append(.negativeAmount) }
    if volumes.contains(where: { $0.unit == nil && $0.unitText?.isEmpty == false }) {
      found.append(.unknownUnit)
    }
    return found
  }

  public var importRefusal: String? {
    EntryRules.problem(of: times) == nil ? nil : "A time is of no year from 1900 to 2199."
  }

  public var importDoubt: String? {
    if let measured = self as? BodyMeasurement { return measured.details.doubt }
    return volumes.lazy.compactMap(\.doubt).first
  }

  public var importDoubtOfMost: String? {
    if self is BodyMeasurement { return nil }
    return volumes.lazy.compactMap(\.doubtOfMost).first
  }

  /// Entries of the baby, of the kind, the type and the moment, with the same amount and end; what
  /// only one of the two tells makes no difference. O(log n + entries of the minute).
  ///
  /// The end of a feed does not count, nor one at the start: where a program tells none, its
  /// importer makes one, of a feed also of how long each side took.
  public func importTwins(in reader: borrowing Reader) throws -> [UUID] {
    let near = LastEntries.all.where(Self.entryKind, baby).where(LastKey.typeText(type))
      .from(date.minute).through(date.minute + 59.999)
    return try reader.view(LastEntries.self).rows(near).map(\.key.id)
      .filter { try reader.entity(Self.self, $0).map(isTwin) ?? false }
  }

  /// The end, unless an importer may have made it.
  private var toldEnd: Date? { self is FeedSession || end == date ? nil : end }

  private func isTwin(_ other: Self) -> Bool {
    func agree<T>(_ one: T?, _ other: T?, _ isSame: (T, T) -> Bool) -> Bool {
      guard let one, let other else { return true }
      return isSame(one, other)
    }
    return date.isMoment(of: other.date) && agree(toldEnd, other.toldEnd) { $0.isMoment(of: $1) }
      && agree(importedAmount, other.importedAmount, ==) && agree(memo, other.memo, ==)
  }
}

extension Date {
  /// The beginning of its minute.
  fileprivate var minute: Date {
    Date(
      timeIntervalSinceReferenceDate: (timeIntervalSinceReferenceDate / 60).rounded(.down) * 60)
  }

  /// Whether both may be one moment: the same one, or a minute that one of them tells without its
  /// seconds.
  fileprivate func isMoment(of other: Date) -> Bool {
    self == other || minute == other.minute && (self == minute || other == other.minute)
  }
}

extension Amount {
  /// Nanolitres that may be fed or pumped at once: 0.05 mL to 3.5 L.
  ///
  /// A drop is 0.05 mL. No child should have more than 32 fluid ounces of milk a day, 0.95 L
  /// (American Academy of Pediatrics, “Amount and Schedule of Baby Formula Feedings”), and the
  /// bound is beyond three times that, so that only another unit lies beyond it.
  private static let drinkable = 5e4...3.5e9
  /// What is too much in any unit: no sum holds it (`UnitSums`).
  private static let most = 9e9

  /// In nanolitres, however much it is; nil when the unit is not known.
  private var volume: Double? { unit.map { value * Double($0.nanolitres) } }

  /// The number, with the unit where there is one.
  private var told: String {
    let unit = unitText ?? ""
    return unit.isEmpty ? "\(value)" : "\(value) \(unit)"
  }

  /// What of it no child drinks; nil for none, and for what can be summed of a unit that is not
  /// known. Less than none has a warning.
  fileprivate var doubt: String? {
    let isDrinkable = volume.map(Self.drinkable.contains) ?? (value < Self.most)
    if value <= 0 || isDrinkable { return nil }
    return "has an amount of \(told), which nobody drinks at once"
  }

  /// What of it no child drinks at most meals: beyond half a litre, twice the 8 fluid ounces of the
  /// largest meal that the source of `drinkable` names. Nil for less.
  fileprivate var doubtOfMost: String? {
    guard let volume, volume > 5e8 else { return nil }
    return "has an amount of \(told), which hardly any child drinks at once"
  }
}

extension MeasurementDetails {
  /// What of it no body has; nil for a value that one may have, and for a unit that is not known.
  ///
  /// The bounds are far from those of a healthy body, so that only another unit lies beyond them.
  fileprivate var doubt: String? {
    let bounds: ClosedRange<Double>
    switch measure {
    case .temperature: bounds = 298.15...318.15
    case .weight: bounds = 0.2...300
    case .height: bounds = 8...250
    case .headCircumference: bounds = 5...90
    case .bmi: bounds = 3...100
    default: return nil
    }
    guard let own = measure == .bmi ? value : inBaseUnit else {
      // Only a temperature may be below zero, in whatever unit.
      return value < 0 && measure != .temperature ? words : nil
    }
    return bounds.contains(own) ? nil : words
  }

  private var words: String {
    "has a \(measure.words) of \(value)\(unitText.map { " \($0)" } ?? ""), which no body has"
  }
}

extension MeasurementDetails {
  /// The value in kilograms, centimetres or kelvins; nil for a unit that is not known.
  ///
  /// A pound is 0.45359237 kg and an inch 2.54 cm, by the agreement of 1959.
  fileprivate var inBaseUnit: Double? {
    switch UnitWords.body(unitText ?? "") {
    case "kg", "cm": value
    case "g": value / 1000
    case "lb": value * 0.45359237
    case "oz": value * 0.45359237 / 16
    case "mm": value / 10
    case "m": value * 100
    case "in": value * 2.54
    case "C": value + 273.15
    case "F": (value - 32) * 5 / 9 + 273.15
    default: nil
    }
  }
}

extension BabyProfile: Importable {
  public static var removed: BabyEvent? { .deleted }
  public static var reinstated: BabyEvent? { .restored }

  public static func recorded(_ state: BabyProfile) -> BabyEvent { .created(state) }
}

extension Record: Importable {
  public static var removed: RecordEvent<Value>? { .deleted }
  public static var reinstated: RecordEvent<Value>? { .restored }

  public static func recorded(_ state: Self) -> RecordEvent<Value> { .created(state.value) }

  public static func amended(from old: Self, to new: Self) -> RecordEvent<Value>? {
    let patch = FieldPatch(from: old.value, to: new.value)
    return patch.isEmpty ? nil : .amended(patch)
  }
}

extension RunningTimer: Importable {
  public static var removed: TimerEvent? { .deleted }
  public static var reinstated: TimerEvent? { .restored }

  public static func recorded(_ state: RunningTimer) -> TimerEvent { .started(state) }

  /// A timer does not change; it becomes an entry, or ends.
  public static func amended(from old: RunningTimer, to new: RunningTimer) -> TimerEvent? { nil }
}
