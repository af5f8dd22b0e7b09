import Daybook
import Foundation
import Interchange
import Testing

/// The snippets on imports of one's own domain.
enum Visits {
  // snippet: import-entity
  struct Visit: Entity, FieldPayload, Importable {
    static let kind = "places.visit"

    var place = ""
    var date = Date.distantPast
    var rating: Int?

    mutating func fields(_ field: inout some FieldCoding) throws {
      try field(1, &place)
      try field(2, &date)
      try field(3, &rating)
    }

    static func fold(_ state: inout Visit?, _ event: VisitEvent) throws {
      switch event {
      case .recorded(let visit): if state == nil { state = visit }
      case .amended(let patch): if state != nil { try patch.apply(to: &state!) }
      }
    }

    static func recorded(_ state: Visit) -> VisitEvent { .recorded(state) }

    static func amended(from old: Visit, to new: Visit) -> VisitEvent? {
      let patch = FieldPatch(from: old, to: new)
      return patch.isEmpty ? nil : .amended(patch)
    }

    var importedDate: Date? { date }
  }
  // end

  enum VisitEvent: FieldEntityEvent {
    case recorded(Visit), amended(FieldPatch<Visit>)

    static let types: [EventType] = ["visit.recorded", "visit.amended"]

    func cases(_ event: inout some CaseCoding) {
      switch self {
      case .recorded(let visit): event(0, visit)
      case .amended(let patch): event(1, patch)
      }
    }

    static func decode(
      _ typeIndex: Int, from reader: inout PayloadReader
    ) throws -> VisitEvent {
      typeIndex == 0 ? .recorded(try reader.payload()) : .amended(try reader.payload())
    }
  }

  // snippet: import-source
  /// A CSV file with the columns `id`, `place`, `day` and `rating`.
  struct VisitsFile: ImportSource {
    let provider = "visits"
    private let file: CSVFile

    init(_ source: SourceFile) throws {
      file = try CSVFile(source, required: ["id", "place", "day"])
    }

    var files: [ImportFile] { [file.file.importFile] }

    func checkUnchanged() throws { try file.file.checkUnchanged() }

    func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
      try file.forEachRow { row in
        guard let day = try? Date(row["day"], strategy: .iso8601.year().month().day()) else {
          return try visit(
            .quarantined(row.quarantined(column: "day", "“\(row["day"])” is not a day.")))
        }
        let told = Visit(place: row["place"], date: day, rating: Int(row["rating"]))
        try visit(
          .row(
            ImportRow(
              table: "visits", key: .id(row["id"]), state: told, position: row.position,
              rawText: row.rawText)))
      }
    }
  }
  // end

  static func run(_ store: EventStore, _ file: SourceFile) async throws -> ImportReport {
    // snippet: import-run
    let work = Import(try VisitsFile(file), author: "Ada")
    let plan = try work.plan(in: store)  // writes nothing
    print(plan.report.counts.imported, "visits are new;", plan.questions.count, "questions")

    let report = try await work.commit(plan, to: store)
    for row in report.quarantined { print(row.position.file, row.position.line, row.reason) }
    // end
    return report
  }
}

struct ImportSnippetRuns {
  private func file(_ rows: String...) -> SourceFile {
    let text = (["id,place,day,rating"] + rows).joined(separator: "\n")
    return SourceFile(bytes: Array(text.utf8), name: "visits.csv")
  }

  @Test func `a source of one's own obeys the laws`() async throws {
    let schema = Schema().entity(Visits.Visit.self).importing()
    let store = try EventStore.temporary(schema: schema)
    let first = try await Visits.run(
      store, file("1,Pier 3,2026-01-01,4", "2,Museum,2026-01-02,", "3,?,someday,"))
    #expect(first.counts.imported == 2)
    #expect(first.counts.quarantined == 1)
    let second = try await Visits.run(
      store, file("2,Museum,2026-01-02,5", "1,Pier 3,2026-01-01,4"))
    #expect(second.counts.changed == 1)
    #expect(second.counts.unchanged == 1)
    #expect(
      try store.read { try $0.entities(of: Visits.Visit.self).map(\.state.rating) }.count == 2)
    try await store.undo(by: "Ada")
    try await store.undo(by: "Ada")
    #expect(try store.read { try $0.entities(of: Visits.Visit.self) }.isEmpty)
  }
}
