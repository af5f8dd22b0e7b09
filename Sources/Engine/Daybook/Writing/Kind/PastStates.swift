/// Which entities were another way after an earlier transaction than they are stored now.
struct PastStates {
  /// The transaction after which states are read.
  let number: UInt64
  /// The projections whose rows as of that transaction have been built.
  var built: Set<String> = []
  private let lastPosition: UInt64
  /// Entities that a later transaction took back or brought back, or that count otherwise by what
  /// was said about the space since.
  private let retracted: Set<EntityKey>

  /// - Throws: `StoreError.noSuchTransaction`.
  init(_ number: UInt64, _ log: LogReader, _ counters: LogCounters) throws {
    guard number <= counters.transactions else {
      throw StoreError(.noSuchTransaction, "there is no transaction \(number) yet")
    }
    self.number = number
    lastPosition = try log.lastPosition(through: number)
    var retracted: Set<EntityKey> = []
    var walk = TouchWalk(log)
    for later in try log.retractions(after: number) {
      try walk.visit(later) { retracted.insert($0) }
    }
    if let rules = log.rules {
      try log.forEachEntity(changedFrom: rules.space(asOf: number), to: rules.space) {
        retracted.insert($0)
      }
    }
    self.retracted = retracted
  }

  /// Whether the stored state of an entity is not the one after that transaction.
  func differs(_ key: EntityKey, _ record: EntityRecord) -> Bool {
    record.lastPosition > lastPosition || (!retracted.isEmpty && retracted.contains(key))
  }
}
