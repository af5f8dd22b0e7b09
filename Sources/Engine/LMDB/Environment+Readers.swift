internal import CDaybook

/// A slot of the reader table that somebody uses.
public struct ReaderSlot: Sendable, Hashable {
  /// The process.
  public let process: Int32
  /// The number of the commit that it sees; nil when it is between two snapshots.
  public let transaction: UInt64?

  /// Whether it is of this process.
  var isOwn: Bool { process == getpid() }
}

extension Environment {
  /// The reader slots in use, over all processes, without those by which journals keep the pages of
  /// a checkpoint. Wraps `mdb_reader_list`.
  public func readerSlots() throws(LMDBError) -> [ReaderSlot] {
    let slots = try allSlots()
    guard let journal else { return slots }
    let (own, others) = try journal.pinnedTransactions()
    return slots.filter { slot in
      guard let transaction = slot.transaction else { return true }
      return slot.isOwn ? !own.contains(transaction) : transaction != others
    }
  }

  private func allSlots() throws(LMDBError) -> [ReaderSlot] {
    var lines: [String] = []
    let code = withUnsafeMutablePointer(to: &lines) { pointer in
      mdb_reader_list(
        handle,
        { text, context in
          guard let text, let context else { return -1 }
          // Safety: the context is the array above, which outlives the call.
          context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: text))
          return 0
        }, pointer)
    }
    if code < 0 { try check(code, "mdb_reader_list") }
    return lines.compactMap(Self.slot)
  }

  /// Whether another process has a reader slot, which those that have read keep while they are
  /// open.
  ///
  /// True when that cannot be told.
  public var isOpenElsewhere: Bool {
    guard let slots = try? allSlots() else { return true }
    return slots.contains { !$0.isOwn }
  }

  /// A line is process, thread and transaction, or a dash; the first one is a headline.
  private static func slot(_ line: String) -> ReaderSlot? {
    let parts = line.split(whereSeparator: \.isWhitespace)
    guard parts.count == 3, let process = Int32(parts[0]) else { return nil }
    return ReaderSlot(process: process, transaction: UInt64(parts[2]))
  }
}
