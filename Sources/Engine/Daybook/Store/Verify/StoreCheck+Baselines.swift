extension StoreCheck {
  /// Every baseline is that of an entity, and stands for events that were purged.
  static let baselines = StoreCheck("baselines", .log) { scope, _ in
    let log = scope.reader
    var count = 0
    try scope.reader.everyRow(of: log.tables.baselines) { name, row in
      guard let key = EntityKey(name), let baseline = EntityRecord(baseline: row) else {
        throw log.transaction.damaged(log.tables.baselines, name)
      }
      guard try log.withEntity(key, { _, _ in true }) != nil else {
        throw StoreError(.damaged, "there is a baseline of \(key.id), but no such entity")
      }
      guard baseline.lastPosition <= scope.counters.purgedPosition else {
        throw StoreError(
          .damaged, "the baseline of \(key.id) is later than what was purged")
      }
      count += 1
    }
    return count.counted("baseline")
  }
}
