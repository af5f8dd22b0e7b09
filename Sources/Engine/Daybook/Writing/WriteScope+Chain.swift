internal import LMDB

extension WriteScope {
  /// Ends the chain of the transaction that is being stored with the row of its record.
  mutating func endChain(with row: BorrowedBytes) throws {
    counters.chain = draft.chain.ending(with: row)
    if draft.number.isMultiple(of: LogChain.step) { try put(counters.chain, at: draft.number) }
  }

  /// Lets the chain begin after a transaction, because those up to it are purged, or about to be.
  mutating func beginChain(after number: UInt64) throws {
    let chain =
      number == counters.transactions
      ? counters.chain : try reader.chain(through: number)
    try removeChainMarks { $0 <= number }
    try put(chain, at: number)
  }

  /// Writes the chain anew from a transaction on, because its row or a later one has changed.
  ///
  /// - Parameter chain: the chain through the transaction before.
  mutating func renewChain(after number: UInt64, _ chain: LogChain) throws {
    try removeChainMarks { $0 > number }
    var (number, chain) = (number, chain)
    while number < counters.transactions {
      let next = min((number / LogChain.step + 1) * LogChain.step, counters.transactions)
      chain = try reader.chain(chain, after: number, through: next)
      number = next
      if number.isMultiple(of: LogChain.step) { try put(chain, at: number) }
    }
    counters.chain = chain
  }

  /// Keeps the hash of what purges have left, now that one has ended; it may be there already.
  mutating func keepRemains() throws {
    guard counters.purged > 0, try reader.remains() == nil else { return }
    try put(reader.remains(counters), .remains)
  }

  /// Removes the hash of what purges have left, which is about to change.
  mutating func forgetRemains() throws {
    try MetaKey.remains.withBytes { _ = try rows.transaction.remove(tables.meta, $0) }
  }

  private mutating func put(_ chain: LogChain, at number: UInt64) throws {
    try put(chain, .chain(number))
  }

  /// Keeps a chain under a key of `meta`.
  mutating func put(_ chain: LogChain, _ key: MetaKey) throws {
    rows.buffers.scratch.truncate()
    chain.write(to: rows.buffers.scratch.space(LogChain.size))
    try key.withBytes { try rows.putScratch(tables.meta, $0) }
  }

  private mutating func removeChainMarks(where isGone: (UInt64) -> Bool) throws {
    var gone: [UInt64] = []
    try reader.forEachChainMark {
      if isGone($0.number) { gone.append($0.number) }
      return true
    }
    for number in gone {
      try MetaKey.chain(number).withBytes {
        _ = try rows.transaction.remove(tables.meta, $0)
      }
    }
  }
}
