import Daybook
import DaybookTesting
import Foundation
import Puppy
import Testing

@testable import Interchange

/// Random histories: the files change, persons edit, delete and undo, logs are purged, imports
/// break off, and in between imports run; states and reports are those of a plain model.
struct HistoryLawTests {
  /// How many seeds; `DAYBOOK_EXAMPLE_SEEDS` for more.
  static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["DAYBOOK_EXAMPLE_SEEDS"].flatMap(UInt64.init) ?? 40)

  @Test(arguments: seeds)
  func `states and reports are those of a naive model`(seed: UInt64) throws {
    var history = try LawHistory(seed: seed)
    for step in 0..<40 { try history.step("seed \(seed), step \(step)") }
    #expect(try history.log.store.verify().ok, "seed \(seed)")
    let unsummed = try ProjectionLaws.unsummed(in: history.log.store).map(\.description)
    #expect(unsummed == [], "seed \(seed)")
  }
}

/// A line of a file as the model sees it.
private struct Told {
  var id: Int?
  var minute: Int
  var type: String
  var place: String?
  var note: String?
  /// Whether the line is cut off.
  var isBad = false

  var time: String { "2026-03-02T07:\(minute + 10)+01:00" }

  var text: String {
    var members = [#""time":"\#(time)""#, #""type":"\#(type)""#]
    if let id { members.insert(#""id":"\#(PuppyTests.id(id).uuidString)""#, at: 0) }
    if let place { members.append(#""location":"\#(place)""#) }
    if let note { members.append(#""note":"\#(note)","poster":1"#) }
    return "{\(members.joined(separator: ","))\(isBad ? "" : "}")"
  }

  var fields: NaiveImport.Fields {
    var fields = ["time": "\(minute)", "type": type]
    fields["place"] = place
    fields["note"] = note
    return fields
  }
}

/// A source that ends with an error after some rows.
private struct Breaking: ImportSource {
  struct Broken: Error {}

  let source: OllieFolder
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

private struct LawHistory {
  let log: PuppyLog
  private let tree: OllieTree
  private var random: SeededGenerator
  private var model = NaiveImport(provider: "ollie")
  /// Three files.
  private var files: [[Told]] = [[], [], []]
  private var made = 100

  init(seed: UInt64) throws {
    log = try puppyLog("importer")
    tree = try OllieTree()
    random = SeededGenerator(seed: seed)
    for _ in 0..<8 { addLine() }
  }

  mutating func step(_ place: String) throws {
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1: addLine()
    case 2, 3, 4: changeLine()
    case 5: if let (file, line) = anyLine() { files[file].remove(at: line) }
    case 6: if let (file, _) = anyLine() { files[file].shuffle(using: &random) }
    case 7, 8: try edit()
    case 9: try delete()
    case 10: try make()
    case 11: try undo(Bool.random(using: &random) ? "importer" : "Ben")
    case 12: if Bool.random(using: &random) { try purge() }
    default: try runImport(place)
    }
    try compare(place)
  }

  // MARK: The files

  private mutating func anyLine() -> (file: Int, line: Int)? {
    let all = files.indices.flatMap { file in files[file].indices.map { (file, $0) } }
    return all.randomElement(using: &random)
  }

  private mutating func addLine() {
    // Few that can be told apart, so that there are lines of one text and ids in two files.
    var line = Told(
      id: Bool.random(using: &random) ? Int.random(in: 0..<5, using: &random) : nil,
      minute: Int.random(in: 0..<2, using: &random), type: "plassen",
      place: Bool.random(using: &random) ? "buiten" : nil)
    if Int.random(in: 0..<8, using: &random) == 0 { line.id = 101 }
    line.isBad = Int.random(in: 0..<10, using: &random) == 0
    files[Int.random(in: 0..<3, using: &random)].insert(line, at: 0)
  }

  private mutating func changeLine() {
    guard let (file, line) = anyLine() else { return }
    let value = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: files[file][line].place = [nil, "binnen", "vloer"][value]
    case 1: files[file][line].note = value == 0 ? nil : "source \(value)"
    case 2: files[file][line].minute = value
    case 3: files[file][line].type = ["plassen", "poepen", "zwemmen"][value]
    default:
      let moved = files[file].remove(at: line)
      files[value].append(moved)
    }
  }

  private func name(_ file: Int) -> String { "data/2026-03-0\(file + 1).jsonl" }

  private func write() throws -> OllieFolder {
    for file in files.indices {
      let end = file == 1 ? "\r\n" : "\n"
      try tree.write(files[file].map(\.text).joined(separator: end), name(file))
    }
    return try tree.source()
  }

  /// The lines that can be read, file after file; of those of one minute the lowest is 0.
  private var rows: [NaiveImport.Row?] {
    files.indices.flatMap { file in
      files[file].indices.map { index -> NaiveImport.Row? in
        let line = files[file][index]
        if line.isBad { return nil }
        let below = files[file][(index + 1)...].filter { $0.minute == line.minute && !$0.isBad }
        var fields = line.fields
        fields["rank"] = "\(below.count)"
        return NaiveImport.Row(
          table: "entries", id: line.id.map { PuppyTests.id($0) },
          natural: "\(name(file))\(SourceIdentity.separator)\(line.text)", fields: fields)
      }
    }
  }

  // MARK: Persons

  private mutating func make() throws {
    made += 1
    if made > 103 { return }
    let entry = DiaryEntry(.pee, at: date("2026-03-02T06:10:00Z"), place: .outside)
    let entity = id(made)
    try log.store.append(author: "Ben") {
      try $0.append(.recorded(entry), to: Kept<DiaryEntry>.self, entity)
    }
    model.act("Ben", entity, .recorded(fields(entry)))
  }

  private mutating func edit() throws {
    guard let entity = model.living.randomElement(using: &random),
      let old = try log.store.read({ try $0.entity(Kept<DiaryEntry>.self, entity) })
    else { return }
    var new = old
    let value = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: new.value.place = [nil, .inside, .outside][value]
    case 1: new.value.note = value == 0 ? nil : "source \(value)"
    default: new.value.time = date("2026-03-02T06:1\(value):00Z")
    }
    guard let event = Kept.amended(from: old, to: new) else { return }
    try log.store.append(author: "Ben") { try $0.append(event, to: entity) }
    let (before, after) = (fields(old.value), fields(new.value))
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
    let event = state.isDeleted ? Kept<DiaryEntry>.Event.restored : .deleted
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

  private mutating func runImport(_ place: String) throws {
    let rows = rows
    var work = Import(try write(), author: "importer", corrects: true)
    work.rowsPerTransaction = Int.random(in: 1...8, using: &random)
    let plan = try work.plan(in: log.store)
    if Int.random(in: 0..<4, using: &random) == 0, rows.count > 2 {
      return try interrupt(plan, rows, place)
    }
    let expected = model.importing(rows.compactMap(\.self), by: "importer")
    #expect(NaiveImport.Counts(plan.report.counts) == expected, "\(place), plan")
    let report = try work.commit(plan, to: log.store)
    #expect(NaiveImport.Counts(report.counts) == expected, "\(place)")
    #expect(report.counts.quarantined == rows.count { $0 == nil }, "\(place)")
    #expect(report.counts.rows == rows.count, "\(place)")
    let token = try log.token
    let again = try work.commit(work.plan(in: log.store), to: log.store).counts
    #expect(again.unchanged + again.skipped + again.quarantined == rows.count, "\(place), again")
    #expect(try log.token == token, "\(place), again")
  }

  /// An import that breaks off while it reads. Which of its rows are written does not matter,
  /// because the next has to make up for the others; so the model learns that from the store.
  private mutating func interrupt(
    _ plan: ImportPlan, _ rows: [NaiveImport.Row?], _ place: String
  ) throws {
    let source = Breaking(
      source: try tree.source(), rows: Int.random(in: 1..<rows.count, using: &random))
    var work = Import(source, author: "importer", corrects: true)
    (work.rowsPerTransaction, work.readsAgain) = (1, true)
    #expect(throws: Breaking.Broken.self) { try work.commit(plan, to: log.store) }
    try log.store.flush()
    let known = rows.compactMap(\.self)
    for count in 0...known.count {
      var trial = model
      _ = trial.importing(known, by: "importer", through: count, isWhole: false)
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
        let own = try reader.entity(Kept<DiaryEntry>.self, subject).map { fields($0.value) }
        let row = try reader.entity(ImportedRow.self, subject).map { try told($0.memory.told) }
        if own != model.entity(subject) || row != model.row(subject) { found.append(subject) }
      }
      // Nothing else may be there.
      let known = Set(model.subjects)
      let all =
        try reader.entities(of: Kept<DiaryEntry>.self).map(\.id.rawValue)
        + reader.entities(of: ImportedRow.self).map(\.id.rawValue)
      return found + all.filter { !known.contains($0) }
    }
  }

  private func told(_ values: [UInt8]) throws -> NaiveImport.Fields {
    try values.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return fields(try Kept<DiaryEntry>(from: &reader).value)
    }
  }

  /// An entry as the model has it.
  private func fields(_ entry: DiaryEntry) -> NaiveImport.Fields {
    let start = date("2026-03-02T06:10:00Z")
    var fields = [
      "time": "\(Int(entry.time.timeIntervalSince(start)) / 60)", "type": entry.type.rawValue,
      "rank": "\(entry.rank)",
    ]
    fields["place"] = entry.place?.rawValue
    fields["note"] = entry.note
    return fields
  }
}
