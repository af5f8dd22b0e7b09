extension StoreCheck {
  /// Every message of the inbox was taken in, and every command carried out, by a transaction that
  /// is there, was purged, or was lost before a salvage (0).
  static let inbox = StoreCheck("inbox", .log) { scope, _ in
    var count = 0
    try scope.reader.everyRow(of: scope.tables.inbox) { key, row in
      guard key.count == 16, row.count == 8 else {
        throw scope.reading.damaged(scope.tables.inbox, key)
      }
      let number: UInt64 = row.load(0)
      let isThere = try number > scope.counters.purged && scope.reader.record(number) != nil
      guard isThere || number <= scope.counters.purged else {
        throw StoreError(
          .damaged,
          "an inbox message or a command is marked with transaction \(number), which is none")
      }
      count += 1
    }
    return count.counted("message or command", "messages and commands")
  }
}
