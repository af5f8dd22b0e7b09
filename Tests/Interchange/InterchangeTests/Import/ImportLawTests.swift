import Daybook
import DaybookTesting
import Foundation
import TestRun
import Testing

@testable import Interchange

/// Random histories: the files change, persons edit and delete and undo, logs are purged, imports
/// break off, and in between imports run; states and reports are those of a plain model.
@Suite(.tags(.slow, .model)) struct ImportLawTests {
  /// How many seeds; `DAYBOOK_IMPORT_SEEDS` for more.
  static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["DAYBOOK_IMPORT_SEEDS"].flatMap(UInt64.init) ?? 30)

  @Test(arguments: seeds)
  func `states and reports are those of a naive model`(seed: UInt64) throws {
    var history = try History(seed: seed)
    for step in 0..<40 { try history.step("seed \(seed), step \(step)") }
    #expect(try history.store.verify().ok, "seed \(seed)")
  }

  private struct History {
    let store: EventStore
    private var random: SeededGenerator
    private var model = ImportModel()
    private var source = ThingSource(rows: [])
    /// The transactions of each act, and those that took it back last.
    private var numbers: [Int: [UInt64]] = [:]
    private var undoings: [Int: [UInt64]] = [:]

    init(seed: UInt64) throws {
      store = try EventStore.temporary(schema: things, options: TestClock().options)
      random = SeededGenerator(seed: seed)
      for _ in 0..<12 { addRow() }
    }

    mutating func step(_ place: String) throws {
      let token = try store.read { try $0.token() }
      switch Int.random(in: 0..<18, using: &random) {
      case 0, 1: addRow()
      case 2, 3, 4: changeRow()
      case 5: if !source.rows.isEmpty { source.rows.remove(at: anyRow()) }
      case 6: source.rows.shuffle(using: &random)
      case 7, 8: try edit()
      case 9: try delete()
      case 10: return try undo(by: "import", place)
      case 14: return try undo(by: "Ada", place)
      case 15, 16, 17: return try toggle(place)
      case 11: if Bool.random(using: &random) { try purge() }
      default: try runImport(place)
      }
      try note(after: token)
      try compare(place)
    }

    // MARK: The source

    private mutating func anyRow() -> Int {
      Int.random(in: 0..<source.rows.count, using: &random)
    }

    private mutating func addRow() {
      let number = Int.random(in: 0..<8, using: &random)
      let thing = Thing(
        "n\(number % 4)", amount: Bool.random(using: &random) ? number : nil,
        note: Bool.random(using: &random) ? "new" : nil)
      let id = Bool.random(using: &random) ? "\(number)" : nil
      source.rows.append(ThingSource.Row(id: id, thing: thing))
    }

    private mutating func changeRow() {
      if source.rows.isEmpty { return }
      let (index, value) = (anyRow(), Int.random(in: 0..<3, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: source.rows[index].thing.amount = value == 0 ? nil : value
      case 1: source.rows[index].thing.note = value == 0 ? nil : "source \(value)"
      case 2: source.rows[index].thing.tags = value == 0 ? [] : ["a", "b\(value)"]
      case 3: source.rows[index].isUnreadable.toggle()
      default: if source.rows[index].id != nil { source.rows[index].thing.name = "m\(value)" }
      }
    }

    // MARK: Persons

    private mutating func anyThing() -> UUID? {
      model.entities.filter { model.thing($0) != nil }.sorted { $0.uuidString < $1.uuidString }
        .randomElement(using: &random)
    }

    private mutating func edit() throws {
      guard let id = anyThing(), let old = model.thing(id) else { return }
      let value = Int.random(in: 0..<3, using: &random)
      var new = old
      switch Int.random(in: 0..<4, using: &random) {
      case 0: new.amount = value == 0 ? nil : value
      case 1: new.note = value == 0 ? nil : "source \(value)"
      case 2: new.tags = value == 0 ? [] : ["mine"]
      default: new.name = "person \(value)"
      }
      guard let event = Thing.amended(from: old, to: new) else { return }
      try store.append(author: "Ada") { [id] draft in try draft.append(event, to: id) }
      model.act(
        "Ada", id,
        .set { [old, new] thing in
          if old.name != new.name { thing.name = new.name }
          if old.amount != new.amount { thing.amount = new.amount }
          if old.note != new.note { thing.note = new.note }
          if old.tags != new.tags { thing.tags = new.tags }
        })
    }

    private mutating func delete() throws {
      let all = model.entities.filter { model.stored($0) != nil }
        .sorted { $0.uuidString < $1.uuidString }
      guard let id = all.randomElement(using: &random), let thing = model.stored(id) else { return }
      let event = thing.isDeleted ? ThingEvent.restored : .deleted
      try store.append(author: "Ada") { draft in try draft.append(event, to: id) }
      model.act("Ada", id, .deleted(!thing.isDeleted))
    }

    /// Takes back the newest import, or what a person did last, whatever was imported since.
    private mutating func undo(by author: String, _ place: String) throws {
      guard let act = model.undoable(by: author) else {
        #expect(throws: StoreError.self) { try store.undo(by: author) }
        return
      }
      let token = try store.read { try $0.token() }
      try store.undo(by: author)
      undoings[act] = try written(after: token)
      model.setUndone(act, true)
      if Bool.random(using: &random) {
        try store.redo(by: author)
        undoings[act] = nil
        model.setUndone(act, false)
      }
      try compare(place)
    }

    private func written(after token: Daybook.History.Token) throws -> [UInt64] {
      try store.history.transactions(after: token).all().map(\.number)
    }

    /// Notes of which acts the transactions are that were written last.
    private mutating func note(after token: Daybook.History.Token) throws {
      for transaction in try store.history.transactions(after: token).all() {
        guard let author = transaction.author, let act = model.undoable(by: author) else {
          continue
        }
        numbers[act, default: []].append(transaction.number)
      }
    }

    /// Takes back whatever was done at some time, or brings it back.
    private mutating func toggle(_ place: String) throws {
      let acts = model.acts.indices.filter { act in
        !model.acts[act].isPurged && !model.acts[act].isOpen && numbers[act]?.isEmpty == false
      }
      guard let act = acts.randomElement(using: &random) else { return }
      let isUndone = model.acts[act].isUndone
      guard let taken = isUndone ? undoings[act] : numbers[act] else { return }
      let token = try store.read { try $0.token() }
      try store.append(author: "Ben") { draft in
        for number in taken { try draft.retract(transaction: number) }
      }
      undoings[act] = isUndone ? nil : try written(after: token)
      model.setUndone(act, !isUndone)
      try compare(place + ", act \(act) \(isUndone ? "brought back" : "taken back")")
    }

    private mutating func purge() throws {
      let token = try store.read { try $0.token() }
      if token.number == 0 { return }
      try store.purge(before: token)
      model.purge()
    }

    // MARK: Imports

    private mutating func runImport(_ place: String) throws {
      var work = Import(source, author: "import")
      work.rowsPerTransaction = Int.random(in: 1...8, using: &random)
      work.removesVanished = Bool.random(using: &random)
      let plan = try work.plan(in: store)
      if Int.random(in: 0..<4, using: &random) == 0, source.rows.count > 2 {
        return try interrupt(work, place)
      }
      let expected = model.importing(
        source, through: .max, isWhole: true, removes: work.removesVanished)
      #expect(plan.report.counts == expected.counts, "\(place), plan")
      #expect(plan.report.vanished == expected.vanished.rows, "\(place), plan")
      #expect(plan.report.addsUp, "\(place), plan")
      let report = try work.commit(plan, to: store)
      #expect(report.counts == expected.counts, "\(place)")
      #expect(report.vanished == expected.vanished.rows, "\(place)")
      #expect(report.addsUp, "\(place)")
      #expect(report.removed == expected.vanished.removed, "\(place)")
      #expect(report.counts.rows == source.rows.count, "\(place)")
      try compare(place)
      try again(work, place)
    }

    /// The same rows once more, in another order.
    private mutating func again(_ first: Import, _ place: String) throws {
      let token = try store.read { try $0.token() }
      var shuffled = source
      shuffled.rows.shuffle(using: &random)
      // Of rows with one identifier the first counts.
      let ids = shuffled.rows.compactMap(\.id)
      let work = Import(Set(ids).count == ids.count ? shuffled : source, author: "import")
      let report = try work.commit(work.plan(in: store), to: store)
      let same = report.counts.unchanged + report.counts.skipped + report.counts.quarantined
      #expect(same == source.rows.count, "\(place)")
      #expect(try store.read { try $0.token() } == token, "\(place)")
    }

    /// An import that breaks off while it reads, or whose task is cancelled.
    private mutating func interrupt(_ work: Import, _ place: String) throws {
      var broken = work
      broken.rowsPerTransaction = 1
      let plan = try broken.plan(in: store)
      if Bool.random(using: &random) { return try cancel(plan, place) }
      var reader = source
      reader.breaksAfter = Int.random(in: 1..<source.rows.count, using: &random)
      var run = Import(reader, author: "import")
      (run.rowsPerTransaction, run.readsAgain) = (1, true)
      #expect(throws: ThingSource.Broken.self) { try run.commit(plan, to: store) }
      try store.flush()
      try adopt(place)
    }

    private mutating func cancel(_ plan: ImportPlan, _ place: String) throws {
      var run = Import(source, author: "import")
      run.rowsPerTransaction = 1
      let keys = source.rows.filter { !$0.isUnreadable }.map { $0.id ?? "natural " + $0.thing.name }
      // It is asked before each key, of which there may be none.
      var left = Set(keys).isEmpty ? 0 : Int.random(in: 1...Set(keys).count, using: &random)
      let isAsked = left > 0
      do {
        _ = try run.write(plan, to: store, { _, _ in }) {
          left -= 1
          if left == 0 { throw CancellationError() }
        }
        #expect(!isAsked, "\(place)")
      } catch is CancellationError { #expect(isAsked, "\(place)") }
      try store.flush()
      try adopt(place)
    }

    /// The model learns from the store how far the import came; which rows those are does not
    /// matter, because the next import has to make up for the others.
    private mutating func adopt(_ place: String) throws {
      var trial = model
      for count in 0...source.rows.count {
        trial = model
        _ = trial.importing(source, through: count, isWhole: false)
        if try isEqual(trial) {
          model = trial
          return
        }
      }
      Issue.record("\(place): what an interrupted import left is no beginning of it")
    }

    private func isEqual(_ model: ImportModel) throws -> Bool {
      try store.read { reader in
        for id in model.entities {
          if try reader.entity(Thing.self, id) != model.thing(id) { return false }
          if try reader.entity(ImportedRow.self, id)?.memory.told != model.row(id)?.payload {
            return false
          }
        }
        return try reader.entities(of: Thing.self).count
          == model.entities.filter { model.thing($0) != nil }.count
      }
    }

    private func compare(_ place: String) throws {
      try store.read { reader in
        for id in model.entities {
          #expect(try reader.entity(Thing.self, id) == model.thing(id), "\(place)")
          #expect(
            try reader.entity(ImportedRow.self, id)?.memory.told == model.row(id)?.payload,
            "\(place)")
        }
        let found = try reader.entities(of: Thing.self).count
        #expect(found == model.entities.filter { model.thing($0) != nil }.count, "\(place)")
      }
    }
  }
}
