public import Daybook
internal import Foundation
public import Interchange
internal import Nursery

/// What Baby Buddy's REST API gave, as files: `ENDPOINT.json`, or several pages with a word between
/// the name and `.json`, such as `feedings.page2.json`.
///
/// The API tells more than the CSV files: microseconds, the offset of each time, names of tags and
/// running timers. The identifiers are the same, so that the one after the other adds nothing but
/// what is more exact. Pages may repeat rows; of each endpoint all rows have to be there that the
/// API counted, because pages by offset skip rows while somebody logs.
public struct BabyBuddyPages: ImportSource {
  /// The most bytes that a page may have.
  @_spi(Tools) public static let pageLimit = 1 << 26
  /// The file that says that a download into the folder is not whole.
  @_spi(Tools) public static let unfinishedName = "download.unfinished"
  /// The endpoints of which pages are read.
  @_spi(Tools) public static let endpoints =
    ["children", "tags"] + BabyBuddyTable.entries.map(\.endpoint) + ["timers"]

  public var provider: String { BabyBuddyFolder.provider }
  public var instance: String { options.instance }
  public let files: [ImportFile]
  public let passedOver: [PassedOverFile]
  public var hasNaturalKeys: Bool { false }

  private let options: BabyBuddyOptions
  private let people: BabyBuddyPeople
  private let tables: [(table: BabyBuddyTable, pages: [SourceFile])]
  private let timers: [SourceFile]
  private let earliest: [String: Date]
  /// What became of the members of each page, by its name.
  private let cells: [String: CellLedger]
  private let clock: ZoneClock

  /// Looks at the files of a folder: reads each once.
  ///
  /// - Throws: `InterchangeError`: for a folder or file that may not be read, a folder without any
  ///   of the files, a file that is not JSON of the API, fewer rows than the API counted;
  ///   `unanswered` for a unit that nobody told.
  public init(_ path: String, options: BabyBuddyOptions) throws {
    let directory = URL(atPath: path)
    if FileManager.default.fileExists(
      atPath: directory.appendingPathComponent(Self.unfinishedName).path)
    {
      throw InterchangeError(
        .incomplete, file: Self.unfinishedName,
        "The download into \(directory.path) is not whole; run it again, and it goes on.")
    }
    let pages = try PageFolder(directory)
    try self.init(options: options, open: pages.open)
    guard !files.isEmpty else {
      throw InterchangeError(
        .unreadableFile, file: directory.lastPathComponent,
        "The folder \(directory.path) holds no pages of Baby Buddy's REST API, such as children.json."
      )
    }
    guard files.contains(where: { $0.name.hasPrefix("children.") }) else {
      throw InterchangeError(
        .unreadableFile, file: "children.json",
        "children.json is missing; every entry of the REST API refers to a child.")
    }
  }

  /// Pages that need not lie in a folder.
  ///
  /// - Parameters:
  ///   - passedOver: what lies beside them and is not read.
  ///   - open: gives the pages of an endpoint.
  package init(
    options: BabyBuddyOptions, passedOver: [PassedOverFile] = [],
    open: (_ endpoint: String) throws -> [SourceFile]
  ) throws {
    self.options = options
    self.passedOver = passedOver
    clock = try ZoneClock(zone: options.zone ?? "UTC")
    let children = try open("children")
    let tags = try open("tags")
    var cells: [String: CellLedger] = [:]
    for page in children + tags { cells[page.name] = CellLedger() }
    people = BabyBuddyPeople(
      children: try Self.children(children, cells), tags: try Self.tags(tags, cells),
      sources: children + tags)
    var tables: [(table: BabyBuddyTable, pages: [SourceFile])] = []
    var earliest: [String: Date] = [:]
    var units: Set<BabyBuddyUnit> = []
    for table in BabyBuddyTable.entries {
      let found = try open(table.endpoint)
      if found.isEmpty { continue }
      tables.append((table, found))
      let rows = try Self.survey(table, found, &earliest)
      if let unit = table.unit, rows > 0 { units.insert(unit) }
    }
    try options.check(needsZone: false, units)
    self.tables = tables
    self.earliest = earliest
    timers = try open("timers")
    for page in tables.flatMap(\.pages) + timers { cells[page.name] = CellLedger() }
    self.cells = cells
    files = (children + tags + tables.flatMap(\.pages) + timers).map { page in
      var listed = page.importFile
      listed.cells = cells[page.name]
      return listed
    }
  }

  private static func children(
    _ pages: [SourceFile], _ cells: [String: CellLedger]
  ) throws -> [BabyBuddyPeople.Child] {
    var found: [BabyBuddyPeople.Child] = []
    try forEach(pages, cells) { row in
      guard let id = row.text("id"), !found.contains(where: { $0.key == id }) else { return }
      found.append(
        BabyBuddyPeople.Child(
          key: id,
          names: .init(
            given: (row.text("first_name") ?? "").trimmed,
            family: (row.text("last_name") ?? "").trimmed),
          birthDate: row.text("birth_date").flatMap { CivilDay($0) },
          birthTime: row.text("birth_time"),
          row: .init(position: row.position, text: row.rawText)))
    }
    return found
  }

  private static func tags(
    _ pages: [SourceFile], _ cells: [String: CellLedger]
  ) throws -> [BabyBuddyPeople.Tag] {
    var found: [BabyBuddyPeople.Tag] = []
    try forEach(pages, cells) { row in
      guard let name = row.text("name"), !found.contains(where: { $0.key == name }) else { return }
      found.append(
        BabyBuddyPeople.Tag(
          key: name,
          // The API tells no number of a tag, and the database does.
          definition: TagDefinition(
            name: name, color: row.text("color"), number: row.text("id")),
          row: .init(position: row.position, text: row.rawText)))
    }
    return found
  }

  /// Counts the rows, and finds the first of each child.
  ///
  /// - Throws: `InterchangeError.incomplete` when rows are missing that the API counted.
  private static func survey(
    _ table: BabyBuddyTable, _ pages: [SourceFile], _ earliest: inout [String: Date]
  ) throws -> Int {
    var ids: Set<String> = []
    let counted = try forEach(pages) { row in
      if let id = row.text("id") { ids.insert(id) }
      let text = row.text(table.order ?? "date") ?? ""
      let date = table.order == nil ? CivilDay(text)?.noonUTC : InstantText.parse(text)
      guard let date, let child = row.text("child") else { return }
      if let known = earliest[child], known <= date { return }
      earliest[child] = date
    }
    guard ids.count >= counted else {
      throw InterchangeError(
        .incomplete, file: table.endpoint,
        "Of \(counted) rows of \(table.endpoint) only \(ids.count) are here; fetch all pages again while nobody logs."
      )
    }
    return ids.count
  }

  /// Calls `body` with each row of some pages. Returns how many rows the API counted.
  ///
  /// - Parameter cells: where to note what became of the members, by the names of pages.
  @discardableResult
  private static func forEach(
    _ pages: [SourceFile], _ cells: [String: CellLedger] = [:], _ body: (JSONRow) throws -> Void
  ) throws -> Int {
    var counted = 0
    for page in pages {
      var pass = MemberPass {
        BabyBuddyTable.repeated.contains($0) || BabyBuddyPeople.repeated.contains($0)
      }
      let value = try page.json(limit: pageLimit)
      guard let results = value["results"]?.array, let count = value["count"]?.int else {
        throw InterchangeError(
          .notJSON, file: page.name,
          "\(page.name) is no page of Baby Buddy's REST API: it has no “count” and “results”.")
      }
      counted = max(counted, Int(clamping: count))
      for (index, result) in results.enumerated() {
        let position = SourcePosition(file: page.name, record: index + 1, line: 1)
        guard let row = JSONRow(result, position: position) else {
          throw InterchangeError(
            .notJSON, file: page.name, "Result \(index + 1) of \(page.name) is no object.")
        }
        try body(row)
        row.count(in: &pass)
      }
      if let ledger = cells[page.name] { pass.finish(ledger) }
    }
    return counted
  }

  public func checkUnchanged() throws {
    try people.checkUnchanged()
    for page in tables.flatMap(\.pages) + timers { try page.checkUnchanged() }
  }

  public var wholeTables: [String: any Importable.Type] {
    Dictionary(uniqueKeysWithValues: tables.map { ($0.table.name, $0.table.entity) })
  }

  public var subjects: [ImportSubject] { people.subjects }

  public func check(_ reader: borrowing Reader) throws { try people.check(self, reader) }

  public func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    try people.read(earliest: earliest, visit)
    let units = Dictionary(
      uniqueKeysWithValues: options.units.map { ($0.key, $0.value.isEmpty ? nil : $0.value) })
    let context = BabyBuddyContext(
      subjects: subjects, people: people, tagNames: [:], units: units, now: options.now,
      clock: clock)
    for (table, pages) in tables { try read(table, pages, context, visit) }
    try Self.forEach(timers, cells) { row in try visit(timer(row, subjects)) }
  }

  private func read(
    _ table: BabyBuddyTable, _ pages: [SourceFile], _ context: BabyBuddyContext,
    _ visit: (ImportItem) throws -> Void
  ) throws {
    let overlapping = try overlaps(table, pages)
    var repeats = RepeatWarnings()
    var index = -1
    try Self.forEach(pages, cells) { row in
      index += 1
      var entry = BabyBuddyRow(context: context, table: table, cells: .json(row))
      let item: ImportItem
      do throws(RowRefusal) {
        guard let id = entry.id else { throw RowRefusal("id", "The row has no id.") }
        let state = try table.make(&entry)
        if overlapping.contains(index) { entry.warn(.overlap) }
        let content = row.content(without: "id").hashValue
        if let code = repeats.warning(entry.childKey, state, content) {
          entry.warn(code)
        }
        var told = ImportRow(
          table: table.name, key: .id(id), state: state, position: row.position,
          rawText: row.rawText,
          untold: entry.untold(table.fields(of: table.optional.filter { !row.has($0) })),
          times: entry.times, warnings: entry.warnings)
        told.timeDoubt = entry.timeDoubt
        item = .row(told)
      } catch {
        var refused = row.quarantined(column: error.column, error.reason)
        refused.table = table.name
        // In a row with more cells than columns each may be another one.
        if error.column != nil { refused.id = entry.id }
        item = .quarantined(refused)
      }
      try visit(item)
    }
  }

  private func overlaps(_ table: BabyBuddyTable, _ pages: [SourceFile]) throws -> Set<Int> {
    guard table.required.contains("end") else { return [] }
    var overlaps = OverlapFinder()
    var seen: Set<String> = []
    var index = -1
    try Self.forEach(pages) { row in
      index += 1
      guard let id = row.text("id"), seen.insert(id).inserted,
        let start = row.text("start").flatMap(InstantText.parse),
        let end = row.text("end").flatMap(InstantText.parse)
      else { return }
      overlaps.note(row.text("child") ?? "", start, end, row: index)
    }
    return overlaps.rows
  }

  /// A running timer, of a child or of none; those that were used are deleted there.
  private func timer(_ row: JSONRow, _ subjects: SubjectMap) -> ImportItem {
    guard let id = row.text("id"), let start = row.text("start").flatMap(InstantText.parse) else {
      return .quarantined(row.quarantined(column: "start", "The timer has no id or no start."))
    }
    let child = row.text("child")
    let baby = child.flatMap { subjects["child", $0] }
    if let child, baby == nil {
      return .quarantined(
        row.quarantined(column: "child", "There is no child with id “\(child)”."))
    }
    let name = row.text("name").flatMap { $0.isEmpty ? nil : $0 }
    return .row(
      ImportRow(
        table: "timer", key: .id(id),
        state: RunningTimer(baby: baby, name: name, start: start, user: row.text("user")),
        position: row.position, rawText: row.rawText, untold: [1, 6, 7]))
  }
}

/// The pages of a folder, by endpoint.
private struct PageFolder {
  private let directory: URL
  private let names: [String]

  init(_ directory: URL) throws(InterchangeError) {
    self.directory = directory
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".json") }.sorted()
    } catch { throw .unreadable(directory.lastPathComponent, error) }
  }

  func open(_ endpoint: String) throws -> [SourceFile] {
    try names.filter { $0 == endpoint + ".json" || $0.hasPrefix(endpoint + ".") }
      .map { try SourceFile(url: directory.appendingPathComponent($0)) }
  }
}
