internal import Foundation
internal import Interchange
internal import Nursery

/// One row while it is read: its cells, and what is found out about it.
struct BabyBuddyRow {
  /// What rows share.
  let context: BabyBuddyContext
  let table: BabyBuddyTable
  /// Where the cells come from.
  let cells: Cells
  /// Whether the order of the file puts its time into the second pass of a repeated hour.
  var isSecondPass = false
  private(set) var times: [TimeReading] = []
  private(set) var warnings: [ImportWarning] = []
  /// As `ImportRow.timeDoubt`.
  private(set) var timeDoubt: String?

  /// The cells of a row.
  enum Cells {
    case csv(CSVFile.Row, BabyBuddyDecimals)
    case json(JSONRow)
    /// Those that the exporter writes of an entry, by their columns.
    case written([String: String], baby: UUID?, tags: [String])
  }

  /// The row of a file; nil for cells from elsewhere. Beside `cells`, so that a look at one of them
  /// does not copy these.
  private let row: CSVFile.Row?
  /// The key of its child, or why there is none.
  private let childReference: Result<String, RowRefusal>
  /// Whether it tells the id of its child with a name that is not this child's.
  let isMisnamed: Bool
  /// The identifier there; nil when the file has none.
  let id: String?
  /// The entity here that the row was written of; nil when it came from Baby Buddy.
  let entity: UUID?

  init(context: BabyBuddyContext, table: BabyBuddyTable, cells: Cells) {
    self.context = context
    self.table = table
    self.cells = cells
    var (isMisnamed, own, id) = (false, nil as UUID?, nil as String?)
    switch cells {
    case .csv(let row, _):
      self.row = row
      id = row["id"].trimmed
      own = row.value(BabyBuddyIDs.ownColumn) { UUID(uuidString: $0) }
      do throws(RowRefusal) {
        let child = try context.child(of: row)
        childReference = .success(child.key)
        isMisnamed = child.isMisnamed
      } catch { childReference = .failure(error) }
    case .written(let cells, _, _):
      row = nil
      id = cells["id"]?.trimmed
      childReference = .success("")
    case .json(let row):
      self.row = nil
      id = row.text("id")?.trimmed
      let key = row.text("child")?.trimmed ?? ""
      childReference =
        key.isEmpty ? .failure(RowRefusal("child", "The row names no child.")) : .success(key)
    }
    self.isMisnamed = isMisnamed
    self.id = id?.isEmpty == true ? nil : id
    entity = own
  }

  // MARK: Texts

  /// The cell; empty when there is none.
  func text(_ column: String) -> String {
    if let row { return row[column] }
    return switch cells {
    case .csv(let row, _): row[column]
    case .json(let row): row.text(column) ?? ""
    case .written(let cells, _, _): cells[column] ?? ""
    }
  }

  /// Says that the text of a cell is read as nothing.
  func noteNothing(_ column: String) {
    row?.noteNothing(of: column)
    if case .json(let row) = cells { row.noteNothing(of: column) }
  }

  func optional(_ column: String) -> String? {
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  /// A word of a list; one that is not in it is kept as it stands.
  mutating func word(_ column: String, _ known: some Collection<String>) -> String {
    let text = text(column)
    if !known.contains(text) { warn(.unknownEnum) }
    return text
  }

  mutating func optionalWord(_ column: String, _ known: [String]) -> String? {
    text(column).isEmpty ? nil : word(column, known)
  }

  mutating func tags() -> [String] {
    switch cells {
    case .json(let row): return row.texts("tags")
    case .written(_, _, let tags): return tags
    case .csv(let row, _):
      var names: [String] = []
      for part in row["tags"].utf8.split(separator: .comma) {
        let id = String(decoding: part, as: UTF8.self).trimmed
        guard !id.isEmpty else { continue }
        if context.tagNames[id] == nil { warn(.tagIdUnknown) }
        names.append(context.tagNames[id] ?? "#\(id)")
      }
      return names
    }
  }

  /// Fields of the entity about which the row says nothing: tags of which only the number is
  /// known, and those of columns that are not there.
  func untold(_ absent: [Int]) -> [Int] {
    let tags = warnings.contains(.tagIdUnknown) ? table.fields(of: ["tags"]) : []
    return table.untold + absent + tags
  }

  // MARK: Identity

  /// Nil when it was not Baby Buddy that made the row.
  var source: SourceReference? {
    if entity != nil { return nil }
    return SourceReference(
      provider: BabyBuddyFolder.provider, table: table.name, id: id ?? "")
  }

  /// The key of its child; empty when it names none that can be told.
  var childKey: String { (try? childReference.get()) ?? "" }

  /// The child. An entry there always has one.
  func child() throws(RowRefusal) -> UUID? {
    if case .written(_, let baby, _) = cells { return baby }
    let key = try childReference.get()
    guard let baby = context.subjects["child", key] else {
      throw RowRefusal("child_id", "There is no child with id “\(key)”.")
    }
    return baby
  }

  // MARK: Numbers

  func flag(_ column: String) throws(RowRefusal) -> Bool {
    switch text(column).trimmed {
    case "1", "True", "true", "TRUE": return true
    case "0", "False", "false", "FALSE": return false
    case let text: throw RowRefusal(column, "“\(text)” is neither 1 nor 0.")
    }
  }

  func number(_ column: String) throws(RowRefusal) -> Double? {
    switch cells {
    case .csv(let row, let decimals): try decimals[column].number(row[column], column: column)
    case .json, .written: try DecimalStyle.plain.number(text(column), column: column)
    }
  }

  func needed(_ column: String) throws(RowRefusal) -> Double {
    guard let number = try number(column) else { throw RowRefusal(column, "There is no number.") }
    return number
  }

  /// A number that should not be negative; one that is stays, with a warning.
  mutating func positive(_ column: String) throws(RowRefusal) -> Double? {
    let number = try number(column)
    if let number, number < 0 { warn(.negativeAmount) }
    return number
  }

  mutating func amount(_ column: String) throws(RowRefusal) -> Amount? {
    try positive(column).map { Amount($0, unitText: unit) }
  }

  /// The unit of the table, as told.
  var unit: String? { table.unit.flatMap { context.units[$0] ?? nil } }

  /// A duration: `H:MM:SS` with a fraction or without, days before it or not.
  func seconds(_ column: String) throws(RowRefusal) -> Double? {
    let text = text(column).trimmed
    guard !text.isEmpty else { return nil }
    var parts = text.split(whereSeparator: { " ,".contains($0) }).map(String.init)
    var days = 0.0
    if parts.count > 1, let count = Double(parts[0]) {
      days = count
      parts.removeFirst()
      if parts[0] == "day" || parts[0] == "days" { parts.removeFirst() }
    }
    let clock = parts.first?.split(separator: ":").compactMap { Double($0) } ?? []
    guard parts.count == 1, clock.count == 3, clock.allSatisfy({ $0 >= 0 && $0 < 1e6 }),
      days.magnitude < 1e6
    else { throw RowRefusal(column, "“\(text)” is not a duration in the form H:MM:SS.") }
    return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }

  // MARK: Times

  func day(_ column: String) throws(RowRefusal) -> CivilDay {
    let text = text(column).trimmed
    guard let day = context.style.day(text) else {
      throw RowRefusal(column, "“\(text)” is not a date in the form YYYY-MM-DD.")
    }
    return day
  }

  /// The time of an entry that has one.
  mutating func instant() throws(RowRefusal) -> Date {
    let time = try resolve("time", field: 2, second: isSecondPass, notBefore: nil)
    look(at: time, time)
    return time
  }

  /// Start and end of an entry that has both.
  mutating func interval() throws(RowRefusal) -> (start: Date, end: Date) {
    let start = try resolve("start", field: 2, second: isSecondPass, notBefore: nil)
    let end = try resolve("end", field: 3, second: false, notBefore: start)
    look(at: start, end)
    if start == end { warn(.zeroLength) }
    checkDuration(start, end)
    return (start, end)
  }

  /// Baby Buddy computes the duration, so that another one comes from elsewhere. One that cannot be
  /// read is not needed, and told.
  private mutating func checkDuration(_ start: Date, _ end: Date) {
    let told: Double?
    do throws(RowRefusal) { told = try seconds("duration") } catch {
      return noteNothing("duration")
    }
    guard let told else { return }
    // The fractions of both are cut.
    let tolerance = 2 * (times.map(\.step).max() ?? 1)
    func others(_ field: Int) -> [Date] { times.first { $0.field == field }?.others ?? [] }
    let checks = ([start] + others(2)).flatMap { start in
      ([end] + others(3)).filter { $0 >= start }.map { end in
        DurationCheck(start: start, end: end, told: told, tolerance: tolerance, mayPause: false)
      }
    }
    if checks.allSatisfy({ $0.doubt != nil }) { timeDoubt = checks.first?.doubt }
  }

  private mutating func resolve(
    _ column: String, field: Int, second: Bool, notBefore: Date?
  ) throws(RowRefusal) -> Date {
    let text = text(column).trimmed
    if case .json = cells {
      guard let date = InstantText.parse(text) else {
        throw RowRefusal(column, "“\(text)” is not a time in ISO 8601.")
      }
      return date
    }
    guard let (local, step) = context.style.time(text) else {
      throw RowRefusal(column, "“\(text)” is not a time in the form YYYY-MM-DD HH:MM:SS.")
    }
    // Nearly all: of a day on which each reading is one instant.
    if let instant = context.steadyInstant(showing: local) {
      times.append(TimeReading(field: field, step: step, others: []))
      return instant
    }
    let instants = context.instants(showing: local)
    let later = second ? instants.last : notBefore
    let time = context.resolve(local, notBefore: later)
    times.append(
      TimeReading(field: field, step: step, others: instants.filter { $0 != time.instant }))
    if let warning = time.warning { warn(warning) }
    return time.instant
  }

  private mutating func look(at start: Date, _ end: Date) {
    if max(start, end) > context.now { warn(.future) }
    if end < start { warn(.endBeforeStart) }
    if end.timeIntervalSince(start) > 86_400 { warn(.over24h) }
    if let birth = context.births[childKey] ?? nil, context.day(of: start) < birth {
      warn(.beforeBirth)
    }
  }

  mutating func warn(_ warning: ImportWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }
}

/// What the rows of an export share.
final class BabyBuddyContext {
  let subjects: SubjectMap
  let people: BabyBuddyPeople
  let births: [String: CivilDay?]
  let tagNames: [String: String]
  let units: [BabyBuddyUnit: String?]
  let now: Date
  let style: TimeStyle
  private(set) var clock: ZoneClock
  private var children: ChildFinder

  init(
    subjects: SubjectMap, people: BabyBuddyPeople, tagNames: [String: String],
    units: [BabyBuddyUnit: String?], now: Date, clock: ZoneClock, style: TimeStyle = TimeStyle()
  ) {
    self.subjects = subjects
    self.people = people
    children = ChildFinder(people)
    births = people.births
    self.tagNames = tagNames
    self.units = units
    self.now = now
    self.clock = clock
    self.style = style
  }

  /// The child of a row, as `ChildFinder`.
  func child(of row: CSVFile.Row) throws(RowRefusal) -> ChildFinder.Found {
    try children.child(of: row)
  }

  func steadyInstant(showing local: LocalTime) -> Date? { clock.steadyInstant(showing: local) }

  func instants(showing local: LocalTime) -> [Date] { clock.instants(showing: local) }

  func resolve(_ local: LocalTime, notBefore: Date?) -> ResolvedTime {
    clock.resolve(local, notBefore: notBefore)
  }

  func day(of instant: Date) -> CivilDay { clock.day(of: instant) }
}
