/// What a journal holds beside a damaged data file, which may lack it.
package struct JournalRescue {
  /// A row that was put, or removed: then it has no value.
  package struct Change {
    /// The seed of the table.
    package let table: UInt32
    package let key: [UInt8]
    package let value: [UInt8]?
  }

  /// In the order in which they were committed.
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
      guard Self.isOwn(header, directory) else {
        problem = "the journal is of another data file"
        return
      }
      for record in try file.records(since: header) { try take(record) }
    } catch {
      problem = error.detail
    }
  }

  /// Whether a root bears the mark of the journal, or none can be read.
  private static func isOwn(_ header: JournalHeader, _ directory: String) -> Bool {
    let marks = Root.all(in: directory).compactMap(\.mark)
    return marks.isEmpty
      || marks.contains { [header.interval, header.previous].contains($0.interval) }
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
