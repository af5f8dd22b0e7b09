internal import LMDB

extension StoreCheck {
  /// Every row of every projection is whole, also of those that the schema does not know.
  static let rows = StoreCheck("rows", .derived) { scope in
    var count = 0
    var others: [String] = []
    for name in try scope.reading.tableNames() {
      let parts = name.split(separator: "/")
      guard parts.count > 2, ["a", "b"].contains(parts[parts.count - 2]) else { continue }
      do {
        guard let table = try scope.reading.table(name, LexicalOrder.self) else { continue }
        try scope.reader.everyRow(of: table) { _, _ in count += 1 }
      } catch let error as LMDBError where error.code == .tablesFull {
        others.append(name)
      }
    }
    let told = others.isEmpty ? "" : ", not looked at: \(others.joined(separator: ", "))"
    return "\(count) rows\(told)"
  }
}
