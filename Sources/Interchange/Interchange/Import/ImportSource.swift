public import Daybook

/// Reads the files of another program into rows, and decides nothing else.
///
/// What a row means for the store is decided by `Import`, for every source alike: whether it is
/// new, has changed or was seen before, and what a person has done with it since.
public protocol ImportSource: Sendable {
  /// The program that wrote the files, such as `babybuddy`. Reaches the disk.
  var provider: String { get }

  /// Which installation of the program, when somebody has several; else empty.
  var instance: String { get }

  /// What the rows come from, in the order in which they are read.
  var files: [ImportFile] { get }

  /// Files beside these of which nothing is read.
  var passedOver: [PassedOverFile] { get }

  /// The zone in which most rows were written, for the days of a store that is made for them; nil,
  /// the default, when the source does not tell.
  var zone: String? { get }

  /// Looks whether the source fits what earlier imports have brought.
  ///
  /// - Throws: an `InterchangeError` when it does not.
  func check(_ reader: borrowing Reader) throws

  /// Whether the files are still those that were looked at when this value was made.
  ///
  /// - Throws: `InterchangeError.sourceChanged`.
  func checkUnchanged() throws

  /// Calls `visit` with every row of every file. Called several times, and always gives the same.
  ///
  /// - Parameters:
  ///   - subjects: the entities that rows refer to, such as babies, by table and key.
  ///   - visit: takes the row; throws to end.
  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws

  /// Whether any row has a natural key; true by default.
  ///
  /// Before a plan, rows that share a natural key are counted, which takes one more reading of the
  /// source. One that says false saves it, and must not have such rows.
  var hasNaturalKeys: Bool { get }

  /// Tables of which the source tells every row, by name: when it tells none any more, all have
  /// vanished. Of other tables rows vanish only while it tells some; none by default.
  var wholeTables: [String: any Importable.Type] { get }

  /// What the rows of a table are of which the source tells every row, whether it has any now or
  /// not; nil for another table. That of `wholeTables` by default: a source whose tables cannot be
  /// listed, such as one for each word that a person chose, tells them here.
  func wholeTable(_ name: String) -> (any Importable.Type)?

  /// Tables of what says nothing without others, such as tags: when nothing but these can be read,
  /// the import is refused. None by default.
  var sideTables: Set<String> { get }

  /// What the rows belong to, such as the children; read before all other rows.
  var subjects: [ImportSubject] { get }

  /// Entries that are in the store and may be what a row says, although no import put them there.
  ///
  /// For sources without identifiers, such as a file that this store exported. Each entry is taken
  /// for one row only. Nil, the default, for sources that do not look: then the import asks about
  /// rows that have twins (`Importable.importTwins`).
  func candidates(for row: ImportRow, in reader: borrowing Reader) throws -> [UUID]?

  /// Numbers of the fields in which such an entry says what the row says, in words that the source
  /// does not have; none by default.
  func agreement(of row: ImportRow, with own: any Importable) -> [Int]

  /// An entity as the form of the source tells it: written in that form and read back. What the
  /// form has no room for is absent then, and what it asks for is filled in.
  ///
  /// So a file that this store has exported changes nothing, whatever its form cannot hold. Nil,
  /// the default, for a form that nobody writes.
  ///
  /// - Parameter row: the row that may be the entity.
  func retold(_ own: any Importable, like row: ImportRow) -> (any Importable)?

  /// Numbers of the fields in which a row says what it said when it was imported last, in other
  /// words, such as `mL` for `ml`; none by default.
  ///
  /// - Parameter before: the entity as the row told it then.
  func restatement(in row: ImportRow, of before: any Importable) -> [Int]
}

extension ImportSource {
  public var instance: String { "" }
  public var zone: String? { nil }
  public var passedOver: [PassedOverFile] { [] }
  public var subjects: [ImportSubject] { [] }
  public var hasNaturalKeys: Bool { true }
  public var sideTables: Set<String> { [] }
  public var wholeTables: [String: any Importable.Type] { [:] }
  public func wholeTable(_ name: String) -> (any Importable.Type)? { wholeTables[name] }
  public func check(_ reader: borrowing Reader) throws {}
  public func candidates(for row: ImportRow, in reader: borrowing Reader) throws -> [UUID]? { nil }
  public func agreement(of row: ImportRow, with own: any Importable) -> [Int] { [] }
  public func retold(_ own: any Importable, like row: ImportRow) -> (any Importable)? { nil }
  public func restatement(in row: ImportRow, of before: any Importable) -> [Int] { [] }
}

/// One thing that was found in a source.
public enum ImportItem: Sendable {
  /// A row that was read.
  case row(ImportRow)
  /// A row that cannot be read.
  case quarantined(QuarantinedRow)
  /// A row that is left out on purpose.
  case skipped(SkippedRow)
}

/// A row that was read and is left out on purpose.
public struct SkippedRow: Hashable, Codable, Sendable {
  /// Where the row stands.
  public let position: SourcePosition
  /// Why, in one sentence.
  public let reason: String
  /// The table that it belongs to; nil when the source cannot tell.
  public var table: String?

  /// Names a row and a reason.
  public init(position: SourcePosition, reason: String, table: String? = nil) {
    self.position = position
    self.reason = reason
    self.table = table
  }
}
