#if SQL
internal import Daybook
internal import GRDB

/// What a mirror is a mirror of: which log, how far, and with what meaning.
struct MirrorStanding: Equatable {
  /// The version of the tables, and the options.
  var form: String
  var store: String
  /// The number of the last transaction that is in it.
  var number: UInt64
  /// What tells that transaction from one of the same number in another log.
  var last: String
  /// The last transaction that was purged.
  var purged: UInt64
  /// Of each kind and each view with rows what their tables depend on.
  var parts: [String: String]
  /// The digests of the rows of views.
  var digests: [String: String]
  /// How far the rows of views are, also of those that have none.
  var states: [String: String]

  /// What a store is.
  init(_ reader: borrowing Reader, _ schema: MirroredSchema, fullText: Bool) throws {
    form = "\(MirrorFile.version)\(fullText ? " full text" : "")"
    let token = try reader.token()
    number = token.number
    store = token.description.split(separator: ":").first.map(String.init) ?? ""
    purged = try reader.oldestToken().number
    last = try Self.last(reader, number)
    (parts, digests, states) = ([:], [:], [:])
    for kind in schema.entities.keys {
      parts["fields of \(kind)"] = schema.shape(ofKind: kind).signature
    }
    for kind in try reader.storedKinds() {
      let revision = kind.revision.map(String.init) ?? "none"
      parts["kind \(kind.name)"] =
        "\(revision), \(kind.isFolded ? "" : "not ")folded, "
        + "\(kind.isInSchema ? "" : "not ")in the schema"
    }
    for view in try reader.storedViews() {
      states[view.name] = view.state.rawValue
      if view.tables.isEmpty { continue }
      let tables = view.tables.map { table in
        "\(table.name): \(table.key) (\(schema.key(view, table).signature)), "
          + "\(table.row) (\(schema.shape(view, table).signature))"
      }
      parts["view \(view.name)"] =
        "\(view.revision), \(view.parameters); " + tables.joined(separator: "; ")
      digests[view.name] = view.digest.description
    }
  }

  /// Why the file has to be made anew before it can be that of the store again; nil when it need
  /// not.
  func cause(
    toLeave kept: MirrorStanding?, _ reader: borrowing Reader
  ) throws -> StoreMirror.Report.Cause? {
    guard let kept else { return .empty }
    if kept.form != form { return .otherForm }
    if kept.store != store { return .otherStore }
    if kept.number > number { return .otherLog }
    if kept.purged != purged { return .purged }
    if try Self.last(reader, kept.number) != kept.last { return .otherLog }
    return kept.parts.contains { parts[$0.key] != $0.value } ? .schemaChanged : nil
  }

  /// The views whose rows are older than the log, by name.
  var behind: [String] {
    states.filter { $0.value == StoredView.State.behind.rawValue }.keys.sorted()
  }

  /// The place in the history.
  var token: History.Token? { number == 0 ? nil : History.Token("\(store):\(number)") }

  /// Lets nothing be in the mirror yet.
  mutating func begin(_ reader: borrowing Reader) throws {
    (number, digests, states) = (purged, [:], [:])
    last = try Self.last(reader, purged)
  }

  /// Lets the mirror have the log up to a transaction.
  mutating func move(to transaction: History.Transaction) {
    (number, last) = (transaction.number, Self.name(transaction))
  }

  private static func last(_ reader: borrowing Reader, _ number: UInt64) throws -> String {
    guard number > 0, let transaction = try reader.transaction(number) else { return "" }
    return name(transaction)
  }

  private static func name(_ transaction: History.Transaction) -> String {
    "\(transaction.dot) \(transaction.time.rawValue) \(transaction.positions)"
  }
}

extension MirrorStanding {
  /// What a mirror says; nil when it says nothing, or nothing that can be read.
  init?(_ db: Database) throws {
    // GRDB remembers tables of a transaction that was rolled back.
    let tables = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'daybook_mirror'"
    if try Int.fetchOne(db, sql: tables) != 1 { return nil }
    let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM daybook_mirror")
    var values: [String: String] = [:]
    for row in rows { values[row["name"]] = row["value"] }
    guard let form = values["form"], let store = values["store"],
      let number = values["transaction"].flatMap({ UInt64($0) }), let last = values["last"],
      let purged = values["purged"].flatMap({ UInt64($0) })
    else { return nil }
    (self.form, self.store, self.number) = (form, store, number)
    (self.last, self.purged) = (last, purged)
    (parts, digests, states) = ([:], [:], [:])
    for (name, value) in values {
      if name.hasPrefix("part ") { parts[String(name.dropFirst(5))] = value }
      if name.hasPrefix("digest ") { digests[String(name.dropFirst(7))] = value }
      if name.hasPrefix("state ") { states[String(name.dropFirst(6))] = value }
    }
  }

  func save(_ db: Database) throws {
    var values = [
      "form": form, "store": store, "transaction": "\(number)", "last": last, "purged": "\(purged)",
    ]
    for (name, value) in parts { values["part \(name)"] = value }
    for (name, value) in digests { values["digest \(name)"] = value }
    for (name, value) in states { values["state \(name)"] = value }
    try db.execute(sql: "DELETE FROM daybook_mirror")
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      try db.cachedStatement(sql: "INSERT INTO daybook_mirror VALUES (?, ?)").execute(
        arguments: [name, value])
    }
  }
}
#endif
