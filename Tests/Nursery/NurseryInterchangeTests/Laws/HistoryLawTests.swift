import Daybook
import DaybookTesting
import Foundation
import Interchange
import Nursery
import TestRun
import Testing

/// Random histories of every program's files: rows change, come and go, persons edit, move, delete,
/// rename and take back, imports break off; states and reports are those of a plain model.
///
/// The rows of one minute are one feed, so that the model need not tell equal rows apart; those are
/// in the tests of the engine.
@Suite(.tags(.model)) struct HistoryLawTests {
  /// How many seeds for each program; `DAYBOOK_IMPORT_SEEDS` for more.
  static let seeds =
    ProcessInfo.processInfo.environment["DAYBOOK_IMPORT_SEEDS"].flatMap(UInt64.init) ?? 6

  @Test(arguments: FileFamily.Program.allCases)
  func `states and reports are those of a naive model`(program: FileFamily.Program) async throws {
    for seed in 1...Self.seeds {
      var history = try History(program, seed: seed)
      for step in 0..<25 {
        try await history.step("\(program), seed \(seed), step \(step)")
      }
      #expect(try await history.store.verify().ok, "\(program), seed \(seed)")
    }
  }

  // MARK: The model

  /// A feed as a person sees it.
  private struct Shown: Hashable {
    let start: Date
    let row: FileFamily.Row
  }

  /// What became of rows.
  private struct Counts: Equatable {
    var imported = 0
    var changed = 0
    var unchanged = 0
    var conflicts = 0
  }

  /// What the rules say of rows and feeds, field by field.
  private struct Model: Equatable {
    struct Feed: Equatable {
      /// The row as it was imported last.
      var last: FileFamily.Row
      /// What imports alone have made of the feed.
      var base: FileFamily.Row
      var own: FileFamily.Row

      init(_ row: FileFamily.Row) { (last, base, own) = (row, row, row) }
      /// Where a person has moved it, if somebody did.
      var start: Date?
      var isDeleted = false
    }

    var feeds: [Int: Feed] = [:]

    mutating func take(_ rows: [Int: FileFamily.Row]) -> Counts {
      var counts = Counts()
      for (minute, row) in rows {
        guard var feed = feeds[minute] else {
          feeds[minute] = Feed(row)
          counts.imported += 1
          continue
        }
        let last = feed.last
        feed.last = row
        defer { feeds[minute] = feed }
        var (isChanged, isKept) = (false, false)
        func merge<Value: Equatable>(_ path: WritableKeyPath<FileFamily.Row, Value>) {
          let (new, own, base) = (
            row[keyPath: path], feed.own[keyPath: path], feed.base[keyPath: path]
          )
          let isNew = new != base && new != last[keyPath: path]
          if feed.isDeleted {
            isKept = isKept || isNew
          } else if own != new {
            if own == base || own == last[keyPath: path] {
              feed.own[keyPath: path] = new
              feed.base[keyPath: path] = new
              isChanged = true
            } else {
              isKept = isKept || isNew
            }
          }
        }
        merge(\.amount)
        merge(\.memo)
        if isKept {
          counts.conflicts += 1
        } else if isChanged {
          counts.changed += 1
        } else {
          counts.unchanged += 1
        }
      }
      return counts
    }

    var shown: [Shown: Int] {
      let feeds = feeds.filter { !$0.value.isDeleted }
      return Dictionary(
        feeds.map { minute, feed in
          (Shown(start: feed.start ?? FileFamily.start(minute), row: feed.own), 1)
        }, uniquingKeysWith: +)
    }
  }

  // MARK: The history

  private struct History {
    let store: EventStore
    private let files: FileFamily
    private var random: SeededGenerator
    private var model = Model()
    private var rows: [Int: FileFamily.Row] = [:]
    private var entities: [Int: UUID] = [:]
    private var isMade = false

    init(_ program: FileFamily.Program, seed: UInt64) throws {
      store = try .family()
      files = try FileFamily(program)
      random = SeededGenerator(seed: seed)
      for minute in 1...6 { rows[minute * 7] = FileFamily.Row(amount: minute * 10) }
    }

    mutating func step(_ place: String) async throws {
      switch Int.random(in: 0..<11, using: &random) {
      case 0: rows[Int.random(in: 1...200, using: &random)] = anyRow()
      case 1, 2: if let minute = anyMinute() { rows[minute] = anyRow() }
      case 3: if let minute = anyMinute(), rows.count > 2 { rows[minute] = nil }
      case 4: try await takingBack { try await $0.edit() }
      case 5: try await takingBack { try await $0.delete() }
      case 6: try await takingBack { try await $0.rename() }
      case 10: try await takingBack { try await $0.move() }
      case 7: if Bool.random(using: &random) { try purge() }
      default: try await takeFiles(place)
      }
      try compare(place)
    }

    private mutating func anyMinute() -> Int? { rows.keys.sorted().randomElement(using: &random) }

    private mutating func anyRow() -> FileFamily.Row {
      let value = Int.random(in: 0..<4, using: &random)
      return FileFamily.Row(
        amount: value == 0 ? nil : value * 25,
        memo: files.tellsMemo && Bool.random(using: &random) ? "memo \(value)" : "")
    }

    // MARK: Persons

    private mutating func anyFeed() -> (minute: Int, id: UUID)? {
      let minutes = model.feeds.keys.sorted().filter { model.feeds[$0]?.isDeleted == false }
      guard let minute = minutes.randomElement(using: &random), let id = entities[minute] else {
        return nil
      }
      return (minute, id)
    }

    /// Does something, and now and then takes it back and brings it again.
    private mutating func takingBack(
      _ body: (inout History) async throws -> Void
    ) async throws {
      let (before, token) = (model, try store.read { try $0.token() })
      try await body(&self)
      let isDone = try store.read { try $0.token() } != token
      guard isDone, Int.random(in: 0..<3, using: &random) == 0 else { return }
      try await store.undo(by: "Ada")
      let after = model
      model = before
      try compare("taken back")
      guard Bool.random(using: &random) else { return }
      try await store.redo(by: "Ada")
      model = after
    }

    /// A person corrects when it was, also onto the time of another feed.
    private mutating func move() async throws {
      guard let (minute, id) = anyFeed(),
        let old = try store.read({ try $0.entity(FeedSession.self, id) })
      else { return }
      let seconds = Double(Int.random(in: -6_000...6_000, using: &random))
      let other = anyMinute().map(FileFamily.start)
      let isOther = Bool.random(using: &random)
      var new = old
      new.start = (isOther ? other : nil) ?? old.start.addingTimeInterval(seconds)
      new.end = old.end.map { _ in new.start }
      guard let event = FeedSession.amended(from: old, to: new) else { return }
      try await store.append(author: "Ada") { try $0.append(event, to: FeedSession.self, id) }
      model.feeds[minute]?.start = new.start
    }

    private mutating func edit() async throws {
      guard let (minute, id) = anyFeed(),
        let old = try store.read({ try $0.entity(FeedSession.self, id) })
      else { return }
      let row = anyRow()
      var new = old
      new.amount = row.amount.map { Amount(Double($0), .millilitre) }
      new.memo = row.memo.isEmpty ? nil : row.memo
      guard let event = FeedSession.amended(from: old, to: new) else { return }
      try await store.append(author: "Ada") { try $0.append(event, to: FeedSession.self, id) }
      model.feeds[minute]?.own = row
    }

    private mutating func delete() async throws {
      guard let (minute, id) = anyFeed() else { return }
      try await store.append(author: "Ada") { try $0.append(.deleted, to: FeedSession.self, id) }
      model.feeds[minute]?.isDeleted = true
    }

    /// A baby is found again whatever it is called.
    private mutating func rename() async throws {
      guard
        let baby = try store.read({ try $0.entities(of: BabyProfile.self).first }),
        case let name = "Noor \(Int.random(in: 0..<3, using: &random))",
        case var new = baby.state
      else { return }
      new.name = name
      guard let event = BabyProfile.amended(from: baby.state, to: new) else { return }
      try await store.append(author: "Ada") { try $0.append(event, to: baby.id) }
    }

    private func purge() throws {
      let token = try store.read { try $0.token() }
      if token.number > 0 { try store.purge(before: token) }
    }

    // MARK: Imports

    private mutating func takeFiles(_ place: String) async throws {
      let shuffled = rows.map { (minute: $0.key, row: $0.value) }.sorted { $0.minute < $1.minute }
        .shuffled(using: &random)
      let source = try files.source(shuffled)
      let work = Import(source, author: "import")
      let before = model
      let expected = model.take(rows)
      if isMade, Int.random(in: 0..<4, using: &random) == 0 {
        try await interrupt(source)
      } else {
        let plan = try work.plan(in: store)
        #expect(feeds(plan.report) == expected, "\(place), plan")
        let report = try await work.commit(plan, to: store)
        #expect(feeds(report) == expected, "\(place)")
        #expect(report.addsUp, "\(place)")
        try await takeBack(place, before, report)
      }
      try await again(work, place)
      try learn()
      isMade = true
    }

    /// What became of the feeds, of all tables that hold some.
    private func feeds(_ report: ImportReport) -> Counts {
      var sum = Counts()
      for table in report.tables where table.kind == FeedSession.kind {
        sum.imported += table.counts.imported
        sum.changed += table.counts.changed
        sum.unchanged += table.counts.unchanged
        sum.conflicts += table.counts.conflicts
      }
      return sum
    }

    /// An import that breaks off; the next one goes on.
    private func interrupt(_ source: any ImportSource) async throws {
      var work = Import(BreakingFiles(source: source, after: rows.count / 2), author: "import")
      (work.rowsPerTransaction, work.readsAgain) = (2, true)
      let plan = try Import(source, author: "import").plan(in: store)
      do {
        _ = try await work.commit(plan, to: store)
        Issue.record("the files were read to their end")
      } catch is BreakingFiles.Broken {}
      _ = try await Import(source, author: "import").run(into: store)
    }

    /// One undo takes all of an import back, and one redo brings it back.
    private mutating func takeBack(
      _ place: String, _ before: Model, _ report: ImportReport
    ) async throws {
      let counts = feeds(report)
      guard counts.imported + counts.changed > 0, Bool.random(using: &random) else { return }
      let after = model
      try await store.undo(by: "import")
      model = before
      try compare(place + ", undone")
      try await store.redo(by: "import")
      model = after
      try compare(place + ", redone")
    }

    private func again(_ work: Import, _ place: String) async throws {
      let token = try store.read { try $0.token() }
      let report = try await work.run(into: store)
      #expect(
        report.counts.imported + report.counts.changed + report.counts.conflicts == 0, "\(place)")
      #expect(try store.read { try $0.token() } == token, "\(place)")
    }

    private mutating func learn() throws {
      for (id, feed) in try store.feeds() {
        if entities.values.contains(id) { continue }
        let minute = Int(feed.start.timeIntervalSince(FileFamily.start(0)) / 60)
        entities[minute] = id
      }
    }

    private func compare(_ place: String) throws {
      let found = try store.feeds().map { _, feed in
        Shown(
          start: feed.start,
          row: FileFamily.Row(
            amount: feed.amount.map { Int($0.value) }, memo: feed.memo ?? ""))
      }
      #expect(
        Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +) == model.shown, "\(place)")
    }
  }
}

/// Files that cannot be read to their end.
private struct BreakingFiles: ImportSource {
  struct Broken: Error {}

  let source: any ImportSource
  let after: Int

  var provider: String { source.provider }
  var instance: String { source.instance }
  var files: [ImportFile] { source.files }
  var subjects: [ImportSubject] { source.subjects }
  func checkUnchanged() throws { try source.checkUnchanged() }

  func agreement(of row: ImportRow, with own: any Importable) -> [Int] {
    source.agreement(of: row, with: own)
  }

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    var rows = 0
    try source.read(subjects: subjects) { item in
      if rows == after { throw Broken() }
      rows += 1
      try visit(item)
    }
  }
}
