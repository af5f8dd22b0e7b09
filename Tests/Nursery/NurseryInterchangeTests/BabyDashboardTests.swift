import Foundation
import Interchange
import Testing

@testable import NurseryInterchange

struct BabyDashboardTests {
  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  private let header = "babyName,timestamp,amountValue,amountUnit"

  /// What a file holds.
  private struct Items<Row> {
    var rows: [Row] = []
    var rawTexts: [String] = []
    var quarantined: [QuarantinedRow] = []

    mutating func add(_ item: BabyDashboardCSV.Item<Row>) {
      switch item {
      case .row(let row, let text):
        rows.append(row)
        rawTexts.append(text)
      case .quarantined(let row): quarantined.append(row)
      }
    }
  }

  private func feeds(_ text: String) throws -> Items<BabyDashboardFeed> {
    var items = Items<BabyDashboardFeed>()
    let file = SourceFile(bytes: Array(text.utf8), name: "feeds.csv")
    try BabyDashboardCSV.forEachFeed(in: file) { items.add($0) }
    return items
  }

  private func diapers(_ text: String) throws -> Items<BabyDashboardDiaper> {
    var items = Items<BabyDashboardDiaper>()
    let file = SourceFile(bytes: Array(text.utf8), name: "d.csv")
    try BabyDashboardCSV.forEachDiaper(in: file) { items.add($0) }
    return items
  }

  @Test func `the app's own sample is read and written back byte for byte`() throws {
    let sample = """
      babyName,timestamp,amountValue,amountUnit,feedType
      "Kim, Mina",2025-11-06T18:34:39.946Z,80.0,mL,babyFormula
      ,2025-11-06T01:00:00.000Z,,,
      """
    let read = try feeds(sample)
    #expect(read.quarantined.isEmpty)
    #expect(read.rows.map(\.babyName) == ["Kim, Mina", ""])
    #expect(try read.rows[0].start == date("2025-11-06T18:34:39.946Z"))
    #expect(BabyDashboardCSV.text(feeds: read.rows) == sample)
  }

  @Test(arguments: [
    "\u{FEFF}BabyName ,timestamp,amountValue,amountUnit,feedType\r\nA,2025-11-06T18:00:00Z,5,ml,solid\r\n",
    "babyName,timestamp,amountValue,amountUnit\nA,2025-11-06T18:00:00.0Z,5,ml",
    "A,2025-11-06T19:00:00+01:00,5,ml,solid",
    " A , 2025-11-06T12:30:00.000000-0530 , 5 , ml , nonsense , more\r",
  ])
  func `headers, line ends and offsets of any kind are read`(text: String) throws {
    let row = try #require(try feeds(text).rows.first)
    #expect(row.babyName == "A")
    #expect(try row.start == date("2025-11-06T18:00:00.000Z"))
    #expect(row.amount == 5)
    #expect(row.unit == "ml")
    #expect(row.feedType == nil || row.feedType == "solid")
  }

  @Test func `a bad row is quarantined and the next one is read`() throws {
    let read = try feeds(header + "\nA,yesterday,1\n\nB,2025-11-06T18:00:00.000Z")
    #expect(read.rows.map(\.babyName) == ["B"])
    #expect(
      read.quarantined.map(\.reason) == [
        "Line 2: invalid timestamp 'yesterday'", "Line 3: invalid timestamp ''",
      ])
    #expect(read.quarantined.first?.rawText == "A,yesterday,1")
  }

  @Test func `a header that lacks a column is refused, and the column named`() throws {
    let error = expectError(.missingColumn) {
      try feeds("babyName,timestamp,diaperType\nA,2025-11-06T18:00:00.000Z,pee")
    }
    #expect(error?.message.contains("amountValue") == true)
  }

  @Test func `text of which no row can be read is no file of the app`() throws {
    expectError(.notCSV) { try BabyDashboardFiles(feeds: "Dear Ada,\nhow are you?") }
  }

  @Test func `a cell that means nothing to the app stays in the text of its row`() throws {
    let text = "A,2025-11-06T18:00:00Z,a lot,ml, tea ,more"
    let read = try feeds(text)
    #expect(read.rows.map(\.amount) == [nil])
    #expect(read.rows.map(\.feedType) == [nil])
    #expect(read.rawTexts == [text])
  }

  @Test func `a diaper is pee or poo, in any case of the letters, and nothing else`() throws {
    let text = """
      babyName,timestamp,diaperType
      A,2025-11-06T18:00:00.000Z,Pee
      A,2025-11-06T18:00:00.000Z,Poop
      A,2025-11-06T17:00:00.000Z,poo
      """
    let read = try diapers(text)
    #expect(read.rows.map(\.type) == ["pee", "poo"])
    #expect(read.quarantined.map(\.reason) == ["Line 3: invalid diaperType 'Poop'"])
  }

  @Test(arguments: [
    ("milliliter", "mL"), (" Milliliters ", "mL"), ("fluid ounces", "fl oz"), ("floz", "fl oz"),
    ("Liter", "L"), ("cups", "cup"), ("ml", "ml"), ("oz", "oz"), ("", ""),
  ])
  func `a unit is normalised as the app does`(text: String, unit: String) {
    #expect(BabyDashboardUnit.normalized(text) == unit)
  }

  @Test(arguments: [
    (0.0004, "2001-01-01T00:00:00.000Z"), (0.0005, "2001-01-01T00:00:00.001Z"),
    (0.9995, "2001-01-01T00:00:01.000Z"), (-0.25, "2000-12-31T23:59:59.750Z"),
    (784_148_400, "2025-11-06T19:00:00.000Z"),
  ])
  func `milliseconds are rounded half up`(seconds: Double, text: String) {
    let diaper = BabyDashboardDiaper(
      babyName: "", time: Date(timeIntervalSinceReferenceDate: seconds), type: "pee")
    #expect(
      BabyDashboardCSV.text(diapers: [diaper]) == "babyName,timestamp,diaperType\n,\(text),pee")
  }

  @Test(arguments: [
    (80.0, "mL", "80.0,mL"), (118.29411764705883, "ml", "118.29411764705883,mL"),
    (1e16, "fluid ounces", "1e+16,fl oz"), (0.00001, "cups", "1e-05,cup"), (5, "oz", "5.0,oz"),
    (0.0, "", "0.0,"),
  ])
  func `an amount is written with its shortest digits`(
    amount: Double, unit: String, text: String
  ) throws {
    let feed = BabyDashboardFeed(
      babyName: "A", start: Date(timeIntervalSinceReferenceDate: 0), amount: amount, unit: unit)
    let line = BabyDashboardCSV.text(feeds: [feed]).split(separator: "\n").last
    #expect(line.map(String.init) == "A,2001-01-01T00:00:00.000Z,\(text),")
  }

  @Test func `an empty list is the header alone`() {
    #expect(
      BabyDashboardCSV.text(feeds: []) == "babyName,timestamp,amountValue,amountUnit,feedType")
    #expect(BabyDashboardCSV.text(diapers: []) == "babyName,timestamp,diaperType")
  }

  @Test(arguments: [
    (80.0 as Double?, "ml", "80.0,ml"), (4, "oz", "4.0,oz"), (0, "", "0.0,"),
    (nil, "fl oz", ",fl oz"), (nil, "", ","), (1e16, "Cups", "1e+16,Cups"),
  ])
  func `the older app's feeds have four columns and the unit's own text`(
    amount: Double?, unit: String, text: String
  ) {
    let feed = BabyDashboardFeed(
      babyName: "Kim, Mina", start: Date(timeIntervalSinceReferenceDate: 0.0005), amount: amount,
      unit: unit, feedType: "solid")
    #expect(
      BabyDashboardCSV.text(feeds: [feed], era: .swiftData)
        == "babyName,timestamp,amountValue,amountUnit\n"
        + "\"Kim, Mina\",2001-01-01T00:00:00.001Z,\(text)")
    #expect(
      BabyDashboardCSV.text(feeds: [], era: .swiftData)
        == "babyName,timestamp,amountValue,amountUnit")
  }

  @Test func `rows are written newest first and awkward names quoted`() throws {
    let names = ["old", "a\"b", "c\nd", "e\r\nf"]
    let diapers = names.enumerated().map { index, name in
      BabyDashboardDiaper(
        babyName: name, time: Date(timeIntervalSinceReferenceDate: Double(index)), type: "poo")
    }
    let text = BabyDashboardCSV.text(diapers: diapers)
    let expected =
      "babyName,timestamp,diaperType\n\"e\r\nf\",2001-01-01T00:00:03.000Z,poo\n"
      + "\"c\nd\",2001-01-01T00:00:02.000Z,poo\n\"a\"\"b\",2001-01-01T00:00:01.000Z,poo\n"
      + "old,2001-01-01T00:00:00.000Z,poo"
    #expect(Array(text.utf8) == Array(expected.utf8))
    let read = try self.diapers(text)
    #expect(read.rows.map(\.babyName) == names.reversed())
  }
}
