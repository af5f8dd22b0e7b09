import Daybook
import DaybookTesting
import Foundation
import Interchange
import Nursery
import Testing

/// Random histories of a store: its app writes, changes and deletes rows, persons edit, move,
/// delete and rename here, take back what they did and purge, and imports run in between; states
/// and reports are those of a plain model.
struct StoreHistoryTests {
  static let seeds =
    1...(ProcessInfo.processInfo.environment["DAYBOOK_IMPORT_SEEDS"].flatMap(UInt64.init) ?? 12)

  @Test(arguments: seeds)
  func `states and reports are those of a naive model`(seed: UInt64) throws {
    var history = try StoreHistory(seed: seed)
    for step in 0..<30 { try history.step("seed \(seed), step \(step)") }
    #expect(try history.family.log.verify().ok, "seed \(seed)")
  }
}

private struct StoreHistory {
  struct Row: Hashable {
    var start: Double
    var amount: Int?
    var memo: String?
  }

  /// A feed: the row as it was imported last, and what is here.
  struct Feed: Equatable {
    /// The row as it was imported last.
    var last: Row
    /// What imports alone have made of the feed.
    var base: Row
    var own: Row
    var isDeleted = false

    init(_ row: Row) { (last, base, own) = (row, row, row) }
  }

  let family: Family
  private let fixture: FixtureStore
  private var random: SeededGenerator
  /// The rows of the app's table, by number.
  private var rows: [Int: Row] = [:]
  private var feeds: [Int: Feed] = [:]
  private var entities: [Int: UUID] = [:]
  private var newest = 0

  init(seed: UInt64) throws {
    family = try Family()
    fixture = try FixtureStore("SwiftDataEra", more: "DELETE FROM ZFEEDSESSION")
    random = SeededGenerator(seed: seed)
    for _ in 0..<5 { try addRow() }
  }

  mutating func step(_ place: String) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: try addRow()
    case 1, 2: try changeRow()
    case 3: try deleteRow()
    case 4: try fixture.checkpoint()
    case 5, 6: try takingBack(place) { try $0.edit() }
    case 7: try takingBack(place) { try $0.delete() }
    case 8: try rename()
    case 9: if try family.token.number > 0 { try family.log.purge(before: family.token) }
    default: try takeStore(place)
    }
    try compare(place)
  }

  // MARK: The app

  private mutating func addRow() throws {
    newest += 1
    let row = anyRow(784_000_000 + Double(newest) * 600.5)
    rows[newest] = row
    try fixture.run(
      "INSERT INTO ZFEEDSESSION VALUES(\(newest), 3, 1, 1, \(text(row.amount)), \(row.start), "
        + "\(row.start), \(row.amount == nil ? "NULL" : "'mL'"), \(text(row.memo)))")
  }

  private mutating func changeRow() throws {
    guard let number = rows.keys.sorted().randomElement(using: &random), let old = rows[number]
    else { return }
    let row = anyRow(old.start + (Bool.random(using: &random) ? 60.25 : 0))
    rows[number] = row
    try fixture.run(
      "UPDATE ZFEEDSESSION SET ZAMOUNTVALUE = \(text(row.amount)), ZSTARTTIME = \(row.start), "
        + "ZAMOUNTUNITSYMBOL = \(row.amount == nil ? "NULL" : "'mL'"), "
        + "ZMEMOTEXT = \(text(row.memo)) WHERE Z_PK = \(number)")
  }

  private mutating func deleteRow() throws {
    guard rows.count > 2, let number = rows.keys.sorted().randomElement(using: &random) else {
      return
    }
    rows[number] = nil
    try fixture.run("DELETE FROM ZFEEDSESSION WHERE Z_PK = \(number)")
  }

  private mutating func anyRow(_ start: Double) -> Row {
    let value = Int.random(in: 0..<4, using: &random)
    return Row(
      start: start, amount: value == 0 ? nil : value * 25,
      memo: Bool.random(using: &random) ? "memo \(value)" : nil)
  }

  private func text(_ value: Int?) -> String { value.map(String.init) ?? "NULL" }
  private func text(_ value: String?) -> String { value.map { "'\($0)'" } ?? "NULL" }

  // MARK: Persons

  private mutating func takingBack(
    _ place: String, _ body: (inout StoreHistory) throws -> Void
  ) throws {
    let (before, token) = (feeds, try family.token)
    try body(&self)
    guard try family.token != token, Int.random(in: 0..<3, using: &random) == 0 else { return }
    try family.log.undo(by: "Bea")
    let after = feeds
    feeds = before
    try compare("\(place), taken back")
    guard Bool.random(using: &random) else { return }
    try family.log.redo(by: "Bea")
    feeds = after
  }

  private mutating func anyFeed() -> (number: Int, id: UUID)? {
    let there = feeds.keys.sorted().filter { feeds[$0]?.isDeleted == false }
    guard let number = there.randomElement(using: &random), let id = entities[number] else {
      return nil
    }
    return (number, id)
  }

  private mutating func edit() throws {
    guard let (number, id) = anyFeed(), let own = feeds[number]?.own,
      let old = try family.log.read({ try $0.entity(FeedSession.self, id) })
    else { return }
    let isMoved = Bool.random(using: &random)
    let row = anyRow(
      isMoved ? own.start + Double(Int.random(in: -900...900, using: &random)) : own.start)
    var new = old
    new.start = Date(timeIntervalSinceReferenceDate: row.start)
    new.amount = row.amount.map { Amount(Double($0), .millilitre) }
    new.memo = row.memo
    guard let event = FeedSession.amended(from: old, to: new) else { return }
    try family.log.append(author: "Bea") { try $0.append(event, to: FeedSession.self, id) }
    feeds[number]?.own = row
  }

  private mutating func delete() throws {
    guard let (number, id) = anyFeed() else { return }
    try family.log.append(author: "Bea") { try $0.append(FeedEvent.deleted, to: id) }
    feeds[number]?.isDeleted = true
  }

  private mutating func rename() throws {
    let name = "Mina \(Int.random(in: 0..<3, using: &random))"
    guard let mina = Family.mina,
      try family.all(BabyProfile.self).contains(where: { $0.id.rawValue == mina })
    else { return }
    try family.log.append(author: "Bea") {
      try $0.editBaby(mina, rules: .imports) { $0.name = name }
    }
  }

  // MARK: Imports

  private mutating func takeStore(_ place: String) throws {
    let expected = model()
    let chunk = Int.random(in: 1...6, using: &random)
    // A few amounts that all changed alike are asked about.
    let answers = ["zone": "keep", "FeedSession:factor": "keep"]
    let report = try family.take(try Family.source(fixture), answers: answers, rows: chunk)
    let counts = report.tables.first { $0.kind == FeedSession.kind }?.counts
    let found = counts.map { [$0.imported, $0.changed, $0.unchanged, $0.conflicts] }
    #expect(found ?? [0, 0, 0, 0] == expected, "\(place)")
    let token = try family.token
    let again = try family.take(try Family.source(fixture), answers: answers)
    #expect(again.counts.unchanged == again.counts.rows, "\(place)")
    #expect(try family.token == token, "\(place)")
    for (number, row) in rows where entities[number] == nil {
      entities[number] = try family.feed(row.start)?.id.rawValue
    }
  }

  /// What the rules say of rows and feeds, field by field: how many are new, changed, as they were
  /// and in conflict.
  private mutating func model() -> [Int] {
    var counts = [0, 0, 0, 0]
    for (number, row) in rows {
      guard var feed = feeds[number] else {
        feeds[number] = Feed(row)
        counts[0] += 1
        continue
      }
      let last = feed.last
      var (isChanged, isKept) = (false, false)
      func merge<Value: Equatable>(_ path: WritableKeyPath<Row, Value>) {
        let (new, own) = (row[keyPath: path], feed.own[keyPath: path])
        let (said, base) = (last[keyPath: path], feed.base[keyPath: path])
        let isNew = new != base && new != said
        if feed.isDeleted {
          isKept = isKept || isNew
        } else if own != new, own == base || own == said {
          feed.own[keyPath: path] = new
          feed.base[keyPath: path] = new
          isChanged = true
        } else if own != new {
          isKept = isKept || isNew
        }
      }
      merge(\.start)
      merge(\.amount)
      merge(\.memo)
      feed.last = row
      feeds[number] = feed
      counts[isKept ? 3 : isChanged ? 1 : 2] += 1
    }
    return counts
  }

  private func compare(_ place: String) throws {
    let found = try family.all(FeedSession.self).map(\.state).map { feed in
      Row(
        start: feed.start.timeIntervalSinceReferenceDate,
        amount: feed.amount.map { Int($0.value) }, memo: feed.memo)
    }
    let shown = feeds.values.filter { !$0.isDeleted }.map(\.own)
    func counted(_ rows: [Row]) -> [Row: Int] {
      Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
    }
    #expect(counted(found) == counted(shown), "\(place)")
  }
}
