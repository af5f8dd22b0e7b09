internal import Daybook
internal import Interchange
internal import Nursery

/// The two tables without times: children and tags.
struct BabyBuddyPeople: Sendable {
  static let childColumns = ["first_name", "last_name", "birth_date"]
  static let tagColumns = ["id", "name"]
  /// Columns that say what others say.
  static let repeated: Set<String> = ["slug", "last_used"]

  struct Child: Sendable {
    let key: String
    /// The entity here that the row was written of.
    var entity: UUID?
    let names: Names
    let birthDate: CivilDay?
    let birthTime: String?
    let row: ImportRowPlace
    var warnings: [ImportWarning] = []

    var name: String { names.whole }
  }

  struct Tag: Sendable {
    let key: String
    /// The entity here that the row was written of.
    var entity: UUID?
    let definition: TagDefinition
    let row: ImportRowPlace
  }

  /// Where a row stands and what it says.
  struct ImportRowPlace: Sendable {
    let position: SourcePosition
    let text: String
  }

  private let sources: [SourceFile]
  private var quarantined: [QuarantinedRow] = []
  let children: [Child]
  let tags: [Tag]
  /// Keys of the children by their names; several share one at times.
  private let keys: [Names: [String]]
  /// Keys of the children by the numbers that the rows of entries tell, where these are others.
  private var numbered: [String: String] = [:]

  /// The names of a child, as every row with an entry repeats them.
  struct Names: Hashable, Sendable {
    let given: String
    let family: String

    var whole: String { "\(given) \(family)".trimmed }
  }

  /// People of whom the rows were read already.
  init(children: [Child], tags: [Tag], sources: [SourceFile]) {
    self.children = children
    self.tags = tags
    self.sources = sources
    keys = Self.keys(of: children)
  }

  private static func keys(of children: [Child]) -> [Names: [String]] {
    Dictionary(grouping: children, by: \.names).mapValues { $0.map(\.key) }
  }

  /// A file without an `id` column (Baby Buddy's own import samples) numbers its children from 1
  /// in file order, as an empty installation would on import.
  init(children: CSVFile?, tags: CSVFile?, style: TimeStyle = TimeStyle()) throws {
    sources = [children, tags].compactMap { $0?.file }
    var quarantined: [QuarantinedRow] = []
    // Whoever works on a file may call it as the others do.
    let id = children.flatMap { file in ["id", "child_id"].first { file.has($0) } }
    let numbered =
      try children.map { file in
        try Self.read(file, key: \.number, &quarantined) { row throws(RowRefusal) in
          try Self.child(row, id: id, style)
        }
      } ?? []
    self.children = numbered.map(\.child)
    for (number, child) in numbered where number != child.key { self.numbered[number] = child.key }
    self.tags =
      try tags.map { file in
        try Self.read(file, key: \.key, &quarantined) { row throws(RowRefusal) in
          let id = row["id"].trimmed
          guard !id.isEmpty else { throw RowRefusal("id", "The tag has no id.") }
          let color = row["color"]
          return Tag(
            key: id, entity: row.value(BabyBuddyIDs.ownColumn) { UUID(uuidString: $0) },
            definition: TagDefinition(
              name: row["name"], color: color.isEmpty ? nil : color, number: id),
            row: ImportRowPlace(position: row.position, text: row.rawText))
        }
      } ?? []
    self.quarantined = quarantined
    keys = Self.keys(of: self.children)
  }

  /// The key of the child of a row with an entry: its id, or else the one child of its names.
  ///
  /// Some versions of Baby Buddy export entries without ids of children; the names are in every
  /// row. A row whose id and names are two children's is refused.
  func child(_ cells: ChildCells) throws(RowRefusal) -> String {
    let id = cells.id.trimmed
    let names = Names(given: cells.given.trimmed, family: cells.family.trimmed)
    let name = names.whole
    if !id.isEmpty {
      let key = numbered[id] ?? id
      if let named = keys[names], !named.contains(key),
        let known = children.first(where: { $0.key == key })
      {
        throw RowRefusal(
          "child_id",
          "Child \(id) is \(known.name), and the row is named “\(name)”, who is another.")
      }
      return key
    }
    guard !name.isEmpty else { throw RowRefusal("child_id", "The row names no child.") }
    let found = keys[names] ?? []
    guard let key = found.first else {
      throw RowRefusal("child_id", "There is no child_id, and no child is named “\(name)”.")
    }
    guard found.count == 1 else {
      throw RowRefusal(
        "child_id", "There is no child_id, and \(found.count) children are named “\(name)”.")
    }
    return key
  }

  /// Whether a row that tells the id of a child tells a name that is not this child's. Only a part
  /// of the name may be told, and in any case.
  func isMisnamed(_ cells: ChildCells, _ key: String) -> Bool {
    guard !cells.id.trimmed.isEmpty, let child = children.first(where: { $0.key == key }) else {
      return false
    }
    return [(cells.given, child.names.given), (cells.family, child.names.family)].contains {
      let (told, own) = ($0.trimmed, $1)
      return !told.isEmpty && told != own && told.lowercased() != own.lowercased()
    }
  }

  private static func child(
    _ row: CSVFile.Row, id column: String?, _ style: TimeStyle
  ) throws(RowRefusal) -> (number: String, child: Child) {
    let id = column.map { row[$0].trimmed } ?? String(row.index + 1)
    guard !id.isEmpty else { throw RowRefusal("id", "The child has no id.") }
    let (dateText, time) = (row["birth_date"].trimmed, row["birth_time"])
    let date = row.value("birth_date") { style.day($0) }
    let own = row.value(BabyBuddyIDs.ownColumn) { UUID(uuidString: $0) }
    let child = Child(
      key: own?.uuidString ?? id, entity: own,
      names: Names(given: row["first_name"].trimmed, family: row["last_name"].trimmed),
      birthDate: date,
      birthTime: time.isEmpty ? nil : time,
      row: ImportRowPlace(position: row.position, text: row.rawText),
      warnings: (column == nil ? [.idAssumed] : [])
        + (date == nil && !dateText.isEmpty ? [.unreadableDate] : []))
    return (id, child)
  }

  /// An id claimed twice refuses every row that claims it: nothing says which one is meant.
  private static func read<Row>(
    _ file: CSVFile, key: (Row) -> String, _ quarantined: inout [QuarantinedRow],
    _ parse: (CSVFile.Row) throws(RowRefusal) -> Row
  ) throws -> [Row] {
    var parsed: [(row: CSVFile.Row, value: Row)] = []
    var refused: [QuarantinedRow] = []
    try file.forEachRow { row in
      do throws(RowRefusal) {
        try BabyBuddyCSV.refuseUneven(row, file)
        parsed.append((row, try parse(row)))
      } catch {
        refused.append(row.quarantined(column: error.column, error.reason))
      }
    }
    let uses = Dictionary(parsed.map { (key($0.value), 1) }, uniquingKeysWith: +)
    for (row, value) in parsed where uses[key(value)] != 1 {
      refused.append(
        row.quarantined(column: "id", "Several rows have the id \(key(value))."))
    }
    quarantined += refused
    return parsed.map(\.value).filter { uses[key($0)] == 1 }
  }

  var births: [String: CivilDay?] {
    Dictionary(children.map { ($0.key, $0.birthDate) }, uniquingKeysWith: { a, _ in a })
  }

  var tagNames: [String: String] {
    Dictionary(tags.map { ($0.key, $0.definition.name) }, uniquingKeysWith: { a, _ in a })
  }

  func checkUnchanged() throws { for source in sources { try source.checkUnchanged() } }

  // MARK: Importing

  var subjects: [ImportSubject] {
    children.map { child in
      ImportSubject(
        BabyProfile.self, table: "child", key: child.key, name: child.name, takesNamesake: false,
        entity: child.entity
      ) {
        try $0.view(CurrentProfiles.self).all()
          .filter { $0.id == child.entity || $0.profile.isCalled(child.name) }.map(\.id)
      }
    }
  }

  /// - Throws: `InterchangeError.otherInstance` when an id belongs to somebody else than before, or
  ///   a child was imported from another instance already.
  func check(_ source: some ImportSource, _ reader: borrowing Reader) throws {
    let profiles = try reader.view(CurrentProfiles.self).all()
    for child in children {
      let birth = child.birthDate.map { "\($0)" }
      let id = SourceIdentity.uuid(
        provider: source.provider, instance: source.instance, table: "child", id: child.key)
      if let row = try reader.entity(ImportedRow.self, id),
        let old = try? BabyProfile(payload: row.memory.told)
      {
        guard old.name != child.name, old.birthDate != birth else { continue }
        throw InterchangeError(
          .otherInstance,
          "Child \(child.key) was \(old.name) and is \(child.name) now: "
            + "the files come from another installation, which needs an instance name of its own."
        )
      }
      let twin = profiles.map(\.profile).contains { profile in
        profile.source?.provider == source.provider && profile.source?.id == child.key
          && profile.name == child.name && profile.birthDate == birth
      }
      if twin {
        throw InterchangeError(
          .otherInstance,
          "Child \(child.key), \(child.name), was imported under another instance name: "
            + "everything would be there twice."
        )
      }
    }
  }

  /// Children with the moment of their first entry, then tags.
  func read(earliest: [String: Date], _ visit: (ImportItem) throws -> Void) throws {
    for child in children {
      let profile = BabyProfile(
        name: child.name,
        createdAt: earliest[child.key] ?? Date(timeIntervalSinceReferenceDate: 0),
        birthDate: child.birthDate.map { "\($0)" }, birthTime: child.birthTime,
        source: child.entity == nil
          ? SourceReference(provider: BabyBuddyFolder.provider, table: "child", id: child.key) : nil
      )
      try visit(
        .row(
          ImportRow(
            table: "child", key: .id(child.key), entity: child.entity, state: profile,
            position: child.row.position, rawText: child.row.text, untold: [2, 3, 10, 11],
            warnings: child.warnings)))
    }
    for tag in tags {
      var row = ImportRow(
        // The files of the REST API have no ids of tags, and names are unique.
        table: "tag", key: .id(tag.definition.name), entity: tag.entity,
        state: Record(tag.definition), position: tag.row.position, rawText: tag.row.text,
        untold: tag.definition.number == nil ? [1, 4] : [1])
      // Every tag of Baby Buddy has a colour; one without is in the file for its number.
      row.isMention = tag.definition.color == nil && tag.entity == nil
      try visit(.row(row))
    }
    for row in quarantined { try visit(.quarantined(row)) }
  }
}
