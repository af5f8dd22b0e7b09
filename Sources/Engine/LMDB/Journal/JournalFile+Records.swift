/// Reading the records of an interval.
extension JournalFile {
  /// What is to be done again while a header is the newest: the interval's records, and those that
  /// its successor had already before its header was on disk; from header to last operation each.
  ///
  /// - Throws: `LMDBError` `corrupted` when one is damaged that was on disk.
  func records(since header: JournalHeader) throws(LMDBError) -> [[UInt8]] {
    let (records, damage) = try soundRecords(since: header)
    if let damage { throw damage }
    return records
  }

  /// The same up to the first that is damaged, and what is said of that one; nil when none is.
  func soundRecords(
    since header: JournalHeader
  ) throws(LMDBError) -> (records: [[UInt8]], damage: LMDBError?) {
    var found: [[UInt8]] = []
    var (chain, sequence) = (header.chain, header.sequence)
    var area = header
    for interval in [header.interval, header.next] {
      let bytes = try self.area(of: area)
      let end = bytes.withUnsafeBytes { bytes in
        var offset = 0
        while let record = StoredRecord(bytes, at: offset), record.header.interval == interval,
          record.header.sequence == sequence, record.header.chain == chain
        {
          found.append(Array(record.bytes))
          (chain, sequence) = (record.sum, sequence + 1)
          offset += record.bytes.count
        }
        return offset
      }
      if isDamaged(end, bytes, interval, sequence) {
        let detail = "record \(sequence) of \(path) is damaged, and others follow"
        return (found, LMDBError(code: .corrupted, call: "pread", detail: detail))
      }
      area.epoch += 1
    }
    return (found, nil)
  }

  /// A record behind one that is not sound says whether that was on disk: then it was damaged
  /// since, and what it acknowledged is lost. Otherwise the disk wrote the later one first.
  private func isDamaged(
    _ end: Int, _ area: [UInt8], _ interval: UInt64, _ sequence: UInt64
  ) -> Bool {
    area.withUnsafeBytes { bytes in
      // Records begin anywhere: sizes are those of the rows.
      var offset = end
      while offset + RowRecord.headerSize <= bytes.count {
        if bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == RowRecord.magic,
          bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self) == interval,
          let record = StoredRecord(bytes, at: offset), record.header.flushed > sequence
        {
          return true
        }
        offset += 1
      }
      return false
    }
  }
}
