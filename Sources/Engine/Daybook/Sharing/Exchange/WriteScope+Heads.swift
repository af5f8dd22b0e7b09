extension WriteScope {
  /// Stores the heads that came with the draft, as far as their transactions are here.
  mutating func storeSigned() throws {
    if draft.signed.isEmpty { return }
    for head in draft.signed {
      guard let replica = try reader.number(of: head.dot.replica),
        try head.dot.sequence <= reader.newestSequence(replica)
      else { continue }
      // A chain without a signature says less than one with it.
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
