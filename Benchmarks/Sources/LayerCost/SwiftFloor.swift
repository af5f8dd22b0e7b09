import LMDB

/// The loops of `floor.c`, line by line, through the `LMDB` module.
struct SwiftFloor: ~Copyable {
  let environment: Environment
  let table: Table<IntegerOrder>

  /// Four GiB of map are plenty, and valgrind refuses the usual 64.
  static func open(path: String) throws -> SwiftFloor {
    let environment = try Environment(path: path, options: .init(mapSize: 1 << 32))
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("rows", IntegerOrder.self)
    try environment.commit(transaction)
    return SwiftFloor(environment: environment, table: table)
  }

  func append(first: UInt64, count: UInt64, batch: UInt64, record: [UInt8]) throws {
    var buffer = record
    var done: UInt64 = 0
    while done < count {
      var transaction = try environment.beginWrite()
      let end = min(done + batch, count)
      try buffer.withUnsafeMutableBytes { bytes in
        while done < end {
          let number = first + done
          bytes.storeBytes(of: number, as: UInt64.self)
          try transaction.append(table, number, UnsafeRawBufferPointer(bytes))
          done += 1
        }
      }
      try environment.commit(transaction)
    }
  }

  func scan(count: UInt64) throws(LMDBError) -> UInt64 {
    let transaction = try environment.beginRead()
    var cursor = try transaction.cursor(table)
    var sum: UInt64 = 0
    for _ in 0..<count {
      if try !cursor.next() { _ = try cursor.first() }
      sum &+= cursor.value.withUnsafeBytes(Self.words)
    }
    return sum
  }

  func get(count: UInt64, rows: UInt64) throws(LMDBError) -> UInt64 {
    let transaction = try environment.beginRead()
    var sum: UInt64 = 0
    var random: UInt64 = 1
    for _ in 0..<count {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = 1 + (random >> 33) % rows
      guard let value = try transaction.value(table, number) else { continue }
      sum &+= value.unsafeLoadUnaligned(as: UInt64.self)
    }
    return sum
  }

  /// The sum of a row's words, without checks for overflow, as in C.
  @inline(__always)
  private static func words(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard var word = bytes.baseAddress else { return 0 }
    let end = word + (bytes.count & ~7)
    var sum: UInt64 = 0
    while word != end {
      // Safety: `word` is a multiple of eight bytes before `end`, which is within the buffer.
      sum &+= word.loadUnaligned(as: UInt64.self)
      word += 8
    }
    return sum
  }
}
