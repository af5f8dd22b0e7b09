import Daybook

/// A row of a table on two sides, in key order.
struct RowDifference: Sendable {
  let key: [UInt8]
  let old: [UInt8]?
  let new: [UInt8]?

  /// Whether both sides have the same.
  var isSame: Bool { old == new }

  /// Pages of two sides that begin after the same key, side by side.
  ///
  /// - Parameter limit: how many rows each was asked for; one with as many may have more, so what
  ///   lies beyond its last key is left to the next page.
  /// - Returns: the rows, and the key after which the next page begins; nil at the end.
  static func merge(
    _ old: [UntypedRow], _ new: [UntypedRow], limit: Int
  ) -> (rows: [RowDifference], next: [UInt8]?) {
    let ends = [old, new].filter { $0.count >= limit }.compactMap(\.last?.key)
    let end = ends.min { $0.lexicographicallyPrecedes($1) }
    var rows: [RowDifference] = []
    var (left, right) = (old[...], new[...])
    while let key = least(left.first?.key, right.first?.key) {
      if let end, end.lexicographicallyPrecedes(key) { break }
      let before = left.first?.key == key ? left.removeFirst().row : nil
      let after = right.first?.key == key ? right.removeFirst().row : nil
      rows.append(RowDifference(key: key, old: before, new: after))
    }
    return (rows, end)
  }

  private static func least(_ one: [UInt8]?, _ other: [UInt8]?) -> [UInt8]? {
    guard let one, let other else { return one ?? other }
    return other.lexicographicallyPrecedes(one) ? other : one
  }
}

/// Rows of two sides as a table, with what differs in colour and in words.
struct DifferenceTable {
  private let shown: ShownTable
  private let titles: (old: String, new: String)

  init(_ shown: ShownTable, _ titles: (old: String, new: String)) {
    (self.shown, self.titles) = (shown, titles)
  }

  func html(_ rows: [RowDifference], _ caption: String) -> HTML {
    if rows.isEmpty { return "" }
    return """
      <table class="differences"><caption class="hidden">\(caption)</caption>
      <thead><tr><th scope="col">Key</th><th scope="col">\(titles.old)</th>\
      <th scope="col">\(titles.new)</th></tr></thead>
      <tbody>\(rows.map(row))</tbody></table>
      """
  }

  private func row(_ row: RowDifference) -> HTML {
    let cell = { (bytes: [UInt8]?) -> HTML in
      bytes.map { "\(shown.value(UntypedRow(key: row.key, row: $0)))" }
        ?? #"<span class="dim">no such row</span>"#
    }
    let sort: HTML =
      row.isSame ? "same" : row.old == nil ? "added" : row.new == nil ? "deleted" : "changed"
    var (old, new) = (cell(row.old), cell(row.new))
    if row.isSame {
      new = #"<span class="dim">the same</span>"#
    } else {
      if row.old != nil { old = "<del>\(old)</del>" }
      if row.new != nil { new = "<ins>\(new)</ins>" }
    }
    return """
      <tr class="\(sort)"><th scope="row"><a href="\(shown.why(row.key))">\(shown.key(row.key))</a>\
      </th><td>\(old)</td><td>\(new)</td></tr>

      """
  }
}
