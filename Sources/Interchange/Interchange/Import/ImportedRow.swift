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
  public static let revision = 3
  public static let propertyNames = [
    1: "provider", 2: "instance", 3: "table", 4: "key", 5: "entity", 6: "told", 8: "presence",
    9: "takenOver", 10: "origin",
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
  /// What it said, and what of that its entity became.
  public var memory = RowMemory()
  /// Whether the source still had it.
  public var presence = RowPresence.present

  public init() {}

  public init(from reader: inout PayloadReader) throws {
    self = try StoredRow(from: &reader).row()
  }

  public func encode(into writer: inout PayloadWriter) {
    StoredRow(self).encode(into: &writer)
  }

  /// A row that is read again replaces what was read before, and what was taken over of it stays
  /// but for what the reading has written, as in the entity. A source that does not have the row
  /// any more tells nothing of it: what was remembered stays.
  ///
  /// So the row goes with its entity whichever imports are taken back or brought back.
  public static func fold(_ state: inout ImportedRow?, _ event: ImportedRowEvent) throws {
    switch event {
    case .read(var row, _, let written):
      if let before = state {
        row.memory =
          row.presence == .present
          ? try before.memory.followed(by: row.memory, written) : before.memory
        if !written.contains(RowMemory.presence) { row.presence = before.presence }
      }
      state = row
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
  /// any more, and the text is nil. Then its memory says what it was until then, which counts when
  /// the imports that have read it were taken back.
  ///
  /// Of a row that was read before, `written` has the numbers of the fields of its entity that this
  /// reading has written, and `RowMemory.presence` when its presence is another one.
  case read(ImportedRow, text: String?, written: [Int] = [])

  public static let types = [EventType("import.row.read")]
  public var typeIndex: Int { 0 }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .read(let row, let text, let written):
      StoredRow(row, text: text, written).encode(into: &writer)
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    let stored = try StoredRow(from: &reader)
    return .read(stored.row(), text: stored.text, written: stored.written)
  }
}

/// A row as it is stored; in an event with its text and what the reading has written.
private struct StoredRow: FieldPayload {
  private var stored = ImportedRow()
  private var presence = RowPresence.present.rawValue
  private var origin: UInt64?
  private(set) var text: String?
  private(set) var written: [Int] = []

  init() {}

  init(_ row: ImportedRow, text: String? = nil, _ written: [Int] = []) {
    (stored, presence, origin) = (row, row.presence.rawValue, row.memory.origin?.rawValue)
    (self.text, self.written) = (text, written)
  }

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &stored.provider)
    try field(2, &stored.instance, unless: "")
    try field(3, &stored.table)
    try field(4, &stored.key)
    try field(5, &stored.entity)
    var told = StoredBytes(bytes: stored.memory.told)
    try field(6, &told)
    stored.memory.told = told.bytes
    try field(7, &text)
    try field(8, &presence, unless: RowPresence.present.rawValue)
    var other = stored.memory.other.map(StoredBytes.init)
    try field(9, &other)
    stored.memory.other = other?.bytes
    try field(10, &origin)
    try field(11, &written)
  }

  func row() -> ImportedRow {
    var row = stored
    row.presence = RowPresence(rawValue: presence) ?? .gone
    row.memory.origin = origin.flatMap(RowOrigin.init)
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
