import Checkins
import Daybook
import DaybookTesting
import Foundation
import Testing

@testable import Interchange

/// Random histories: the file changes, persons edit, delete and undo, logs are purged, imports
/// break off, and in between imports run; states and reports are those of a plain model.
struct HistoryLawTests {
  /// How many seeds; `DAYBOOK_EXAMPLE_SEEDS` for more.
  static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["DAYBOOK_EXAMPLE_SEEDS"].flatMap(UInt64.init) ?? 40)

  @Test(arguments: seeds)
  func `states and reports are those of a naive model`(seed: UInt64) async throws {
    var history = try History(seed: seed)
    for step in 0..<40 { try await history.step("seed \(seed), step \(step)") }
    #expect(try await history.log.store.verify().ok, "seed \(seed)")
    let unsummed = try ProjectionLaws.unsummed(in: history.log.store).map(\.description)
    #expect(unsummed == [], "seed \(seed)")
  }

  /// A record of the file as the model sees it.
  private struct Told {
    var id: Int
    var name: String
    var category: String?
    var minute: Int
    var latitude: String

    var text: String {
      record(id, name, at: time(minute), latitude: latitude, category: category)
    }

    func time(_ minute: Int) -> String { "2025-12-27T17:\(10 + minute):00Z" }

    var row: NaiveImport.Row {
      var fields = [
        "name": name, "address": "", "createdAt": time(minute), "longitude": "-122.2727 -122.2727",
        "latitude": "\(Double(latitude) ?? 0) \(latitude)",
      ]
      fields["category"] = category
      return NaiveImport.Row(table: "checkins", id: CheckinsTests.id(id).rawValue, fields: fields)
    }
  }

  private struct Broken: Error {}

  /// A source that ends with an error after some rows.
  private struct Breaking: ImportSource {
    let source: CheckInFile
    let rows: Int
    var provider: String { source.provider }
    var files: [ImportFile] { source.files }

    func checkUnchanged() throws {}

    func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
      var count = 0
      try source.read(subjects: subjects) { item in
        if count == rows { throw Broken() }
        count += 1
        try visit(item)
      }
    }
  }

  private struct History {
    let log: CheckInLog
    private var random: SeededGenerator
    private var model = NaiveImport(provider: "poilog")
    private var records: [Told] = []
    private var made = 100

    init(seed: UInt64) throws {
      log = try checkInLog("importer")
      random = SeededGenerator(seed: seed)
      for _ in 0..<6 { addRecord() }
    }

    mutating func step(_ place: String) async throws {
      switch Int.random(in: 0..<16, using: &random) {
      case 0, 1: addRecord()
      case 2, 3, 4: changeRecord()
      case 5: if !records.isEmpty { records.remove(at: any()) }
      case 6: records.shuffle(using: &random)
      case 7, 8: try edit()
      case 9: try delete()
      case 10: try make()
      case 11: try undo(Bool.random(using: &random) ? "importer" : "Ben")
      case 12: if Bool.random(using: &random) { try purge() }
      case 13: try await importByHand(place)
      default: try importFile(place)
      }
      try compare(place)
    }

    // MARK: The file

    private mutating func any() -> Int { Int.random(in: 0..<records.count, using: &random) }

    private mutating func addRecord() {
      // Sometimes one that a person made here, and sometimes one that is in the file already.
      let number =
        Int.random(in: 0..<5, using: &random) == 0 ? 101 : Int.random(in: 0..<9, using: &random)
      records.append(
        Told(id: number, name: "n\(number)", category: nil, minute: number % 9, latitude: "37.8012")
      )
    }

    private mutating func changeRecord() {
      if records.isEmpty { return }
      let (index, value) = (any(), Int.random(in: 0..<3, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: records[index].name = "source \(value)"
      case 1: records[index].category = value == 0 ? nil : "c\(value)"
      case 2: records[index].minute = value
      default: records[index].latitude = ["37.8012", "37.80120", "38"][value]
      }
    }

    private func source(_ more: String = "") throws -> CheckInFile {
      try CheckInFile(file("[\((records.map(\.text)).joined(separator: ","))\(more)]"))
    }

    // MARK: Persons

    private mutating func make() throws {
      made += 1
      if made > 103 { return }
      let told = Told(id: made, name: "mine", category: nil, minute: 3, latitude: "37.8012")
      let checkIn = CheckIn(
        name: told.name, latitude: Coordinate(37.8012), longitude: Coordinate(-122.2727),
        createdAt: date(told.time(3)))
      let entity = id(made)
      try log.store.append(author: "Ben") {
        try $0.append(.recorded(checkIn), to: entity)
      }
      model.act("Ben", entity.rawValue, .recorded(fields(checkIn)))
    }

    private mutating func edit() throws {
      guard let entity = model.living.randomElement(using: &random),
        let old = try log.store.read({ try $0.entity(CheckIn.self, entity) })
      else { return }
      var new = old
      let value = Int.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: new.name = value == 0 ? "source 1" : "person \(value)"
      case 1: new.category = value == 0 ? nil : "c\(value)"
      default: new.createdAt = date("2025-12-27T17:1\(value):00Z")
      }
      guard let event = CheckIn.amended(from: old, to: new) else { return }
      try log.store.append(author: "Ben") { try $0.append(event, to: entity) }
      let (before, after) = (fields(old), fields(new))
      var set: [String: String?] = [:]
      for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
        set[name] = .some(after[name])
      }
      model.act("Ben", entity, .set(set))
    }

    private mutating func delete() throws {
      let all = model.subjects.filter { model.stored($0) != nil }
      guard let entity = all.randomElement(using: &random), let state = model.stored(entity) else {
        return
      }
      let event = state.isDeleted ? CheckIn.Event.restored : .deleted
      try log.store.append(author: "Ben") { try $0.append(event, to: entity) }
      model.act("Ben", entity, .deleted(!state.isDeleted))
    }

    private mutating func undo(_ author: String) throws {
      guard let act = model.undoable(by: author) else {
        #expect(throws: StoreError.self) { try log.store.undo(by: author) }
        return
      }
      try log.store.undo(by: author)
      model.setUndone(act, true)
      if Bool.random(using: &random) {
        try log.store.redo(by: author)
        model.setUndone(act, false)
      }
    }

    private mutating func purge() throws {
      let token = try log.token
      if token.number == 0 { return }
      try log.store.purge(before: token)
      model.purge()
    }

    // MARK: Imports

    private mutating func importFile(_ place: String) throws {
      // One bad record refuses the file.
      if Int.random(in: 0..<6, using: &random) == 0 {
        let token = try log.token
        #expect(throws: InterchangeError.self) { try source(records.isEmpty ? "1" : ",1") }
        #expect(try log.token == token, "\(place)")
        return
      }
      var work = Import(try source(), author: "importer", corrects: true)
      work.rowsPerTransaction = Int.random(in: 1...8, using: &random)
      let plan = try work.plan(in: log.store)
      if Int.random(in: 0..<4, using: &random) == 0, records.count > 2 {
        return try interrupt(plan, place)
      }
      let expected = model.importing(records.map(\.row), by: "importer")
      #expect(NaiveImport.Counts(plan.report.counts) == expected, "\(place), plan")
      let report = try work.commit(plan, to: log.store)
      #expect(NaiveImport.Counts(report.counts) == expected, "\(place)")
      #expect(report.counts.rows == records.count, "\(place)")
      let token = try log.token
      let again = try work.commit(work.plan(in: log.store), to: log.store).counts
      #expect(again.unchanged + again.skipped == records.count, "\(place), again")
      #expect(try log.token == token, "\(place), again")
    }

    /// Check-ins that are here are left out.
    private mutating func importByHand(_ place: String) async throws {
      let fresh = records.map(\.row).filter { $0.id.map { model.entity($0) == nil } ?? true }
      let expected = model.importing(fresh, by: "importer").imported
      let text = "[\((records.map(\.text)).joined(separator: ","))]"
      let result = try await log.importJSON(file(text))
      #expect(
        result == (imported: expected, skipped: records.count - expected), "\(place), by hand")
    }

    /// An import that breaks off while it reads. Which of its rows are written does not matter,
    /// because the next has to make up for the others; so the model learns that from the store.
    private mutating func interrupt(_ plan: ImportPlan, _ place: String) throws {
      let rows = Int.random(in: 1..<records.count, using: &random)
      var work = Import(
        Breaking(source: try source(), rows: rows), author: "importer", corrects: true)
      (work.rowsPerTransaction, work.readsAgain) = (1, true)
      #expect(throws: Broken.self) { try work.commit(plan, to: log.store) }
      try log.store.flush()
      for count in 0...records.count {
        var trial = model
        _ = trial.importing(
          records.map(\.row), by: "importer", through: count, isWhole: false)
        if try differences(from: trial).isEmpty {
          model = trial
          return
        }
      }
      Issue.record("\(place): what an interrupted import left is no beginning of it")
    }

    // MARK: Comparing

    private func compare(_ place: String) throws {
      #expect(try differences(from: model) == [], "\(place)")
    }

    private func differences(from model: NaiveImport) throws -> [UUID] {
      try log.store.read { reader in
        var found: [UUID] = []
        for subject in model.subjects {
          let own = try reader.entity(CheckIn.self, subject).map(fields)
          let row = try reader.entity(ImportedRow.self, subject).map { try told($0.memory.told) }
          if own != model.entity(subject) || row != model.row(subject) { found.append(subject) }
        }
        // Nothing else may be there.
        let known = Set(model.subjects)
        let all =
          try reader.entities(of: CheckIn.self).map(\.id.rawValue)
          + reader.entities(of: ImportedRow.self).map(\.id.rawValue)
        return found + all.filter { !known.contains($0) }
      }
    }

    private func told(_ values: [UInt8]) throws -> NaiveImport.Fields {
      try values.withUnsafeBytes { bytes in
        var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
        return fields(try CheckIn(from: &reader))
      }
    }
  }
}

/// A check-in as the model has it.
private func fields(_ checkIn: CheckIn) -> NaiveImport.Fields {
  func text(_ coordinate: Coordinate) -> String {
    coordinate.degrees.description + (coordinate.text.map { " \($0)" } ?? "")
  }
  var fields = [
    "name": checkIn.name, "address": checkIn.address, "latitude": text(checkIn.latitude),
    "longitude": text(checkIn.longitude), "createdAt": checkIn.createdAt.formatted(.iso8601),
  ]
  fields["category"] = checkIn.category
  return fields
}
