internal import LMDB

extension StoreCheck {
  /// Every row of every projection is whole, also of those that the schema does not know.
  ///
  /// Sums up the live rows on the way, so that the checks of the projections need not read them.
  static let rows = StoreCheck("rows", .derived) { scope, verifier in
    var count = 0
    var others: [String] = []
    let live = liveTables(scope)
    var digests: [Int: Digest] = [:]
    for name in try scope.reading.tableNames() {
      let parts = name.split(separator: "/")
      guard parts.count > 2, ["a", "b"].contains(parts[parts.count - 2]) else { continue }
      do {
        guard let table = try scope.reading.table(name, LexicalOrder.self) else { continue }
        if let (projection, index) = live[table] {
          var rows = Digest()
          try scope.reader.everyRow(of: table) { rows.add(index, $0, $1) }
          digests[projection, default: Digest()].add(rows)
          count += Int(rows.rows)
        } else {
          try scope.reader.everyRow(of: table) { _, _ in count += 1 }
        }
      } catch let error as LMDBError where error.code == .tablesFull {
        others.append(name)
      }
    }
    verifier.stored = digests
    let told = others.isEmpty ? "" : ", not looked at: \(others.joined(separator: ", "))"
    return count.counted("row") + told
  }

  /// The tables of live rows, with the projection of each and its place there.
  private static func liveTables(
    _ scope: borrowing WriteScope
  ) -> [Table<LexicalOrder>: (projection: Int, index: Int)] {
    var found: [Table<LexicalOrder>: (projection: Int, index: Int)] = [:]
    for projection in scope.projections {
      guard let live = projection.keptLive else { continue }
      for (index, table) in live.tables.enumerated() { found[table] = (projection.index, index) }
    }
    return found
  }
}
