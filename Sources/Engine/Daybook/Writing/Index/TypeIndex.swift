internal import LMDB

/// Finds the events of a type, in blocks of 1,024 positions.
///
/// A block has a row for each type of its events, from the moment when the log has come to its end.
/// So most appends of few events write none, and whoever searches looks at each event of the newest
/// block; see `TypeWalk`.
enum TypeIndex: LogIndex {
  static let name = "types"
  static let format = (
    key: "event type (4 bytes), number of a block of positions (8 bytes), both big-endian",
    value: "places in the block; see below"
  )

  /// The blocks that end within positions.
  private static func blocks(endingIn positions: Range<UInt64>) -> Range<UInt64> {
    TypeBlock.number(of: positions.lowerBound)..<TypeBlock.number(of: positions.upperBound)
  }

  static func note(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    let stored = scope.draft.stored
    scope.currentTypes.start(at: scope.draft.first + UInt64(stored))
    for index in stored..<scope.draft.events.count {
      guard let full = scope.currentTypes.note(scope.draft.events[index].type) else { continue }
      let blocks = try full.isWhole ? full.blocks : TypeBlock.all(full.number, scope.reader)
      for block in blocks {
        block.encode(into: &scope.rows.buffers.scratch)
        try block.withKey { try scope.rows.putScratch(scope.tables.types, $0) }
      }
    }
  }

  /// The rows of a block go with its last transaction: nobody looks for what was purged.
  static func forget(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    for number in blocks(endingIn: record.positions) {
      for (index, name) in scope.names.all.enumerated()
      where name.sort == Names.Sort.eventType.rawValue {
        try DotKey.withBytes(UInt32(index + 1), number) { key in
          _ = try scope.rows.transaction.remove(scope.tables.types, key)
        }
      }
    }
  }

  /// Each block has the rows that its events lead to, beyond what was purged.
  static func check(_ scope: borrowing WriteScope) throws -> String {
    let log = scope.reader
    let first = scope.counters.purgedPosition + 1
    let numbers = blocks(endingIn: first..<max(first, scope.counters.events + 1))
    var count = 0
    for number in numbers {
      for block in try TypeBlock.all(number, from: first, log) {
        let stored = try block.withKey { key in
          try log.transaction.row(log.tables.types, key).map { try TypeBlock(key, $0, log) }
        }
        guard stored?.positions.filter({ $0 >= first }) == block.positions else {
          throw StoreError(
            .damaged,
            "the events of type \(block.type) in block \(number) are not those of its row")
        }
        count += 1
      }
    }
    try log.everyRow(of: log.tables.types) { key, row in
      let block = try TypeBlock(key, row, log)
      guard let last = block.positions.last, last >= first else { return }
      count -= 1
    }
    guard count == 0 else {
      throw StoreError(.damaged, "the table types has rows of events that are not in the log")
    }
    return numbers.count.counted("block")
  }
}

/// A row of the table `types`: where the events of a type are in a block of positions.
struct TypeBlock: Equatable {
  let type: UInt32
  let number: UInt64
  /// A bit for each place, from the low one of the first word on.
  private var bits = [UInt64](repeating: 0, count: 1 << Self.shift / 64)

  private static let shift = 10
  /// From so many places on the row has the bits instead of the places.
  private static let many = 64

  /// The block of a position.
  static func number(of position: UInt64) -> UInt64 { position >> UInt64(shift) }
  /// The first position of a block.
  static func start(_ number: UInt64) -> UInt64 { number << UInt64(shift) }

  fileprivate init(_ type: UInt32, _ number: UInt64) { (self.type, self.number) = (type, number) }

  /// - Throws: `StoreError.damaged`.
  init(_ key: BorrowedBytes, _ row: BorrowedBytes, _ log: LogReader) throws {
    guard key.count == DotKey.size, row.count % 2 == 0, (2...Self.many * 2).contains(row.count)
    else { throw log.transaction.damaged(log.tables.types, key) }
    type = UInt32(bigEndian: key.loadUnaligned(as: UInt32.self))
    number = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    if row.count == Self.many * 2 {
      for word in bits.indices { bits[word] = row.load(word * 8) }
    } else {
      for index in 0..<row.count / 2 {
        let place = Int(row.load(index * 2, as: UInt16.self))
        guard place < 1 << Self.shift else { throw log.transaction.damaged(log.tables.types, key) }
        insert(place)
      }
    }
  }

  /// Those of a block that the log has come to the end of, in the order of types.
  ///
  /// An event that is damaged may be of any type: each has its place, so that whoever looks for
  /// events of one is told.
  static func all(
    _ number: UInt64, from first: UInt64 = 0, _ log: LogReader
  ) throws -> [TypeBlock] {
    var blocks: [TypeBlock] = []
    var damaged: [Int] = []
    var cursor = try log.transaction.cursor(log.tables.events)
    var isThere = try cursor.seek(max(start(number), first))
    while isThere, Self.number(of: cursor.key) == number {
      let position = cursor.key
      let place = Int(position - start(number))
      if let event = cursor.value.withUnsafeBytes({ EventRecord($0, position: position) }) {
        blocks.insert(event.type, place, of: number)
      } else {
        damaged.append(place)
      }
      isThere = try cursor.next()
    }
    for index in blocks.indices {
      for place in damaged { blocks[index].insert(place) }
    }
    return blocks.sorted { $0.type < $1.type }
  }

  fileprivate mutating func insert(_ place: Int) { bits[place / 64] |= 1 << UInt64(place % 64) }

  /// The places, ascending.
  private func forEachPlace(_ body: (Int) -> Void) {
    for word in bits.indices {
      var rest = bits[word]
      while rest != 0 {
        body(word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  /// Ascending.
  var positions: [UInt64] {
    var found: [UInt64] = []
    forEachPlace { found.append(Self.start(number) + UInt64($0)) }
    return found
  }

  func withKey<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R {
    try DotKey.withBytes(type, number, nil, body)
  }

  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    if bits.reduce(0, { $0 + $1.nonzeroBitCount }) < Self.many {
      forEachPlace { writer.raw(UInt16($0)) }
    } else {
      for word in bits { writer.raw(word) }
    }
  }
}

extension [TypeBlock] {
  /// Notes an event; neighbours often have one type, and a block has few.
  fileprivate mutating func insert(_ type: UInt32, _ place: Int, of number: UInt64) {
    var index = count - 1
    while index >= 0, self[index].type != type { index -= 1 }
    if index < 0 {
      append(TypeBlock(type, number))
      index = count - 1
    }
    self[index].insert(place)
  }
}

/// The types of events in the block that is not full, as far as this process has stored them.
struct CurrentTypes {
  private var blocks: [TypeBlock] = []
  /// The first position that was noted, and the one behind the last.
  private var first: UInt64 = 0
  private var end: UInt64 = 0

  /// Events from `position` on come next. Those that were noted count if they are before it.
  fileprivate mutating func start(at position: UInt64) {
    if position == end { return }
    blocks.removeAll(keepingCapacity: true)
    (first, end) = (position, position)
  }

  /// Notes the next event. Returns what was noted of its block when it is the last one there, and
  /// whether that is all of it.
  fileprivate mutating func note(
    _ type: UInt32
  ) -> (number: UInt64, blocks: [TypeBlock], isWhole: Bool)? {
    let number = TypeBlock.number(of: end)
    blocks.insert(type, Int(end - TypeBlock.start(number)), of: number)
    end += 1
    if TypeBlock.number(of: end) == number { return nil }
    // The first position of all is 1.
    let isWhole = first <= max(TypeBlock.start(number), 1)
    let full = blocks.sorted { $0.type < $1.type }
    blocks.removeAll(keepingCapacity: true)
    first = end
    return (number, full, isWhole)
  }
}
