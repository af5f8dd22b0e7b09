internal import LMDB

extension StoreCheck {
  /// Every message of the inbox was taken in by a transaction that is there, or was purged.
  static let inbox = StoreCheck("inbox") { session in
    var count = 0
    try everyRow(of: session.tables.inbox, session) { key, row in
      guard key.count == 16, row.count == 8 else {
        throw session.reading.damaged(session.tables.inbox, key)
      }
      let number: UInt64 = row.load(0)
      let isThere = try number > session.heads.purged && session.reader.record(number) != nil
      guard isThere || number > 0 && number <= session.heads.purged else {
        throw StoreError(
          .damaged, "a message of the inbox was taken in by transaction \(number), which is none")
      }
      count += 1
    }
    return "\(count) messages"
  }
}
