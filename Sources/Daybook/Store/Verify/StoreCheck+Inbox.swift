internal import LMDB

extension StoreCheck {
  /// Every message of the inbox was taken in by a transaction that is there, or was purged.
  static let inbox = StoreCheck("inbox") { scope in
    var count = 0
    try scope.reader.everyRow(of: scope.tables.inbox) { key, row in
      guard key.count == 16, row.count == 8 else {
        throw scope.reading.damaged(scope.tables.inbox, key)
      }
      let number: UInt64 = row.load(0)
      let isThere = try number > scope.heads.purged && scope.reader.record(number) != nil
      guard isThere || number > 0 && number <= scope.heads.purged else {
        throw StoreError(
          .damaged, "a message of the inbox was taken in by transaction \(number), which is none")
      }
      count += 1
    }
    return "\(count) messages"
  }
}
