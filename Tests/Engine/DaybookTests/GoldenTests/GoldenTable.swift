import LMDB

/// How the rows of one table are laid out, told here apart from the code that reads and writes
/// them.
struct GoldenTable {
  /// The name in the file.
  let name: String
  /// The parts of the key; nil for the tables whose keys are integers.
  var key: [GoldenField]?
  /// The parts of the row with a key.
  let row: @Sendable (String) -> [GoldenField]

  init(
    _ name: String, key: [GoldenField]? = nil, row: @escaping @Sendable (String) -> [GoldenField]
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
      text += "\(name) \(cursor.key)\n" + GoldenField.lines(of: value[...], by: row(""))
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
      text += GoldenField.lines(of: value.dropLast(4), by: row(named))
      text += GoldenField.lines(of: value.suffix(4), by: [Self.checksum])
    }
    return text
  }
}

extension GoldenTable {
  /// Every table of a store of the pantry.
  static let all = [
    meta, events, transactions, names, replicas, dots, entities, baselines, retractions, quarantine,
    summaries,
    items("a"), totals("a"), items("b"), totals("b"),
  ]

  private static let checksum = GoldenField("CRC-32C", 4)

  static let meta = GoldenTable("meta", key: []) { key in
    if key == "format" { return [GoldenField("version", 4)] }
    return key == "heads" ? heads : [.payload("payload")]
  }

  static let heads =
    [GoldenField("spare", 4), GoldenField("own replica", 4)]
    + [
      "transactions", "events", "clock", "sequence", "names", "retractions", "generation",
      "quarantined", "purged transaction", "purged position", "projections",
      "projection: live transaction", "live rows", "live sum", "live quarantined",
      "building transaction", "building rows", "building sum", "building quarantined",
    ].map { GoldenField($0, 8) }

  static let events = GoldenTable("events") { _ in
    [
      checksum, GoldenField("type", 4), GoldenField("transaction", 8), GoldenField("previous", 8),
      GoldenField("time", 8), GoldenField("entity", 16), .payload("payload"),
    ]
  }

  static let transactions = GoldenTable("transactions") { _ in
    [
      checksum, GoldenField("replica", 4), GoldenField("first event", 8), GoldenField("events", 4),
      GoldenField("flags", 4), GoldenField("sequence", 8), GoldenField("time", 8),
      GoldenField("stamp", 8), GoldenField("author", 4), GoldenField("context", 4),
      GoldenField("process", 4), .payload("header"),
    ]
  }

  static let names = GoldenTable("names") { _ in [checksum, .payload("payload")] }

  static let replicas = GoldenTable("replicas") { _ in
    [checksum, GoldenField("replica", 16), GoldenField("space", 16), .payload("more")]
  }

  private static let dotKey = [GoldenField("replica", 4), GoldenField("sequence", 8)]

  static let dots = GoldenTable("dots", key: dotKey) { _ in [GoldenField("transaction", 8)] }

  static let retractions = GoldenTable(
    "retractions", key: dotKey + [GoldenField("transaction", 8)]
  ) { _ in [] }

  private static let entityKey = [GoldenField("kind", 4), GoldenField("entity", 16)]

  static let entities = GoldenTable("entities", key: entityKey) { _ in
    [
      GoldenField("last event", 8), GoldenField("created", 8), GoldenField("modified", 8),
      GoldenField("newest transaction", 8), GoldenField("events", 4), GoldenField("flags", 4),
      .payload("state"),
    ]
  }

  /// Empty until a purge fills it.
  static let baselines = GoldenTable("baselines", key: entityKey) { _ in
    [
      GoldenField("spare", 4), GoldenField("revision", 4), GoldenField("last event", 8),
      GoldenField("created", 8),
      GoldenField("modified", 8), GoldenField("newest transaction", 8), GoldenField("events", 4),
      GoldenField("flags", 4), .payload("state"),
    ]
  }

  static let quarantine = GoldenTable(
    "quarantine", key: [GoldenField("owner", 2)] + entityKey + [GoldenField("position", 8)]
  ) { _ in [.payload("payload")] }

  static let summaries = GoldenTable("summaries") { _ in [checksum, .rest("numbers")] }

  static func items(_ slot: String) -> GoldenTable {
    GoldenTable("pantry.shelves/\(slot)/items", key: [.rest("shelf, name, id")]) { _ in
      [.payload("row")]
    }
  }

  static func totals(_ slot: String) -> GoldenTable {
    GoldenTable("pantry.shelves/\(slot)/totals", key: [.rest("shelf")]) { _ in [.payload("row")] }
  }
}
