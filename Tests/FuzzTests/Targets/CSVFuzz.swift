import Foundation

@testable import Interchange
@testable import NurseryInterchange

/// Laws: the text of a record gives the same cells again, and what BabyDashboard's files are read
/// as comes back when it is written.
enum CSVFuzz {
  private static let now = Date(timeIntervalSince1970: 1_795_209_463)
  private static let clock = try? ZoneClock(zone: "Europe/Amsterdam")

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let file = SourceFile(bytes: [UInt8](bytes), name: "fuzz.csv")
    guard let separator = try? CSVReader(file).separator, let records = try? records(of: file)
    else { return }
    for record in records.prefix(8) { again(record, separator) }
    dashboard(file)
    babyBuddy(file)
  }

  private static func records(of file: SourceFile) throws -> [CSVReader.Record] {
    var reader = try CSVReader(file)
    var records: [CSVReader.Record] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }

  private static func again(_ record: CSVReader.Record, _ separator: UInt8) {
    let text = record.rawText
    guard !record.isBlank, !text.hasPrefix("\u{FEFF}") else { return }
    // What separates the cells is told by the whole file.
    let first = Array("sep=".utf8) + [separator, UInt8(ascii: "\n")]
    let file = SourceFile(bytes: first + [UInt8](text.utf8), name: "record.csv")
    // One cell with other separators in it contradicts the first line.
    if record.fields.count == 1, (try? CSVReader(file)) == nil { return }
    let cells = (try? records(of: file))?.first?.fields
    law(cells == record.fields, "the text of a record gives other cells")
  }

  private static func dashboard(_ file: SourceFile) {
    if let feeds = try? feeds(of: file) {
      let text = BabyDashboardCSV.text(feeds: feeds)
      let again = try? self.feeds(of: SourceFile(bytes: [UInt8](text.utf8), name: "feeds.csv"))
      law(again?.count == feeds.count, "feeds are lost when they are written")
    }
    if let diapers = try? diapers(of: file) {
      let text = BabyDashboardCSV.text(diapers: diapers)
      let again = try? self.diapers(of: SourceFile(bytes: [UInt8](text.utf8), name: "diapers.csv"))
      law(again?.count == diapers.count, "diapers are lost when they are written")
    }
    if let source = try? BabyDashboardFiles(feeds: file, diapers: nil) { read(source) }
    if let source = try? BabyDashboardFiles(feeds: nil, diapers: file) { read(source) }
  }

  private static func feeds(of file: SourceFile) throws -> [BabyDashboardFeed] {
    var feeds: [BabyDashboardFeed] = []
    try BabyDashboardCSV.forEachFeed(in: file) {
      if case .row(let row, _) = $0 { feeds.append(row) }
    }
    return feeds
  }

  private static func diapers(of file: SourceFile) throws -> [BabyDashboardDiaper] {
    var diapers: [BabyDashboardDiaper] = []
    try BabyDashboardCSV.forEachDiaper(in: file) {
      if case .row(let row, _) = $0 { diapers.append(row) }
    }
    return diapers
  }

  /// The rows of a source are the same when they are read again.
  private static func read(_ source: some ImportSource) {
    func texts() -> [String] {
      var texts: [String] = []
      try? source.read(subjects: SubjectMap()) { item in
        if case .row(let row) = item { texts.append("\(row.key) \(row.rawText)") }
      }
      return texts
    }
    law(texts() == texts(), "a source is read in two ways")
  }

  private static func babyBuddy(_ file: SourceFile) {
    guard let clock else { return }
    let child = BabyBuddyPeople.Child(
      key: "1", names: .init(given: "Noor", family: ""), birthDate: nil, birthTime: nil,
      row: .init(position: SourcePosition(file: "child.csv", record: 2, line: 2), text: ""))
    let people = BabyBuddyPeople(children: [child], tags: [], sources: [])
    let context = BabyBuddyContext(
      subjects: SubjectMap(), people: people, tagNames: [:],
      units: [.volume: "mL", .temperature: nil], now: now, clock: clock)
    for table in BabyBuddyTable.entries {
      guard let csv = try? CSVFile(file, required: table.required),
        let reader = try? BabyBuddyCSV(table, csv, people, clock)
      else { continue }
      var rows = 0
      try? reader.read(context) { _ in rows += 1 }
      law(rows == reader.rows, "rows of \(table.name) are lost")
    }
    let children = try? CSVFile(file, required: BabyBuddyPeople.childColumns)
    let tags = try? CSVFile(file, required: BabyBuddyPeople.tagColumns)
    if let people = try? BabyBuddyPeople(children: children, tags: tags) {
      try? people.read(earliest: [:]) { _ in }
    }
  }
}
