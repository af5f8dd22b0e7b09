/// Goes through the positions of events of some types, without a look at the events between them.
struct TypeWalk {
  private let log: LogReader
  private let types: Set<UInt32>
  private let goesUp: Bool
  /// The position behind the blocks that have rows.
  private let end: UInt64

  /// - Parameter newest: the newest position of the log.
  init(_ types: Set<UInt32>, _ order: History.Order, through newest: UInt64, _ log: LogReader) {
    (self.types, self.log, goesUp) = (types, log, order == .oldestFirst)
    end = TypeBlock.start(TypeBlock.number(of: newest + 1))
  }

  /// Calls `body` with positions within others until it says false.
  ///
  /// Those beyond the last block that has rows are of any type.
  func forEach(in positions: Range<UInt64>, _ body: (UInt64) throws -> Bool) throws {
    let rest = positions.clamped(to: end..<max(end, positions.upperBound))
    if goesUp {
      guard try forEachIndexed(in: positions, body) else { return }
      for position in rest where try !body(position) { return }
    } else {
      for position in rest.reversed() where try !body(position) { return }
      _ = try forEachIndexed(in: positions, body)
    }
  }

  /// False when `body` has said so.
  private func forEachIndexed(
    in positions: Range<UInt64>, _ body: (UInt64) throws -> Bool
  ) throws -> Bool {
    let positions = positions.clamped(to: 0..<end)
    if positions.isEmpty { return true }
    let blocks = Self.blocks(of: positions)
    var next = try types.compactMap { try nearest($0, in: blocks) }
    while let number = goesUp ? next.map(\.number).min() : next.map(\.number).max() {
      let found = next.filter { $0.number == number }
      var inside = found.flatMap(\.positions).filter(positions.contains)
      if found.count > 1 { inside.sort() }
      if !goesUp { inside.reverse() }
      for position in inside where try !body(position) { return false }
      next.removeAll { $0.number == number }
      let rest = goesUp ? number + 1..<blocks.upperBound : blocks.lowerBound..<number
      next += try found.compactMap { try nearest($0.type, in: rest) }
    }
    return true
  }

  private static func blocks(of positions: Range<UInt64>) -> Range<UInt64> {
    TypeBlock.number(of: positions.lowerBound)..<TypeBlock.number(of: positions.upperBound - 1) + 1
  }

  /// The first row of a type in blocks, in the walk's direction.
  private func nearest(_ type: UInt32, in blocks: Range<UInt64>) throws -> TypeBlock? {
    var found: TypeBlock?
    func look(_ key: BorrowedBytes, _ row: BorrowedBytes) throws -> Bool {
      found = try TypeBlock(key, row, log)
      return false
    }
    try DotKey.withBytes(type, blocks.lowerBound) { lower in
      try DotKey.withBytes(type, blocks.upperBound) { upper in
        if goesUp {
          try RowScan.forward(log.transaction, log.tables.types, from: lower, before: upper, look)
        } else {
          try RowScan.reversed(log.transaction, log.tables.types, from: lower, before: upper, look)
        }
      }
    }
    return found
  }
}
