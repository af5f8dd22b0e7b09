/// Reading the records of an interval.
extension JournalFile {
  /// What is to be done again while a header is the newest: the interval's records, and those that
  /// its successor had already before its header was on disk; from head to last operation each.
  func records(since header: JournalHeader) throws(LMDBError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var (chain, sequence) = (header.chain, header.sequence)
    var area = header
    for interval in [header.interval, header.next] {
      let bytes = try self.area(of: area)
      let end = bytes.withUnsafeBytes { bytes in
        var offset = 0
        while let record = StoredRecord(bytes, at: offset), record.head.interval == interval,
          record.head.sequence == sequence, record.head.chain == chain
        {
          found.append(Array(record.bytes))
          (chain, sequence) = (record.sum, sequence + 1)
          offset += record.bytes.count
        }
        return offset
      }
      try requireNoneBehind(end, bytes, interval, sequence)
      area.epoch += 1
    }
    return found
  }

  /// A record behind one that is not sound says whether that was on disk: then it was damaged
  /// since, and what it acknowledged is lost. Otherwise the disk wrote the later one first.
  private func requireNoneBehind(
    _ end: Int, _ area: [UInt8], _ interval: UInt64, _ sequence: UInt64
  ) throws(LMDBError) {
    let isDamaged = area.withUnsafeBytes { bytes in
      // Records begin anywhere: sizes are those of the rows.
      var offset = end
      while offset + RowRecord.head <= bytes.count {
        if bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == RowRecord.magic,
          bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self) == interval,
          let record = StoredRecord(bytes, at: offset), record.head.flushed > sequence
        {
          return true
        }
        offset += 1
      }
      return false
    }
    if isDamaged {
      throw LMDBError(
        code: .corrupted, call: "pread",
        detail: "record \(sequence) of \(path) is damaged, and others follow")
    }
  }
}
