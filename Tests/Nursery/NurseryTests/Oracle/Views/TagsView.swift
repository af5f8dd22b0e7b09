import Daybook
import DaybookTesting
import Nursery

/// Entries by tag, and which tags were written last.
enum TagsView: OracleView {
  static let name = "tags"

  /// One tag of one entry.
  private struct Written {
    let tag: String
    let place: Int
    let row: OracleNursery.Row

    /// Whether another one was written later.
    static func isEarlier(_ a: Written, _ b: Written) -> Bool {
      (a.row.modified, a.place, a.row.id.order) < (b.row.modified, b.place, b.row.id.order)
    }
  }

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let tags = try reader.view(TagIndex.self)
    let written = expected.rows.flatMap { row in
      OracleTags.all(row.told).enumerated().map {
        Written(tag: $0.element, place: $0.offset, row: row)
      }
    }
    let groups = Dictionary(grouping: written) { OracleTags.key($0.tag) }
    let names = groups.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let newest = names.compactMap { groups[$0]?.max(by: Written.isEarlier) }
    for name in names {
      let rows = groups[name, default: []].map(\.row).sorted {
        ($0.told.start, $0.told.kind, $0.id.order) > ($1.told.start, $1.told.kind, $1.id.order)
      }
      let found = try tags.entries(with: name).map(\.id)
      if let difference = NurseryTests.difference(name, found, rows.map(\.id)) {
        return difference
      }
    }
    let limit = random.pick([0, 1, 12])
    let recent = newest.sorted { ($0.row.modified, $0.place) > ($1.row.modified, $1.place) }
    return try NurseryTests.difference(
      "all", tags.all().map { "\($0.tag) \($0.name) \($0.count)" },
      zip(newest, names).map { "\($0.tag) \($1) \(groups[$1, default: []].count)" })
      ?? NurseryTests.difference(
        "recent", tags.recent(limit: limit), recent.prefix(limit).map(\.tag))
      ?? NurseryTests.difference(
        "beginning", tags.tags(beginningWith: "#RE"),
        zip(newest, names).filter { $1.hasPrefix("re") }.map(\.0.tag))
  }
}
