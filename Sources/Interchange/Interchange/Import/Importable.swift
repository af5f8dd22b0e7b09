public import Daybook

/// An entity that rows of a source become.
///
/// Two devices of a shared log may both import one row, and the event of one of them comes late. So
/// `recorded` changes nothing of an entity that is there: `if state == nil { state = checkIn }`.
///
/// ```swift
/// extension CheckIn: Importable {
///   public static func recorded(_ state: CheckIn) -> Event { .recorded(state) }
///   public static func amended(from old: CheckIn, to new: CheckIn) -> Event? {
///     let patch = FieldPatch(from: old, to: new)
///     return patch.isEmpty ? nil : .amended(patch)
///   }
/// }
/// ```
public protocol Importable: Entity, Sendable {
  /// The event that writes a whole entity down.
  static func recorded(_ state: Self) -> Event

  /// The event that turns one state into another; nil when nothing differs that an event can tell.
  static func amended(from old: Self, to new: Self) -> Event?

  /// The event that deletes an entity whose row is gone at the source, for imports that remove such
  /// entities; nil, the default, when they stay whatever the import is told.
  static var removed: Event? { get }

  /// The event that brings back what `removed` deleted, when its row is at the source again; nil,
  /// the default, when `removed` leaves no state and `recorded` creates the entity anew.
  static var reinstated: Event? { get }

  /// When it was, to notice that a whole source is read in another zone than before; nil, the
  /// default, for what has no time.
  var importedDate: Date? { get }

  /// How much it was, in one unit for all of a table, to notice that a whole source is read in
  /// another unit than before; nil, the default, for what has no amount.
  var importedAmount: Double? { get }

  /// What is odd about it, whatever source tells it; nothing by default.
  var importWarnings: [ImportWarning] { get }

  /// Why nothing of the kind is taken in, in a sentence, such as `Its time is of no year from 1900
  /// to 2199.`: the row is left out, and told as one that cannot be read. Nil by default.
  var importRefusal: String? { get }

  /// Why it can hardly be so, in words that follow “it”, such as `has 95.86 °C`: most likely the
  /// source was read in another unit than it was written in. An import asks before it takes such a
  /// row. Nil by default.
  var importDoubt: String? { get }

  /// Why most rows of a table can hardly be so, although one may, in words that follow “it”: an
  /// import asks when more than half of a table's amounts are such. Nil by default.
  var importDoubtOfMost: String? { get }

  /// What it says of a property, for people; nil for nothing. As the value describes itself by
  /// default.
  func importWords(for property: String) -> String?

  /// Entities that say what it says, such as a feed that was also entered by hand: an import asks
  /// before it writes the same thing down a second time. None by default.
  func importTwins(in reader: borrowing Reader) throws -> [UUID]
}

extension Importable {
  public static var removed: Event? { nil }
  public static var reinstated: Event? { nil }
  public var importedDate: Date? { nil }
  public var importedAmount: Double? { nil }
  public var importWarnings: [ImportWarning] { [] }
  public var importRefusal: String? { nil }
  public var importDoubt: String? { nil }
  public var importDoubtOfMost: String? { nil }
  public func importWords(for property: String) -> String? {
    PropertyText.text(of: property, in: self)
  }
  public func importTwins(in reader: borrowing Reader) throws -> [UUID] { [] }
}
