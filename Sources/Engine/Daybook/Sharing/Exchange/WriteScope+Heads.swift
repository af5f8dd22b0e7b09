internal import LMDB

extension WriteScope {
  /// Stores the heads that came with the draft, of transactions that are here.
  mutating func storeSigned() throws {
    if draft.signed.isEmpty { return }
    for head in draft.signed {
      guard let replica = try reader.number(of: head.dot.replica),
        try head.dot.sequence <= reader.newestSequence(replica)
      else { continue }
      // A chain that is kept for itself says less than a head.
      if !head.isSigned, try reader.head(replica, head.dot.sequence) != nil { continue }
      head.encode(into: &rows.buffers.scratch)
      try MetaKey.head(replica, head.dot.sequence).withBytes {
        try rows.putScratch(tables.meta, $0)
      }
      hasChanges = true
    }
    draft.signed = []
  }
}
