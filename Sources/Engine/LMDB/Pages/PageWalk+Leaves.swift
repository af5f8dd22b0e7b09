extension PageWalk {
  /// Every leaf, in the order of the file, and what belongs to them.
  ///
  /// - Returns: false when `isCancelled` did, between two reads.
  func leaves(isCancelled: () -> Bool) throws(PageFault) -> Bool {
    waiting.sort { $0.page < $1.page }
    var index = 0
    while index < waiting.count {
      if isCancelled() { return false }
      let start = waiting[index].page
      let count = try file.read(start, into: buffer)
      while index < waiting.count, waiting[index].page - start < UInt64(count) {
        let reference = waiting[index]
        let offset = Int(reference.page - start) * file.pageSize
        // Safety: the page is one of the `count` that were read into the buffer.
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + file.pageSize])
        try check(try PageView(bytes, reference.page, flags: PageView.leaf), reference)
        index += 1
      }
    }
    waiting = []
    runs.sort { $0.page < $1.page }
    for run in runs {
      if isCancelled() { return false }
      try check(run)
    }
    runs = []
    try checkCounts()
    return true
  }

  /// A leaf: nodes within, keys in order and within the bounds, no hole.
  func check(_ page: PageView, _ own: Reference) throws(PageFault) {
    let isInteger = trees[own.tree].hasIntegerKeys
    var filled = 0
    var previous: UnsafeRawBufferPointer?
    for index in 0..<page.count {
      let row = try page.row(index)
      guard !isInteger || row.key.count == 8 else { throw page.damaged(index) }
      let isOrdered =
        if let previous { Self.precedes(previous, row.key, isInteger) } else {
          own.low.count < 0 || !precedes(row.key, own.low, isInteger)
        }
      guard isOrdered else { throw outOfOrder(page) }
      previous = row.key
      filled += PageView.length(key: row.key.count, data: row.data.count)
      switch row.flags {
      case 0: break
      case PageView.Row.long: try claimRun(row, own.tree)
      case PageView.Row.table where own.tree == 1: break
      default: throw page.damaged(index)
      }
    }
    if let previous, !precedes(previous, own.high, isInteger) { throw outOfOrder(page) }
    try page.checkFilled(filled)
    trees[own.tree].leaves += 1
    trees[own.tree].rows += UInt64(page.count)
  }

  private func outOfOrder(_ page: PageView) -> PageFault {
    PageFault("the keys of page \(page.number) are out of order or out of place")
  }

  /// The value of a long row lies in pages that follow one another.
  private func claimRun(_ row: PageView.Row, _ tree: Int) throws(PageFault) {
    let first = row.data.loadUnaligned(as: UInt64.self)
    try claim(first, tree)
    let needed = UInt64((PageView.headerSize - 1 + row.size) / file.pageSize + 1)
    runs.append(Run(page: first, needed: needed, tree: tree))
  }

  /// The header of such pages has their count where others have their free space.
  ///
  /// They may be more than are needed: LMDB writes a shorter value over one of the same
  /// transaction.
  func check(_ run: Run) throws(PageFault) {
    let bytes = try read(run.page)
    let count = UInt64(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    guard bytes.loadUnaligned(as: UInt64.self) == run.page,
      bytes.loadUnaligned(fromByteOffset: 10, as: UInt16.self) == PageView.long,
      count >= run.needed, count <= fields.last
    else { throw PageFault("the long value in page \(run.page) is damaged") }
    for page in run.page + 1..<run.page + count { try claim(page, run.tree) }
    trees[run.tree].longPages += count
  }
}
