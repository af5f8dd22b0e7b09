import LMDB

/// How the rows of one table are laid out, told here apart from the code that reads and writes
/// them.
struct GoldenTable {
  /// The name in the file.
  let name: String
  /// The parts of the key; nil for the tables whose keys are integers.
  var key: [GoldenField]?
  /// The parts of a row, by its key and its bytes.
  let row: @Sendable (String, ArraySlice<UInt8>) -> [GoldenField]

  init(
    _ name: String, key: [GoldenField]? = nil,
    row: @escaping @Sendable (String, ArraySlice<UInt8>) -> [GoldenField]
  ) {
    self.name = name
    self.key = key
    self.row = row
  }

  /// Every row as text: table and key, then a line for each field.
  func text(_ read: borrowing ReadTransaction) throws -> String {
    key == nil ? try numberedRows(read) : try namedRows(read)
  }

  private func numberedRows(_ read: borrowing ReadTransaction) throws -> String {
    guard let table = try read.table(name, IntegerOrder.self) else { return "no \(name)\n" }
    var cursor = try read.cursor(table)
    var text = ""
    while try cursor.next() {
      let value = cursor.value.withUnsafeBytes { [UInt8]($0) }
      text += "\(name) \(cursor.key)\n" + GoldenField.lines(of: value[...], by: row("", value[...]))
    }
    return text
  }

  private func namedRows(_ read: borrowing ReadTransaction) throws -> String {
    guard let table = try read.table(name, LexicalOrder.self) else { return "no \(name)\n" }
    var cursor = try read.cursor(table)
    var text = ""
    while try cursor.next() {
      let key = cursor.key.withUnsafeBytes { [UInt8]($0) }
      let value = cursor.value.withUnsafeBytes { [UInt8]($0) }
      let named = String(decoding: key, as: UTF8.self)
      text += self.key == [] ? "\(name) \(named)\n" : "\(name)\n"
      text += GoldenField.lines(of: key[...], by: self.key ?? [], indent: "  key ")
      text += GoldenField.lines(of: value.dropLast(4), by: row(named, value[...]))
      text += GoldenField.lines(of: value.suffix(4), by: [Self.checksum])
    }
    return text
  }
}

extension GoldenTable {
  /// Every table of a store of the pantry.
  static let all = [
    meta, events, transactions, names, replicas, dots, entities, baselines, retractions, quarantine,
    summaries, types,
    items("a"), totals("a"), items("b"), totals("b"),
  ]

  private static let checksum = GoldenField("CRC-32C", 4)

  static let meta = GoldenTable("meta", key: []) { key, _ in
    if key == "format" { return [GoldenField("version", 4)] }
    if ["names", "remains"].contains(key) || key.hasPrefix("chain/") {
      return [GoldenField("chain", 32)]
    }
    return [.payload("payload")]
  }

  /// The row beside the tables.
  static func heads(_ read: borrowing ReadTransaction) throws -> String {
    let row = try Array("heads".utf8).withUnsafeBytes { key in
      try read.value(read.mainTable(), key)?.withUnsafeBytes { [UInt8]($0) }
    }
    guard let row else { return "no heads\n" }
    return "heads\n" + GoldenField.lines(of: row.dropLast(4), by: heads)
      + GoldenField.lines(of: row.suffix(4), by: [checksum])
  }

  private static let heads =
    [GoldenField("spare", 4), GoldenField("own replica", 4)]
    + [
      "transactions", "events", "clock", "sequence", "names", "retractions", "generation",
      "quarantined", "purged transaction", "purged position", "projections",
    ].map { GoldenField($0, 8) } + [GoldenField("chain", 32)]
    + [
      "projection: live transaction", "live rows", "live sum", "live quarantined",
      "building transaction", "building rows", "building sum", "building quarantined",
    ].map { GoldenField($0, 8) }

  static let events = GoldenTable("events") { _, row in
    [
      checksum, GoldenField("fields", 1), GoldenField("type", 1), GoldenField("time", 6),
      GoldenField("entity", 16), GoldenField("transaction", 4),
    ] + optional(row[row.startIndex + 4], [1: ("previous", 4), 2: ("counter", 2)]) + [
      .payload("payload")
    ]
  }

  /// The fields whose bits are set.
  private static func optional(
    _ bits: UInt8, _ fields: KeyValuePairs<UInt8, (String, Int)>
  ) -> [GoldenField] {
    fields.filter { bits & $0.key != 0 }.map { GoldenField($0.value.0, $0.value.1) }
  }

  static let transactions = GoldenTable("transactions") { _, _ in
    [
      checksum, GoldenField("replica", 4), GoldenField("first event", 8), GoldenField("events", 4),
      GoldenField("flags", 4), GoldenField("sequence", 8), GoldenField("time", 8),
      GoldenField("stamp", 8), GoldenField("author", 4), GoldenField("context", 4),
      GoldenField("process", 4), .payload("header"),
    ]
  }

  static let names = GoldenTable("names") { _, _ in [checksum, .payload("payload")] }

  static let replicas = GoldenTable("replicas") { _, _ in
    [checksum, GoldenField("replica", 16), GoldenField("space", 16), .payload("more")]
  }

  private static let dotKey = [GoldenField("replica", 4), GoldenField("sequence", 8)]

  static let dots = GoldenTable("dots", key: dotKey) { _, _ in [GoldenField("transaction", 8)] }

  static let retractions = GoldenTable(
    "retractions", key: dotKey + [GoldenField("transaction", 8)]
  ) { _, _ in [] }

  private static let entityKey = [GoldenField("kind", 4), GoldenField("entity", 16)]

  static let entities = GoldenTable("entities", key: entityKey) { _, row in entity(row) }

  private static func entity(_ row: ArraySlice<UInt8>) -> [GoldenField] {
    [
      GoldenField("flags", 1), GoldenField("events", 1), GoldenField("created", 6),
      GoldenField("last event", 4), GoldenField("newest transaction", 4),
    ] + optional(row[row.startIndex], [32: ("counter", 2), 64: ("modified", 8)]) + [
      .payload("state")
    ]
  }

  /// Empty until a purge fills it.
  static let baselines = GoldenTable("baselines", key: entityKey) { _, row in
    [GoldenField("revision", 4)] + entity(row.dropFirst(4))
  }

  static let quarantine = GoldenTable(
    "quarantine", key: [GoldenField("owner", 2)] + entityKey + [GoldenField("position", 8)]
  ) { _, _ in [.payload("payload")] }

  static let summaries = GoldenTable("summaries") { _, _ in [checksum, .rest("numbers")] }

  /// Empty until there are 1,024 events.
  static let types = GoldenTable(
    "types", key: [GoldenField("type", 4), GoldenField("block", 8)]
  ) { _, _ in [.rest("places")] }

  static func items(_ slot: String) -> GoldenTable {
    GoldenTable("pantry.shelves/\(slot)/items", key: [.rest("shelf, name, id")]) { _, _ in
      [.payload("row")]
    }
  }

  static func totals(_ slot: String) -> GoldenTable {
    GoldenTable("pantry.shelves/\(slot)/totals", key: [.rest("shelf")]) { _, _ in
      [.payload("row")]
    }
  }
}
