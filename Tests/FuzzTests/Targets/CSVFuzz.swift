import Foundation

@testable import Interchange

/// Laws: the text of a record gives the same cells again, and what BabyDashboard's files are read
/// as comes back when it is written.
enum CSVFuzz {
  private static let now = Date(timeIntervalSince1970: 1_795_209_463)
  private static let clock = try? ZoneClock(zone: "Europe/Amsterdam")

  static func run(_ bytes: UnsafeRawBufferPointer) {
    let bytes = [UInt8](bytes)
    guard let table = try? CSVTable(bytes, file: "fuzz.csv") else { return }
    for record in table.records.prefix(8) { again(record, table) }
    dashboard(bytes)
    babyBuddy(table)
  }

  private static func again(_ record: CSVTable.Record, _ table: CSVTable) {
    let text = table.rawText(of: record)
    guard !record.isBlank, !text.hasPrefix("\u{FEFF}") else { return }
    let cells = (try? CSVTable([UInt8](text.utf8), file: "record.csv"))?.records.first?.fields
    law(cells == record.fields, "the text of a record gives other cells")
  }

  private static func dashboard(_ bytes: [UInt8]) {
    if let feeds = try? BabyDashboardCSV.feeds(from: bytes, file: "feeds.csv") {
      let text = BabyDashboardCSV.text(feeds: feeds.rows)
      let again = try? BabyDashboardCSV.feeds(from: [UInt8](text.utf8), file: "feeds.csv")
      law(again?.rows.count == feeds.rows.count, "feeds are lost when they are written")
    }
    if let diapers = try? BabyDashboardCSV.diapers(from: bytes, file: "diapers.csv") {
      let text = BabyDashboardCSV.text(diapers: diapers.rows)
      let again = try? BabyDashboardCSV.diapers(from: [UInt8](text.utf8), file: "diapers.csv")
      law(again?.rows.count == diapers.rows.count, "diapers are lost when they are written")
    }
  }

  private static func babyBuddy(_ table: CSVTable) {
    guard let clock else { return }
    var reader = BabyBuddyTableReader(
      births: ["1": nil], tagNames: [:], now: now, instance: "", clock: clock)
    if let file = try? BabyBuddyFile(table, schema: .feeding) { _ = reader.feedings(file) }
    if let file = try? BabyBuddyFile(table, schema: .diaper) { _ = reader.diapers(file) }
    if let file = try? BabyBuddyFile(table, schema: .child) {
      _ = BabyBuddyPeople.children(file, instance: "")
    }
  }
}
