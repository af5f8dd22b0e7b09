public import Daybook

/// How this store compares with the old one, entry by entry.
public struct MigrationComparison: Sendable, Equatable, Codable {
  /// How one table of the old store compares.
  public struct Table: Sendable, Equatable, Codable {
    /// The table.
    public let name: String
    /// The kind of entries that its rows are.
    public let kind: String
    /// Rows that the old store has.
    public var rows = 0
    /// Those whose entry says the same.
    public var equal = 0
    /// Those whose entry says something else.
    public var differing = 0
    /// Those that have no entry, or a deleted one.
    public var missing = 0
  }

  /// A row that is not equal.
  public struct Difference: Sendable, Equatable, Codable {
    /// Where the row stands.
    public let position: SourcePosition
    /// The entry.
    public let entity: UUID
    /// The kind of the entry.
    public let kind: String
    /// The properties in which it differs; empty when there is none.
    public let properties: [String]
  }

  /// The tables, in the order in which they were met.
  public internal(set) var tables: [Table] = []
  /// Entries of those kinds that no row of the old store is, by kind.
  public internal(set) var onlyHere: [String: Int] = [:]
  /// Rows of the old store that cannot be read.
  public internal(set) var unreadable = 0
  /// The first rows that are not equal.
  public internal(set) var differences: [Difference] = []
  /// How long it took, in seconds.
  public internal(set) var seconds: Double = 0

  /// Whether all that the old store has is here too, and says the same.
  public var lacksNothing: Bool {
    unreadable == 0 && tables.allSatisfy { $0.differing == 0 && $0.missing == 0 }
  }

  /// What differs, in one sentence.
  var summary: String {
    let parts = tables.filter { $0.differing + $0.missing > 0 }.map {
      "\($0.name) has \($0.missing) missing and \($0.differing) differing of \($0.rows.counted("row"))"
    }
    let unread =
      unreadable > 0 ? ["\(unreadable.counted("row")) cannot be read"] : []
    return (parts + unread).joined(separator: "; ") + "."
  }
}

extension Migration {
  /// Compares every row of the old store with its entry here. Writes nothing.
  ///
  /// It looks at the entries themselves, not at what imports have noted. Cost: that of reading the
  /// old store, and one look-up a row.
  ///
  /// - Throws: what reading the rows throws; a `StoreError`.
  public func compare() async throws -> MigrationComparison {
    try await OwnThread.value { [self] in
      let clock = ContinuousClock()
      let start = clock.now
      let work = Import(try source(), author: author, answers: answers, corrects: true)
      let plan = try work.plan(in: store)
      var comparison = try store.read { try Comparing(source: work.source, plan: plan).run($0) }
      comparison.seconds = start.duration(to: clock.now) / .seconds(1)
      return comparison
    }
  }
}

/// Goes through the rows of an old store and their entries.
private struct Comparing {
  let source: any ImportSource
  let plan: ImportPlan
  private var comparison = MigrationComparison()
  private var tables: [String: Int] = [:]
  private var types: [String: any Importable.Type] = [:]
  private var met: Set<UUID> = []

  init(source: any ImportSource, plan: ImportPlan) {
    self.source = source
    self.plan = plan
  }

  consuming func run(_ reader: borrowing Reader) throws -> MigrationComparison {
    for (table, type) in source.wholeTables.sorted(by: { $0.key < $1.key }) {
      _ = index(of: table, type)
    }
    var grouping = RowGrouping(source, plan.repeated)
    try grouping.read(plan.subjects) { item in
      switch item {
      case .skipped: break
      case .quarantined: comparison.unreadable += 1
      case .repeated(let group):
        let named = try group.named(by: source) { try reader.entity(ImportedRow.self, $0) }
        for row in named { try compareRepeated(row, row.member.row.state, reader) }
      case .group(let group):
        let named = try group.named(by: source) { try reader.entity(ImportedRow.self, $0) }
        for row in named { try compare(row, row.member.row.state, reader) }
      }
    }
    for type in types.values { try countOthers(type, reader) }
    return comparison
  }

  private mutating func compare<State: Importable>(
    _ named: RowGroup.Named, _ state: State, _ reader: borrowing Reader
  ) throws {
    let row = named.member.row
    let table = index(of: row.table, State.self)
    comparison.tables[table].rows += 1
    let entity = Self.entity(of: named)
    met.insert(entity)
    guard let own = try reader.entity(State.self, entity) else {
      if row.isMention { return comparison.tables[table].equal += 1 }
      comparison.tables[table].missing += 1
      return note(row, entity, State.kind, [])
    }
    let numbers = try RowRule(named, source).differences(from: own)
    if numbers.isEmpty { return comparison.tables[table].equal += 1 }
    comparison.tables[table].differing += 1
    note(row, entity, State.kind, numbers.map { State.propertyNames[$0] ?? "field \($0)" })
  }

  /// A row with the identifier of an earlier one counts when it says something else, which is then
  /// nowhere here.
  private mutating func compareRepeated<State: Importable>(
    _ named: RowGroup.Named, _ state: State, _ reader: borrowing Reader
  ) throws {
    let own = try reader.entity(State.self, Self.entity(of: named))
    if let own, try RowRule(named, source).differences(from: own).isEmpty { return }
    try compare(named, state, reader)
  }

  private static func entity(of named: RowGroup.Named) -> UUID {
    named.before.map { $0.entity ?? named.id } ?? named.member.row.entity ?? named.id
  }

  private mutating func note(
    _ row: ImportRow, _ entity: UUID, _ kind: String, _ properties: [String]
  ) {
    if comparison.differences.count == ImportReport.sampleLimit { return }
    comparison.differences.append(
      .init(position: row.position, entity: entity, kind: kind, properties: properties))
  }

  private mutating func index(of table: String, _ type: any Importable.Type) -> Int {
    if let index = tables[table] { return index }
    tables[table] = comparison.tables.count
    types[type.kind] = type
    comparison.tables.append(.init(name: table, kind: type.kind))
    return comparison.tables.count - 1
  }

  private mutating func countOthers<State: Importable>(
    _ type: State.Type, _ reader: borrowing Reader
  ) throws {
    var count = 0
    try reader.forEachEntity(of: type) { entity in
      if !met.contains(entity.id.rawValue) { count += 1 }
      return true
    }
    if count > 0 { comparison.onlyHere[type.kind] = count }
  }
}
