import Daybook
import Foundation
import Nursery
import Testing

@testable import Interchange

/// The rows of one table of an export, oldest first.
struct BabyBuddyTruthTable {
  /// One row, by the names of its columns.
  struct Row {
    let cells: [String: String]
    let clock: ZoneClock
    let tagNames: [String: String]

    func text(_ column: String) throws -> String { try #require(cells[column], "\(column)") }

    /// Nil for an empty cell.
    func optional(_ column: String) throws -> String? {
      let text = try text(column)
      return text.isEmpty ? nil : text
    }

    func number(_ column: String) throws -> Double? {
      try optional(column).map { try #require(Double($0)) }
    }

    func flag(_ column: String) throws -> Bool { try text(column) == "1" }

    /// The export cuts fractions of a second, which are those of the set's clock in every row.
    func time(_ column: String) throws -> Date {
      let local = try #require(LocalTime(try text(column) + ".916016"))
      var clock = clock
      return clock.resolve(local).instant
    }

    func day(_ column: String) throws -> CivilDay {
      let parts = try text(column).split(separator: "-").compactMap { Int($0) }
      return try #require(CivilDay(year: parts[0], month: parts[1], day: parts[2]))
    }

    /// `H:MM:SS`, with days before it or without.
    func seconds(_ column: String) throws -> Double? {
      try optional(column).map { text in
        let parts = text.split(whereSeparator: { ": ,".contains($0) })
        let clock = try parts.suffix(3).map { try #require(Double($0)) }
        let days = parts.count > 3 ? try #require(Double(parts[0])) : 0
        return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
      }
    }

    func tags() throws -> [String] {
      try text("tags").split(separator: ",").map { try #require(tagNames[String($0)]) }
    }
  }

  let rows: [Row]

  init(_ folder: CorpusFolder, _ name: String, tagNames: [String: String] = [:]) throws {
    let file = folder.directory.appendingPathComponent("\(name).csv")
    let table = try CSVTable(Array(Data(contentsOf: file)), file: name)
    let clock = try ZoneClock(zone: folder.zone)
    let columns = try #require(table.records.first).fields
    rows = table.records.dropFirst().filter { !$0.isBlank }.reversed().map {
      Row(
        cells: Dictionary(uniqueKeysWithValues: zip(columns, $0.fields)), clock: clock,
        tagNames: tagNames)
    }
  }
}
