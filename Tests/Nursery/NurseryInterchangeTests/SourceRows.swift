import Foundation
import Nursery

@testable import Interchange

/// What a source holds, with the identities that a first import would give.
struct SourceRows {
  struct Row {
    let id: UUID
    let row: ImportRow

    var warnings: [ImportWarning] { row.warnings }
    /// Whether the same text may mean another instant as well.
    var isAmbiguous: Bool { row.times.contains { !$0.others.isEmpty } }
  }

  private(set) var rows: [Row] = []
  private(set) var quarantined: [QuarantinedRow] = []
  private(set) var skipped: [SkippedRow] = []

  init(_ source: some ImportSource) throws {
    var subjects = SubjectMap()
    for subject in source.subjects {
      subjects.set(
        subject, SourceIdentity.row(of: source, subject.table, .id(subject.key), 1))
    }
    var grouping = RowGrouping(source, try RepeatedKeys(of: source, subjects))
    try grouping.read(subjects) { item in
      switch item {
      case .group(let group):
        for named in group.named(by: source, { _ in nil }) {
          rows.append(Row(id: named.id, row: named.member.row))
        }
      case .repeated(let group):
        skipped += group.members.map { member in
          SkippedRow(
            position: member.row.position, reason: "An earlier row has the same identifier.")
        }
      case .quarantined(let row, _): quarantined.append(row)
      case .skipped(let row): skipped.append(row)
      }
    }
  }

  /// The rows of a table, by identifier there, and by time where there is none.
  subscript(table: String) -> [Row] {
    rows.filter { $0.row.table == table }.sorted { a, b in
      let (left, right) = (a.place, b.place)
      return (left.number, left.date, left.text) < (right.number, right.date, right.text)
    }
  }

  var children: [BabyProfile] { self["child"].compactMap { $0.row.state as? BabyProfile } }
  var tags: [TagDefinition] {
    self["tag"].compactMap { ($0.row.state as? Record<TagDefinition>)?.value }
  }
  var feedings: [FeedSession] { self["feeding"].compactMap { $0.row.state as? FeedSession } }
  var diapers: [DiaperChange] { self["diaperchange"].compactMap { $0.row.state as? DiaperChange } }
}

extension SourceRows.Row {
  fileprivate var place: (number: Int, date: Date, text: String) {
    let number: Int? = if case .id(let id) = row.key { Int(id) } else { nil }
    let date = (row.state as? any NurseryEntry)?.date ?? .distantPast
    return (number ?? .max, date, id.uuidString)
  }
}
