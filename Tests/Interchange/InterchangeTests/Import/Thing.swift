import Daybook

@testable import Interchange

/// What the tests import: enough for every rule, and nothing of any app.
struct Thing: Entity, FieldPayload, Importable, Hashable {
  typealias Event = ThingEvent

  static let kind = "test.thing"
  static let propertyNames = [
    1: "name", 2: "amount", 3: "note", 4: "tags", 5: "isDeleted", 6: "photo",
  ]

  var name = ""
  var amount: Int?
  var note: String?
  var tags: [String] = []
  var isDeleted = false
  var photo: Attachment?

  init() {}

  init(_ name: String, amount: Int? = nil, note: String? = nil, tags: [String] = []) {
    self.name = name
    self.amount = amount
    self.note = note
    self.tags = tags
  }

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &name)
    try field(2, &amount)
    try field(3, &note)
    try field(4, &tags)
    try field(5, &isDeleted)
    try field(6, &photo)
  }

  static func fold(_ state: inout Thing?, _ event: ThingEvent) throws {
    switch event {
    case .recorded(let thing): if state == nil { state = thing }
    case .amended(let patch):
      guard var changed = state else { return }
      try patch.apply(to: &changed)
      state = changed
    case .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  static var removed: ThingEvent? { .deleted }
  static var reinstated: ThingEvent? { .restored }

  static func recorded(_ state: Thing) -> ThingEvent { .recorded(state) }

  static func amended(from old: Thing, to new: Thing) -> ThingEvent? {
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }
}

enum ThingEvent: EntityEvent, Equatable {
  case recorded(Thing)
  case amended(FieldPatch<Thing>)
  case deleted
  case restored

  static let types = ["recorded", "amended", "deleted", "restored"].map {
    EventType("thing.\($0)")
  }

  var typeIndex: Int {
    switch self {
    case .recorded: 0
    case .amended: 1
    case .deleted: 2
    case .restored: 3
    }
  }

  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .recorded(let thing): thing.encode(into: &writer)
    case .amended(let patch): patch.encode(into: &writer)
    case .deleted, .restored: break
    }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> ThingEvent {
    switch typeIndex {
    case 0: .recorded(try Thing(from: &reader))
    case 1: .amended(try FieldPatch(from: &reader))
    case 2: .deleted
    default: .restored
    }
  }
}

/// Rows in memory.
struct ThingSource: ImportSource {
  struct Row: Hashable {
    /// Nil for a row that has none, whose name is its natural key.
    var id: String?
    var thing: Thing
    /// Whether its source cannot make sense of it.
    var isUnreadable = false
  }

  struct Broken: Error {}

  let provider = "things"
  var rows: [Row]
  /// After how many rows reading ends with an error; nil for never.
  var breaksAfter: Int?

  var files: [ImportFile] { [ImportFile(name: "things", size: rows.count, digest: "")] }

  func checkUnchanged() throws {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for (index, row) in rows.enumerated() {
      if index == breaksAfter { throw Broken() }
      if row.isUnreadable {
        try visit(.quarantined(row.refused(index + 1)))
        continue
      }
      try visit(
        .row(
          ImportRow(
            table: row.id == nil ? "natural" : "numbered",
            key: row.id.map { .id($0) } ?? .natural(row.thing.name), state: row.thing,
            position: SourcePosition(file: "things", record: index + 1, line: index + 1),
            rawText: "\(row)", untold: [5])))
    }
  }
}

extension ThingSource.Row {
  fileprivate func refused(_ line: Int) -> QuarantinedRow {
    QuarantinedRow(
      position: SourcePosition(file: "things", record: line, line: line), column: nil,
      reason: "Nobody can read it.", rawText: "", table: id == nil ? "natural" : "numbered", id: id)
  }
}

let things = Schema().entity(Thing.self).importing()
