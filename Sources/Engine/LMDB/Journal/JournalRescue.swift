/// What a journal holds beside a damaged data file, which may lack it.
package struct JournalRescue {
  /// A row that was put, or removed: then it has no value.
  package struct Change {
    /// The seed of the table.
    package let table: UInt32
    package let key: [UInt8]
    package let value: [UInt8]?
  }

  /// What the data file held before them, as `PageRescue` takes it: all of its pages are on disk.
  ///
  /// nil when there are no changes, or not all of them can be read. Then the newest root of the
  /// data file holds more, as far as its pages came to the disk.
  package private(set) var root: [UInt8]?
  /// In the order in which they were committed, up to what could not be read.
  package private(set) var changes: [Change] = []
  /// What could not be read of it; nil when nothing is missing.
  package private(set) var problem: String?

  /// Reads the journal in `directory`, when the data file beside it needs it.
  package init(directory: String) {
    do throws(LMDBError) {
      guard let file = try JournalFile(in: directory) else { return }
      guard let header = try file.newestHeader() else {
        problem = "the journal has no header that can be read"
        return
      }
      guard header.isOpen else { return }
      let roots = Root.all(in: directory)
      guard roots.isEmpty || header.isOf(roots) else {
        problem = "the journal is of another data file"
        return
      }
      let (records, damage) = try file.soundRecords(since: header)
      for record in records { try take(record) }
      if let damage { problem = damage.detail } else { root = header.root }
    } catch {
      problem = error.detail
    }
  }

  private mutating func take(_ record: [UInt8]) throws(LMDBError) {
    var found: [Change] = []
    let result = record.withUnsafeBytes { bytes in
      Result { () throws(LMDBError) in
        try StoredRecord(bytes, at: 0)?.eachOperation {
          (kind, table, key, value) throws(LMDBError) in
          if kind == .makeTable { return }
          let value = kind == .put ? Array(value) : nil
          found.append(Change(table: table, key: Array(key), value: value))
        }
      }
    }
    try result.get()
    changes += found
  }
}
