import LMDB

/// Changes that somebody could make who does not want to be noticed: every checksum fits.
extension StoreFixtures {
  /// Puts other text in place of some in a row of the log, and makes the row's checksum fit.
  ///
  /// - Parameter table: `events`, `transactions` or `names`.
  /// - Returns: whether the row has the text.
  @discardableResult
  public static func change(
    _ table: String, _ number: UInt64, at path: String, _ old: String, to new: String
  ) throws -> Bool {
    try change(table, number, at: path) { row in
      guard let start = row.indices.first(where: { row[$0...].starts(with: old.utf8) }) else {
        return false
      }
      row.replaceSubrange(start..<start + old.utf8.count, with: new.utf8)
      return true
    }
  }

  /// Changes a row of the log as `body` does, and makes its checksum, the first four bytes, fit.
  ///
  /// - Returns: what `body` says.
  @discardableResult
  public static func change(
    _ table: String, _ number: UInt64, at path: String, _ body: (inout [UInt8]) throws -> Bool
  ) throws -> Bool {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    let rows = try transaction.makeTable(table, IntegerOrder.self)
    var row = try transaction.value(rows, number)?.withUnsafeBytes { [UInt8]($0) } ?? []
    guard try body(&row) else { return false }
    let sum = row.withUnsafeBytes {
      Checksum.crc32c(number, UnsafeRawBufferPointer(rebasing: $0.dropFirst(4)))
    }
    withUnsafeBytes(of: sum.littleEndian) { row.replaceSubrange(0..<4, with: $0) }
    try row.withUnsafeBytes { try transaction.put(rows, number, $0) }
    try environment.commit(transaction)
    return true
  }

  /// Changes the first row of a table whose keys are bytes for which `body` says true, and makes
  /// its checksum fit. The empty name is that of the row beside the tables.
  ///
  /// - Parameter isSealed: whether the checksum is to fit.
  /// - Returns: whether there was one.
  @discardableResult
  public static func change(
    rowOf name: String, at path: String, isSealed: Bool = true,
    _ body: (_ key: [UInt8], _ row: inout [UInt8]) throws -> Bool
  ) throws -> Bool {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    let table =
      try name.isEmpty
      ? transaction.borrowed.mainTable() : transaction.makeTable(name, LexicalOrder.self)
    var found: (key: [UInt8], row: [UInt8])?
    do {
      let read: BorrowedTransaction = transaction.borrowed
      var cursor = try read.cursor(table)
      while found == nil, try cursor.next() {
        let key = cursor.key.withUnsafeBytes { [UInt8]($0) }
        var row = cursor.value.withUnsafeBytes { [UInt8]($0) }
        let seal = Array(row.suffix(4))
        row.removeLast(4)
        guard try body(key, &row) else { continue }
        found = (key, isSealed ? Self.sealed(row, name, key) : row + seal)
      }
    }
    guard let found else { return false }
    try found.key.withUnsafeBytes { key in
      try found.row.withUnsafeBytes { try transaction.put(table, key, $0) }
    }
    try environment.commit(transaction)
    return true
  }

  /// Puts the first row of a table for whose key `body` says true under the key that it makes of
  /// it, with the checksum of the old one.
  @discardableResult
  public static func move(
    rowOf name: String, at path: String, _ body: (_ key: inout [UInt8]) -> Bool
  ) throws -> Bool {
    let environment = try Environment(path: path)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable(name, LexicalOrder.self)
    var found: (old: [UInt8], new: [UInt8], row: [UInt8])?
    do {
      let read: BorrowedTransaction = transaction.borrowed
      var cursor = try read.cursor(table)
      while found == nil, try cursor.next() {
        let old = cursor.key.withUnsafeBytes { [UInt8]($0) }
        var new = old
        if body(&new) { found = (old, new, cursor.value.withUnsafeBytes { [UInt8]($0) }) }
      }
    }
    guard let found else { return false }
    _ = try found.old.withUnsafeBytes { try transaction.remove(table, $0) }
    try found.new.withUnsafeBytes { key in
      try found.row.withUnsafeBytes { try transaction.put(table, key, $0) }
    }
    try environment.commit(transaction)
    return true
  }

  private static func sealed(_ row: [UInt8], _ table: String, _ key: [UInt8]) -> [UInt8] {
    let sum = (Array(table.utf8) + key + row).withUnsafeBytes { Checksum.crc32c($0) }
    return row + withUnsafeBytes(of: sum.littleEndian) { [UInt8]($0) }
  }

  // MARK: Chains

  /// Makes the chains of names and transactions, and the hash of what purges have left, anew from
  /// the rows, by what the guide's page on the stored format says.
  public static func chainAnew(at path: String) throws {
    let names = try rows("names", at: path).reduce(nothing) { following($0, [$1.row]) }
    try keep(names, Array("names".utf8), at: path)
    var (last, position): (UInt64, UInt64) = (0, 0)
    try change(rowOf: "", at: path) { key, row in
      if key == heads { (last, position) = (integer(row, 72), integer(row, 80)) }
      return false
    }
    let transactions = try rows("transactions", at: path)
    let events = try rows("events", at: path)
    var chain = last == 0 ? nothing : try mark(last, at: path)
    if last > 0 {
      let left = transactions.filter { $0.number <= last } + events.filter { $0.number <= position }
      let rows = left.flatMap { bytes($0.number) + sized($0.row) } + (try baselines(at: path))
      try keep(hash(chain + rows), Array("remains".utf8), at: path)
    }
    let byPosition = Dictionary(uniqueKeysWithValues: events.map { ($0.number, $0.row) })
    for (number, row) in transactions where number > last {
      let first = integer(row, 8)
      let end = first + integer(row, 16) & 0xFFFF_FFFF
      chain = following(chain, (first..<end).compactMap { byPosition[$0] } + [row])
      try keep(chain, markKey(number), at: path)
    }
    try change(rowOf: "", at: path) { key, row in
      if key != heads { return false }
      row.replaceSubrange(96..<128, with: chain)
      return true
    }
  }

  private static let heads = Array("heads".utf8)

  /// Puts a chain in place of one that is kept; where none is, it stays so.
  private static func keep(_ chain: [UInt8], _ wanted: [UInt8], at path: String) throws {
    try change(rowOf: "meta", at: path) { key, row in
      if key != wanted { return false }
      row = chain
      return true
    }
  }

  private static let nothing = [UInt8](repeating: 0, count: 32)

  private static func following(_ chain: [UInt8], _ rows: [[UInt8]]) -> [UInt8] {
    hash(chain + rows.flatMap(sized))
  }

  /// A row with its length in place of its checksum.
  private static func sized(_ row: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(row.count).littleEndian) { [UInt8]($0) } + row.dropFirst(4)
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { SHA256.portable($0) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) }
  }

  private static func integer(_ row: [UInt8], _ offset: Int) -> UInt64 {
    row[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func markKey(_ number: UInt64) -> [UInt8] {
    let digits = String(number, radix: 16)
    return Array("chain/\(String(repeating: "0", count: 16 - digits.count))\(digits)".utf8)
  }

  private static func mark(_ number: UInt64, at path: String) throws -> [UInt8] {
    var mark = nothing
    try change(rowOf: "meta", at: path) { key, row in
      if key == markKey(number) { mark = row }
      return false
    }
    return mark
  }

  private static func baselines(at path: String) throws -> [UInt8] {
    var all: [UInt8] = []
    try change(rowOf: "baselines", at: path) { key, row in
      all += key + sized([0, 0, 0, 0] + row)
      return false
    }
    return all
  }

  /// The rows of a table of the log, in their order.
  private static func rows(
    _ name: String, at path: String
  ) throws -> [(number: UInt64, row: [UInt8])] {
    let environment = try Environment(path: path)
    let read = try environment.beginRead()
    guard let table = try read.table(name, IntegerOrder.self) else { return [] }
    var found: [(number: UInt64, row: [UInt8])] = []
    var cursor = try read.cursor(table)
    while try cursor.next() {
      found.append((cursor.key, cursor.value.withUnsafeBytes { [UInt8]($0) }))
    }
    return found
  }
}
