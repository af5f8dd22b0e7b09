#if Tools
import Daybook

/// How rows of views are shown: by the types of the schema, else as parts of keys and numbered
/// fields.
struct StoredRowWords<Tool: StoreTool>: Sendable {
  let store: EventStore
  let view: StoredView
  let table: StoredView.Table
  let screen: Tool.Screen

  /// A key as people name it, and as `why` takes it: of a thing what its identifier begins with,
  /// unless the tool names it. The thing's own words may be long, and change when it is edited.
  func key(_ row: UntypedRow) -> String {
    parts(row).joined(separator: " · ")
  }

  /// The parts of a key in words.
  ///
  /// - Parameter namesThings: whether a thing has its own words, too, for which the store is read.
  func parts(_ row: UntypedRow, namesThings: Bool = false) -> [String] {
    let word: @Sendable (UUID) -> String = { namesThings ? name(of: $0) : shortName(of: $0) }
    if table.key.isKnown {
      return table.key.parts(of: row.key).map { part in
        switch part {
        case .date(let date): screen.second(date)
        case .id(let id): word(id)
        default: part.description
        }
      }
    }
    if let key = store.decodedKey(row.key, ofView: view.name, table: table.name) {
      let properties = PropertyWords(id: word, date: { Instant.seconds($0) })
      let words = PropertyWords.properties(key).map { property in
        properties.word(property.value) ?? "none"
      }
      return words.isEmpty ? [properties.word(key) ?? ""] : words
    }
    return table.key.parts(of: row.key).map(\.description)
  }

  private func shortName(of id: UUID) -> String {
    Tool.name(of: id, screen) ?? IDPrefix.shortest(id)
  }

  private var properties: PropertyWords {
    PropertyWords(id: { name(of: $0) }, date: { Instant.seconds($0) })
  }

  /// What a thing is called to which a row refers: as the tool says, else by its own words, where
  /// these are few, and by what its identifier begins with. Reads the store.
  private func name(of id: UUID) -> String {
    if let name = Tool.name(of: id, screen) { return name }
    let short = IDPrefix.shortest(id)
    let words = try? store.read { try $0.shown(id, screen)?.words }
    guard let words, !words.isEmpty, words.columns <= 24 else { return short }
    return "\(words) \(short)"
  }

  /// What a row says.
  func value(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "" }
    guard let row = decoded(bytes) else { return PayloadText(bytes).words }
    return Tool.words(of: row, screen) ?? properties.text(row)
  }

  /// What a row says in words of the tool's own; nil where it has none.
  func ownWords(_ bytes: [UInt8]) -> String? {
    decoded(bytes).flatMap { Tool.words(of: $0, screen) }
  }

  /// The properties of a row that have a value, in the words of ``value(_:)``; by number where the
  /// schema does not read it.
  func fields(_ bytes: [UInt8]) -> [(name: String, text: String)] {
    guard let row = decoded(bytes) else { return PayloadText(bytes).fields }
    return PropertyWords.properties(row).compactMap { name, value in
      properties.word(value).map { (name, $0) }
    }
  }

  /// The same for programs, by the names of properties or by the numbers of fields.
  func json(_ bytes: [UInt8]) -> JSON.Value {
    if bytes.isEmpty { return .object([:]) }
    guard let row = decoded(bytes) else { return .object(PayloadText(bytes).json) }
    return .object(Reflection.json(row))
  }

  private func decoded(_ bytes: [UInt8]) -> (any PayloadCodable)? {
    bytes.isEmpty ? nil : store.decodedRow(bytes, ofView: view.name, table: table.name)
  }

  /// The row whose key somebody has written: its bytes in hexadecimal after `0x`, or its words as
  /// `view` prints them, whose parts a space or a point may part. Looks through the rows for
  /// words.
  ///
  /// - Throws: ``NameError`` for none, and for several.
  func row(named text: String) throws -> UntypedRow {
    if let bytes = HexText.bytes(text) {
      let found = try store.read { reader in
        try reader.row(ofView: view.name, table: table.name, key: bytes)
      }
      // What has no row may still have had one.
      return found ?? UntypedRow(key: bytes, row: [])
    }
    let wanted = Self.plain(text)
    var (found, last) = ([UntypedRow](), [UInt8]?.none)
    while true {
      let page = try store.read { reader in
        try reader.rows(ofView: view.name, table: table.name, after: last, limit: 1000)
      }
      found += page.filter { Self.plain(key($0)) == wanted }
      guard let end = page.last else { break }
      last = end.key
    }
    guard let row = found.first else {
      throw NameError(
        "no row of \(view.name) has the key “\(text)”; give one that `view \(view.name) --raw` prints"
      )
    }
    guard found.count == 1 else {
      let keys = found.prefix(3).map { HexText.text($0.key) }.joined(separator: ", ")
      throw NameError("“\(text)” stands for \(found.count) rows: \(keys); give one of these")
    }
    return row
  }

  private static func plain(_ text: String) -> [Substring] {
    text.lowercased().split { $0 == " " || $0 == "·" }
  }
}
#endif
