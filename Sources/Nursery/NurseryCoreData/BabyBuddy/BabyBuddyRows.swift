#if CoreData
internal import CoreDataInterchange
internal import Daybook
internal import Interchange

/// The rows of Baby Buddy's tables as its REST API would write them.
struct BabyBuddyRows {
  /// The tables, by the endpoints of the API.
  private static let tables: [String: String] = [
    "children": "child", "tags": "tag", "feedings": "feeding", "changes": "diaperchange",
    "sleep": "sleep", "pumping": "pumping", "tummy-times": "tummytime",
    "temperature": "temperature", "weight": "weight", "height": "height",
    "head-circumference": "headcircumference", "bmi": "bmi", "medication": "medication",
    "notes": "note", "timers": "timer",
  ]
  /// Tables of which no row is a household's: which tag an entry has is told with the entry.
  private static let others: Set<String> = [
    "core_tagged", "core_weightpercentile", "core_heightpercentile",
  ]
  /// How many rows a page has, so that none is too large to be read.
  private static let pageRows = 20_000
  private static let times: Set<String> = ["start", "end", "time", "last_used"]
  private static let durations: Set<String> = ["duration", "next_dose_interval"]

  private let database: SQLiteTables
  /// The names of tags by the table and the number of an entry.
  private var tags: [String: [Int64: [String]]] = [:]
  /// Tables with entries of which nobody knows anything.
  private(set) var passedOver: [PassedOverFile] = []

  init(_ database: SQLiteTables) throws {
    self.database = database
    let known = Set(Self.tables.values.map { "core_\($0)" }).union(Self.others)
    for table in database.tables where table.hasPrefix("core_") && !known.contains(table) {
      let rows = try database.count(table)
      if rows > 0 {
        passedOver.append(PassedOverFile(name: "\(database.name)/\(table)", rows: rows))
      }
    }
    tags = try Self.tags(database)
  }

  private static func tags(_ database: SQLiteTables) throws -> [String: [Int64: [String]]] {
    var names: [Int64: String] = [:]
    try database.forEachRow(of: "core_tag") { row in
      if case .integer(let id)? = row["id"], case .text(let name)? = row["name"] {
        names[id] = name
      }
    }
    var models: [Int64: String] = [:]
    try database.forEachRow(of: "django_content_type") { row in
      if case .integer(let id)? = row["id"], case .text(let model)? = row["model"],
        row["app_label"] == .text("core")
      {
        models[id] = model
      }
    }
    var tags: [String: [Int64: [String]]] = [:]
    try database.forEachRow(of: "core_tagged") { row in
      guard case .integer(let object)? = row["object_id"],
        case .integer(let type)? = row["content_type_id"], let model = models[type],
        case .integer(let tag)? = row["tag_id"], let name = names[tag]
      else { return }
      tags[model, default: [:]][object, default: []].append(name)
    }
    return tags
  }

  /// The pages of an endpoint; none for a table that this version of Baby Buddy did not have.
  func pages(of endpoint: String) throws -> [SourceFile] {
    guard let model = Self.tables[endpoint], database.tables.contains("core_\(model)") else {
      return []
    }
    var rows: [JSONValue] = []
    let tags = tags[model] ?? [:]
    try database.forEachRow(of: "core_\(model)") { row in
      var object: [String: JSONValue] = [:]
      for (column, value) in row { object[Self.name(column)] = Self.value(value, of: column) }
      if endpoint != "children", endpoint != "tags", endpoint != "timers" {
        let id: Int64? = if case .integer(let id)? = row["id"] { id } else { nil }
        object["tags"] = .array((id.flatMap { tags[$0] } ?? []).map { .string($0) })
      }
      rows.append(.object(object))
    }
    let starts = rows.isEmpty ? [0] : Array(stride(from: 0, to: rows.count, by: Self.pageRows))
    return starts.map { start in
      let part = Array(rows[start..<min(start + Self.pageRows, rows.count)])
      let page = JSONValue.object([
        "count": JSONValue(Int64(rows.count)), "results": .array(part),
      ])
      let number = start == 0 ? "" : ", page \(start / Self.pageRows + 1)"
      return SourceFile(
        bytes: page.bytes, name: "\(database.name)/core_\(model)\(number)")
    }
  }

  /// The API names what a row refers to without `_id`.
  private static func name(_ column: String) -> String {
    column == "child_id" ? "child" : column == "user_id" ? "user" : column
  }

  private static func value(_ value: CoreDataValue, of column: String) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let microseconds) where durations.contains(column):
      .string(duration(microseconds))
    case .integer(let number): JSONValue(number)
    case .real(let number): JSONValue(number)
    case .text(let text) where times.contains(column): .string(time(text))
    case .text(let text): .string(text)
    case .data(let bytes): .string("\(bytes.count) bytes")
    case .external(let name): .string(name)
    }
  }

  /// A time in UTC; one that has an offset stays.
  private static func time(_ text: String) -> String {
    let isPlain = text.dropFirst(10).allSatisfy { $0.isNumber || " T:.".contains($0) }
    return isPlain && text.count > 10 ? text + "Z" : text
  }

  /// `H:MM:SS`, with the microseconds when there are some.
  private static func duration(_ microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let clock = "\(seconds / 3600):\((seconds / 60 % 60).padded(2)):\((seconds % 60).padded(2))"
    let sign = microseconds < 0 ? "-" : ""
    return sign + (rest == 0 ? clock : "\(clock).\(rest.padded(6))")
  }
}
#endif
