internal import Daybook

/// The rows of a source as a plan has gone through them: what writes them need not read the source
/// once more.
struct PlannedRows: Sendable {
  /// Of more rows none are kept; each takes about a kilobyte.
  static let limit = 50_000
  /// Bytes of values and texts.
  private static let byteLimit = 1 << 24

  /// In the order of the source; nil when there are too many.
  private(set) var items: [RowGrouping.Item]? = []
  private var bytes = 0

  init() {}

  /// Keeps none from the beginning when the files are so large that their rows will be too many,
  /// which spares the memory of those that are kept until that is seen.
  init(of files: [ImportFile]) {
    if files.reduce(0, { $0 + $1.size }) > 2 * Self.byteLimit { items = nil }
  }

  mutating func add(_ item: RowGrouping.Item) {
    guard let count = items?.count else { return }
    switch item {
    case .group(let group), .repeated(let group):
      for member in group.members { bytes += member.values.count + member.row.rawText.utf8.count }
    case .quarantined(let row, _): bytes += row.rawText.utf8.count
    case .skipped: break
    }
    if count < Self.limit, bytes <= Self.byteLimit { items?.append(item) } else { items = nil }
  }

  /// The items, with the groups at the end and in the order of their identifiers. Those of some
  /// tables, to which the others belong, come before these in the order of the source.
  func sorted(after tables: Set<String>) -> [RowGrouping.Item]? {
    guard let items else { return nil }
    var (others, groups): ([RowGrouping.Item], [RowGroup]) = ([], [])
    for item in items {
      if case .group(let group) = item, !tables.contains(group.table) {
        groups.append(group)
      } else {
        others.append(item)
      }
    }
    let order = groups.enumerated().map { (place: $0, id: PackedUUID($1.first)) }
      .sorted { $0.id.precedes($1.id) }
    return others + order.map { .group(groups[$0.place]) }
  }
}
