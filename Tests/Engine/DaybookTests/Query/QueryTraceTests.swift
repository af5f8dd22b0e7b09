import Testing

@testable import Daybook

/// An observed query is read again for what it read, and for nothing else.
struct QueryTraceTests {
  @Test(arguments: [nil, 5, 0] as [Int?], [false, true])
  func `a query notes its rows up to the last one`(limit: Int?, isDescending: Bool) throws {
    let store = try EventStore.temporary(schema: prefabs)
    for number in 0..<30 { try store.buy("n\(number)", Int64(number), shelf: "top") }
    var query = ByShelf.where("top").from(10).before(20)
    if let limit { query = query.limit(limit) }
    if isDescending { query = query.descending }
    let trace = ReadTrace()
    let (table, all) = try store.read(trace) { reader in
      let view = try reader.view(ByShelf.self)
      #expect(try view.rows(query).count == limit ?? 10)
      return (view.rows.tables[0], try store.read { try $0.rows(ByShelf.all) })
    }
    let read = isDescending ? all[10..<20].suffix(limit ?? 10) : all[10..<20].prefix(limit ?? 10)
    for row in all {
      var changes = ChangedKeys()
      row.key.keyBytes.withUnsafeBytes { changes.add(table, $0) }
      let isRead = read.contains { $0.key == row.key }
      #expect(trace.isTouched(by: changes) == isRead, "\(row.key.second)")
    }
  }
}
