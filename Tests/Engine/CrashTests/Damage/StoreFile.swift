import Foundation
import LMDB

/// The file of a closed store, to be looked at and damaged from below the engine.
struct StoreFile {
  let directory: String

  var data: URL { URL(fileURLWithPath: directory + "/data.mdb") }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: data)) }

  func replace(with bytes: [UInt8]) throws { try Data(bytes).write(to: data) }

  /// Leaves an environment that nobody has written to.
  func makeEmpty() throws { _ = try Environment(path: directory) }

  // MARK: Through LMDB

  /// Changes the row of a number through LMDB; false when there is none.
  func change(_ name: String, _ number: UInt64, _ body: (inout [UInt8]) -> Void) throws {
    let environment = try Environment(path: directory)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable(name, IntegerOrder.self)
    var row: [UInt8] = []
    do {
      guard let span = try transaction.value(table, number) else { throw Missing(table: name) }
      row = span.withUnsafeBytes { [UInt8]($0) }
    }
    body(&row)
    try row.withUnsafeBytes { try transaction.put(table, number, $0) }
    try environment.commit(transaction)
  }

  /// Changes the row at `index`, in the order of keys, through LMDB.
  func change(_ name: String, at index: Int, _ body: (inout [UInt8]) -> Void) throws {
    let (key, stored) = try rows(name)[index]
    var row = stored
    body(&row)
    try put(name, key, row)
  }

  /// Stores a row of a table with keys of text, and its checksum after it.
  func putSealed(_ name: String, _ key: [UInt8], _ row: [UInt8]) throws {
    let whole = Array(name.utf8) + key + row
    let sum = whole.withUnsafeBytes { Checksum.crc32c($0) }
    try put(name, key, row + withUnsafeBytes(of: sum.littleEndian) { [UInt8]($0) })
  }

  /// Stores a row of a table with keys of text.
  func put(_ name: String, _ key: [UInt8], _ row: [UInt8]) throws {
    let environment = try Environment(path: directory)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable(name, LexicalOrder.self)
    try key.withUnsafeBytes { key in
      try row.withUnsafeBytes { try transaction.put(table, key, $0) }
    }
    try environment.commit(transaction)
  }

  /// The rows of a table with keys of text.
  func rows(_ name: String) throws -> [(key: [UInt8], row: [UInt8])] {
    let environment = try Environment(path: directory)
    let transaction = try environment.beginRead()
    guard let table = try transaction.table(name, LexicalOrder.self) else { return [] }
    var cursor = try transaction.cursor(table)
    var found: [(key: [UInt8], row: [UInt8])] = []
    while try cursor.next() {
      let key = cursor.key.withUnsafeBytes { [UInt8]($0) }
      found.append((key, cursor.value.withUnsafeBytes { [UInt8]($0) }))
    }
    return found
  }

  struct Missing: Error {
    let table: String
  }
}
