import Foundation
import LMDB

/// Where the rows of a closed store are in its file.
struct RowBytes {
  /// One row: its table, and the places in the file at which its key begins; its value follows.
  struct Row {
    let table: String
    let places: [Int]
    let key: Int
    let value: Int
  }

  let rows: [Row]

  /// Every row of every table, as LMDB gives it, with the places that hold its bytes.
  init(of directory: String) throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: directory + "/data.mdb"))
    let environment = try Environment(path: directory)
    let read = try environment.beginRead()
    let numbered: Set = ["events", "transactions", "names", "replicas", "summaries"]
    var rows: [Row] = []
    func add(_ table: String, _ key: [UInt8], _ value: [UInt8]) {
      let pattern = Data(key + value)
      var places: [Int] = []
      var start = file.startIndex
      while let found = file.range(of: pattern, in: start..<file.endIndex) {
        places.append(found.lowerBound)
        start = found.lowerBound + 1
      }
      rows.append(Row(table: table, places: places, key: key.count, value: value.count))
    }
    try Array("heads".utf8).withUnsafeBytes { key in
      let value = try read.value(read.mainTable(), key)?.withUnsafeBytes { [UInt8]($0) }
      add("heads", [UInt8](key), value ?? [])
    }
    for name in try read.tableNames() {
      if numbered.contains(name) {
        guard let table = try read.table(name, IntegerOrder.self) else { continue }
        var cursor = try read.cursor(table)
        while try cursor.next() {
          let key = withUnsafeBytes(of: cursor.key) { [UInt8]($0) }
          add(name, key, cursor.value.withUnsafeBytes { [UInt8]($0) })
        }
      } else {
        guard let table = try read.table(name, LexicalOrder.self) else { continue }
        var cursor = try read.cursor(table)
        while try cursor.next() {
          let key = cursor.key.withUnsafeBytes { [UInt8]($0) }
          add(name, key, cursor.value.withUnsafeBytes { [UInt8]($0) })
        }
      }
    }
    self.rows = rows
  }
}
