public import Daybook

/// A row of a source as it was when it was imported last.
///
/// Kept beside the entity that it became, so that a later import can tell what has changed at the
/// source from what a person has changed here. It has the entity's identifier, unless the row was
/// found to be an entity that was there before.
///
/// The row's text is in the event that read it, and not kept once more here: `importedText(of:)`
/// finds it there.
public struct ImportedRow: Entity, Sendable {
  public typealias Event = ImportedRowEvent

  public static let kind = "import.row"
  public static let revision = 2
  public static let propertyNames = [
    1: "provider", 2: "instance", 3: "table", 4: "key", 5: "entity", 6: "values", 8: "presence",
    9: "base", 10: "isFound",
  ]

  /// The program that the source comes from.
  public var provider = ""
  /// Which installation of it.
  public var instance = ""
  /// The table of the row.
  public var table = ""
  /// Its key there.
  public var key = ""
  /// The entity that it is, when that has another identifier.
  public var entity: UUID?
  /// The entity as the row told it, in the form of its payload.
  public var values: [UInt8] = []
  /// The entity as the row told it when each field was taken over last; nil when that is `values`.
  ///
  /// A field that a person had changed, or whose entity a person had deleted, is not taken over
  /// when the source changes it: it is in conflict. Once the person's change is taken back, the
  /// entity says what this says, and the next import takes the field over.
  public var base: [UInt8]?
  /// The entity as the row told it when each field was taken over last.
  var takenOver: [UInt8] { base ?? values }
  /// Whether its entity was there before the row was read. What a person made stays when the source
  /// does not have the row any more.
  public var isFound = false
  /// Whether the source still had it.
  public var presence = RowPresence.present

  public init() {}

  public init(from reader: inout PayloadReader) throws {
    self = try StoredRow(from: &reader).row()
  }

  public func encode(into writer: inout PayloadWriter) {
    StoredRow(self, text: nil).encode(into: &writer)
  }

  /// A row that is read again replaces what was read before.
  public static func fold(_ state: inout ImportedRow?, _ event: ImportedRowEvent) {
    switch event {
    case .read(let row, _): state = row
    }
  }
}

/// Whether a source still had a row when it was imported last.
///
/// Only imports that remove what has vanished tell that; see `Import.removesVanished`.
public enum RowPresence: UInt64, Codable, Sendable {
  /// It did.
  case present
  /// It did not, and the entity is as persons left it.
  case gone
  /// It did not, and so the import deleted the entity.
  case removed
}

/// What can happen to an imported row.
public enum ImportedRowEvent: EntityEvent, Equatable {
  /// It was read from its source, with its text as the file had it; or the source does not have it
  /// any more, and the text is nil.
  case read(ImportedRow, text: String?)

  public static let types = [EventType("import.row.read")]
  public var typeIndex: Int { 0 }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .read(let row, let text): StoredRow(row, text: text).encode(into: &writer)
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    let stored = try StoredRow(from: &reader)
    return .read(stored.row(), text: stored.text)
  }
}

/// A row as it is stored, with its text in an event.
private struct StoredRow: FieldPayload {
  private var stored = ImportedRow()
  private var presence = RowPresence.present.rawValue
  private(set) var text: String?

  init() {}

  init(_ row: ImportedRow, text: String?) {
    (stored, presence, self.text) = (row, row.presence.rawValue, text)
  }

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &stored.provider)
    try field(2, &stored.instance, unless: "")
    try field(3, &stored.table)
    try field(4, &stored.key)
    try field(5, &stored.entity)
    var values = StoredBytes(bytes: stored.values)
    try field(6, &values)
    stored.values = values.bytes
    try field(7, &text)
    try field(8, &presence, unless: RowPresence.present.rawValue)
    var base = stored.base.map(StoredBytes.init)
    try field(9, &base)
    stored.base = base?.bytes
    try field(10, &stored.isFound, unless: false)
  }

  func row() -> ImportedRow {
    var row = stored
    row.presence = RowPresence(rawValue: presence) ?? .gone
    return row
  }
}

/// Bytes as one field; an array would be a field for each.
private struct StoredBytes: PayloadValue {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(field reader: inout PayloadReader) throws { bytes = try reader.bytes() }

  func encode(field number: Int, into writer: inout PayloadWriter) {
    bytes.withUnsafeBytes { writer.bytes(number, $0) }
  }
}
