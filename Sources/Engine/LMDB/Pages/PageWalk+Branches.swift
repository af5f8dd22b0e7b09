extension PageWalk {
  /// The free list: its pages, its order, and each page in it once.
  func freeList(mustHaveFreed: Bool) throws(PageFault) {
    trees.append(Counted(name: "the free list", header: fields.freeList))
    var newest: UInt64 = 0
    for reference in try descend(0..<1) {
      let page = try PageView(try read(reference.page), reference.page, flags: PageView.leaf)
      try check(page, reference)
      var lists: [(transaction: UInt64, size: Int, run: UInt64?, numbers: [UInt64])] = []
      for index in 0..<page.count {
        let row = try page.row(index)
        let transaction = row.key.loadUnaligned(as: UInt64.self)
        let isLong = row.flags == PageView.Row.long
        let run = isLong ? row.data.loadUnaligned(as: UInt64.self) : nil
        lists.append((transaction, row.size, run, isLong ? [] : Self.numbers(row.data)))
      }
      for run in runs { try check(run) }
      runs = []
      for list in lists {
        newest = list.transaction
        guard newest > 0, newest <= fields.transaction else {
          throw PageFault(
            "the free list knows commit \(newest), the root is of commit \(fields.transaction)")
        }
        let numbers = try list.run.map { (run) throws(PageFault) in try long(run, list.size) }
        try claimList(
          numbers ?? list.numbers, newest, in: list.run ?? reference.page, isLong: list.run != nil)
      }
    }
    if mustHaveFreed, newest != fields.transaction {
      throw PageFault("the root is of commit \(fields.transaction), which freed no page")
    }
  }

  /// The numbers of a long list, which lies in pages of its own.
  private func long(_ page: UInt64, _ size: Int) throws(PageFault) -> [UInt64] {
    // The pages were claimed, so they are in the file.
    let count = (PageView.headerSize + size + file.pageSize - 1) / file.pageSize
    // Safety: freed at the end; read below only as far as the file filled it.
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count * file.pageSize, alignment: 16)
    defer { bytes.deallocate() }
    guard try file.read(page, into: bytes) == count else {
      throw PageFault("page \(page) is missing: the file was cut off")
    }
    return Self.numbers(
      UnsafeRawBufferPointer(
        rebasing: bytes[PageView.headerSize..<PageView.headerSize + size]))
  }

  private static func numbers(_ bytes: UnsafeRawBufferPointer) -> [UInt64] {
    (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
  }

  /// A list is its length, then so many page numbers, each less than the one before.
  ///
  /// - Parameter first: the page that it is in, or the first of those if it is long.
  private func claimList(
    _ list: [UInt64], _ transaction: UInt64, in first: UInt64, isLong: Bool
  ) throws(PageFault) {
    func fault(at index: Int, _ reason: String) -> PageFault {
      let place = isLong ? (PageView.headerSize + index * 8) / file.pageSize : 0
      return PageFault(
        "page \(first + UInt64(place)): the free list of commit \(transaction) \(reason)")
    }
    guard let count = list.first, count < UInt64(list.count) else {
      throw fault(at: 0, "is damaged")
    }
    var previous = UInt64.max
    for index in 1..<Int(count) + 1 {
      let page = list[index]
      guard page < previous else { throw fault(at: index, "is out of order") }
      guard page >= 2, page <= fields.last else {
        throw fault(at: index, "names page \(page), the last is \(fields.last)")
      }
      try claim(free: page)
      previous = page
    }
  }

  /// The table of tables, and the header of each.
  func tables() throws(PageFault) {
    trees.append(Counted(name: "the table of tables", header: fields.main))
    var found: [Counted] = []
    for reference in try descend(1..<2) {
      let page = try PageView(try read(reference.page), reference.page, flags: PageView.leaf)
      try check(page, reference)
      for index in 0..<page.count {
        let row = try page.row(index)
        guard row.flags == PageView.Row.table else { continue }
        guard row.size == TableHeader.size else { throw page.damaged(index) }
        let name = "table \(String(decoding: row.key, as: UTF8.self))"
        let header = TableHeader(row.data, at: 0)
        try header.check(name, last: fields.last)
        guard header.pad == 0, header.flags & ~TableHeader.integerKeys == 0 else {
          throw PageFault("\(name) has the flags \(header.flags), which no table of a store has")
        }
        found.append(Counted(name: name, header: header))
      }
    }
    trees += found
  }

  /// How many branch pages the tables say they have.
  var branchCount: UInt64 {
    trees.dropFirst(2).reduce(0) { $0 + min($1.header.branches, fields.last) }
  }

  /// The branches of every table, and the numbers of the leaves.
  func branches() throws(PageFault) { waiting = try descend(trees.indices.dropFirst(2)) }

  /// The leaves of some trees. All trees are gone down together, level by level, so that what is
  /// read next can be asked for before.
  private func descend(_ chosen: Range<Int>) throws(PageFault) -> [Reference] {
    var leaves: [Reference] = []
    var level: [Reference] = []
    for tree in chosen where trees[tree].header.depth > 0 {
      let root = trees[tree].header.root
      try claim(root, tree)
      level.append(Reference(page: root, tree: tree, low: .none, high: .none))
    }
    var depth = 1
    while !level.isEmpty {
      var branches: [Reference] = []
      for reference in level {
        let isLeaf = trees[reference.tree].header.depth == depth
        if isLeaf { leaves.append(reference) } else { branches.append(reference) }
      }
      if branches.count > 1 { for reference in branches { file.willNeed(reference.page) } }
      level = []
      for reference in branches { try branch(reference, &level) }
      depth += 1
    }
    return leaves
  }

  /// The key of a branch's first child is not used; the others begin where their key says.
  private func branch(_ own: Reference, _ below: inout [Reference]) throws(PageFault) {
    let isInteger = trees[own.tree].hasIntegerKeys
    let page = try PageView(try read(own.page), own.page, flags: PageView.branch)
    trees[own.tree].branches += 1
    var (low, filled) = (own.low, 0)
    var child: UInt64?
    for index in 0..<page.count {
      let (next, key) = try page.child(index)
      filled += PageView.length(key: key.count)
      if let child {
        guard !isInteger || key.count == 8, follows(key, low, isInteger),
          precedes(key, own.high, isInteger)
        else { throw PageFault("the keys of branch page \(own.page) are out of order") }
        let place = keep(key)
        below.append(Reference(page: child, tree: own.tree, low: low, high: place))
        low = place
      }
      try claim(next, own.tree)
      child = next
    }
    if let child {
      below.append(Reference(page: child, tree: own.tree, low: low, high: own.high))
    }
    try page.checkFilled(filled)
  }
}
