internal import Daybook

/// The rows of a source that share a key: one for most.
struct RowGroup {
  /// A row with its values as they are kept.
  struct Member {
    var row: ImportRow
    let values: [UInt8]
  }

  let table: String
  let key: ImportRow.Key
  /// The identifier of the first row with the key.
  let first: UUID
  private(set) var members: [Member]
  /// What they say; empty while there is one.
  private var told: Set<[UInt8]> = []

  init(_ member: Member, of source: any ImportSource) {
    (table, key, members) = (member.row.table, member.row.key, [member])
    first = SourceIdentity.row(of: source, table, key, 1)
  }

  /// Adds a row, and notes whether it says what an earlier one says.
  mutating func append(_ member: Member) {
    var member = member
    if told.isEmpty { told = Set(members.map(\.values)) }
    member.row.isRepeat = !told.insert(member.values).inserted
    members.append(member)
  }
}

/// How often natural keys occur, of those that occur more than once.
struct RepeatedKeys: Sendable {
  private var counts: [Int: Int] = [:]

  /// Counts the natural keys of a source.
  init(of source: any ImportSource, _ subjects: SubjectMap) throws {
    if !source.hasNaturalKeys { return }
    try source.read(subjects: subjects) { item in
      guard case .row(let row) = item, case .natural(let key) = row.key else { return }
      counts[Self.hash(row.table, key), default: 0] += 1
    }
    counts = counts.filter { $0.value > 1 }
  }

  /// How often a key occurs. Keys whose hashes collide count together, which makes their rows wait
  /// for each other and nothing worse.
  func count(_ table: String, _ key: ImportRow.Key) -> Int {
    guard case .natural(let key) = key else { return 1 }
    return counts[Self.hash(table, key)] ?? 1
  }

  private static func hash(_ table: String, _ key: String) -> Int {
    var hasher = Hasher()
    hasher.combine(table)
    hasher.combine(key)
    return hasher.finalize()
  }
}

/// Reads the rows of a source, those that share a natural key together.
struct RowGrouping {
  /// How many rows may share a natural key; they are kept until all have been read.
  static let limit = 10_000
  /// How many bytes a row may have, its values counted twice: it is to fit in one transaction.
  static let byteLimit = 3 << 18

  private struct Place: Hashable {
    let table: String
    let key: String
  }

  let source: any ImportSource
  let repeated: RepeatedKeys
  private var waiting: [Place: RowGroup] = [:]
  /// The identifiers of rows that have one; nil when it is known that no two have the same.
  private var seen: Set<UUID>? = []
  /// Whether two had the same.
  private(set) var hasRepeats = false

  /// - Parameter seesRepeats: false when an earlier reading has found that no two rows have the
  ///   same identifier: then those of all need not be kept.
  init(_ source: any ImportSource, _ repeated: RepeatedKeys, seesRepeats: Bool = true) {
    self.source = source
    self.repeated = repeated
    if !seesRepeats { seen = nil }
  }

  /// Something that a source holds.
  enum Item: Sendable {
    case group(RowGroup)
    /// A row that cannot be read, and whether it was put together from cells of others.
    case quarantined(QuarantinedRow, isDerived: Bool)
    case skipped(SkippedRow)
    /// A row with the identifier of an earlier one, which is left out.
    case repeated(RowGroup)
  }

  /// Calls `visit` with all that the source holds.
  ///
  /// - Throws: `InterchangeError.tooLarge` when too many rows share a key; what `visit` throws.
  mutating func read(_ subjects: SubjectMap, _ visit: (Item) throws -> Void) throws {
    try source.read(subjects: subjects) { item in
      switch item {
      case .quarantined(let row): try visit(.quarantined(row, isDerived: false))
      case .skipped(let row): try visit(.skipped(row))
      case .row(let row): try add(row, visit)
      }
    }
    // Of keys whose hashes collide.
    let left = waiting.values.sorted { ($0.table, $0.text) < ($1.table, $1.text) }
    waiting = [:]
    for group in left { try visit(.group(group)) }
    try source.checkUnchanged()
  }

  private mutating func add(_ row: ImportRow, _ visit: (Item) throws -> Void) throws {
    let member = RowGroup.Member(row: row, values: row.state.payload)
    if let reason = member.refusal {
      return try visit(.quarantined(member.refused(reason), isDerived: row.isDerived))
    }
    guard case .natural(let key) = row.key else {
      let group = RowGroup(member, of: source)
      if seen?.insert(group.first).inserted != false { return try visit(.group(group)) }
      hasRepeats = true
      return try visit(.repeated(group))
    }
    let count = repeated.count(row.table, row.key)
    if count == 1 { return try visit(.group(RowGroup(member, of: source))) }
    guard count <= Self.limit else {
      throw InterchangeError(
        .tooLarge, file: row.position.file,
        "\(count) rows are about the same thing at the same time; at most \(Self.limit) may be.")
    }
    let place = Place(table: row.table, key: key)
    guard var group = waiting.removeValue(forKey: place) else {
      return waiting[place] = RowGroup(member, of: source)
    }
    group.append(member)
    if group.members.count < count { waiting[place] = group } else { try visit(.group(group)) }
  }
}

extension RowGroup.Member {
  /// What it takes of a transaction.
  fileprivate var bytes: Int { 2 * values.count + row.rawText.utf8.count + row.key.text.utf8.count }

  /// Why the row cannot be kept; nil when it can.
  fileprivate var refusal: String? {
    if bytes > RowGrouping.byteLimit {
      return
        "The row has \(bytes) bytes with its values; at most \(RowGrouping.byteLimit) are kept."
    }
    return row.state.importRefusal
  }

  fileprivate func refused(_ reason: String) -> QuarantinedRow {
    var id: String?
    if case .id(let text) = row.key { id = text }
    return QuarantinedRow(
      position: row.position, column: nil, reason: reason,
      rawText: String(row.rawText.prefix(1_000)), table: row.table, id: id)
  }
}

extension ImportRow.Key {
  fileprivate var text: String {
    switch self {
    case .id(let text), .natural(let text): text
    }
  }
}

extension RowGroup {
  fileprivate var text: String { key.text }

  /// Why a row counts for nothing whose key an earlier one has.
  var repetition: String {
    "An earlier row of \(table) has “\(text)” too; the first of them counts."
  }

  /// A member with its identity, and what was imported for it last.
  struct Named {
    let member: Member
    let id: UUID
    /// The key that is kept.
    let key: String
    let before: ImportedRow?
  }

  /// Gives each row its identity.
  ///
  /// Rows that are as they were keep theirs; the others take what is free, in the order of what
  /// they say. So the order of the rows makes no difference.
  func named(
    by source: any ImportSource, _ lookup: (UUID) throws -> ImportedRow?
  ) rethrows -> [Named] {
    if let only = try alone(lookup) { return [only] }
    var known: [(id: UUID, key: String, before: ImportedRow?)] = []
    // The rows of which no earlier one is known to say the same.
    var missing = Dictionary(members.map { ($0.values, 1) }, uniquingKeysWith: +)
    var count = members.count
    func look(_ occurrence: Int) throws {
      let id =
        occurrence == 1 ? first : SourceIdentity.row(of: source, table, key, occurrence)
      let before = try lookup(id).map(asNow)
      known.append((id, SourceIdentity.text(key, occurrence), before))
      if let before, let left = missing[before.memory.told], left > 0 {
        missing[before.memory.told] = left - 1
        count -= 1
      }
    }
    for occurrence in 1...members.count { try look(occurrence) }
    if case .natural = key {
      while known.last?.before != nil, count > 0 { try look(known.count + 1) }
    }
    return match(known)
  }

  /// The one row of the group, as nearly all have; nil when there are more, or when another
  /// occurrence of its key may have said what it says.
  private func alone(_ lookup: (UUID) throws -> ImportedRow?) rethrows -> Named? {
    guard members.count == 1 else { return nil }
    let before = try lookup(first).map(asNow)
    if case .natural = key, let before, before.memory.told != members[0].values { return nil }
    return Named(
      member: members[0], id: first, key: SourceIdentity.text(key, 1), before: before)
  }

  /// The row with what it remembers as this version writes it.
  private func asNow(_ row: ImportedRow) -> ImportedRow {
    let memory = row.memory
    if memory.told == memory.takenOver, members.contains(where: { $0.values == memory.told }) {
      return row
    }
    var row = row
    row.memory = memory.asNow(type(of: members[0].row.state))
    return row
  }

  private func match(
    _ places: [(id: UUID, key: String, before: ImportedRow?)]
  ) -> [Named] {
    // Of places with equal values the first goes first.
    var alike: [[UInt8]: [Int]] = [:]
    for (index, place) in places.enumerated().reversed() {
      if let before = place.before { alike[before.memory.told, default: []].append(index) }
    }
    var isFree = Array(repeating: true, count: places.count)
    var named: [Named] = []
    var rest: [Member] = []
    let sorted = members.sorted { $0.values.lexicographicallyPrecedes($1.values) }
    for member in sorted {
      if let index = alike[member.values]?.popLast() {
        isFree[index] = false
        let place = places[index]
        named.append(Named(member: member, id: place.id, key: place.key, before: place.before))
      } else {
        rest.append(member)
      }
    }
    let free = zip(places, isFree).filter(\.1).map(\.0)
    for (member, place) in zip(rest, free) {
      named.append(Named(member: member, id: place.id, key: place.key, before: place.before))
    }
    return named
  }
}

extension SourceIdentity {
  /// The text that a key is made into.
  static func text(_ key: ImportRow.Key, _ occurrence: Int) -> String {
    switch key {
    case .id(let id): id
    case .natural(let content): contentID(content, occurrence: occurrence)
    }
  }

  static func row(
    of source: any ImportSource, _ table: String, _ key: ImportRow.Key, _ occurrence: Int
  ) -> UUID {
    uuid(
      provider: source.provider, instance: source.instance, table: table,
      id: text(key, occurrence))
  }
}
