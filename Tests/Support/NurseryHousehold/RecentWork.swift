internal import Daybook

/// A feed or diaper change that somebody may still correct.
struct RecentEntry: Sendable {
  let id: UUID
  let isFeed: Bool
  let hasAmount: Bool
  /// When it happened.
  let time: Date
  /// When it was written, in milliseconds since 1970.
  let written: Int64
  let device: Int
  var isGone = false
}

/// A transaction that somebody may still take back.
struct RecentTransaction: Sendable {
  let number: UInt64
  let carer: Int
  let isUndo: Bool
  let entries: [UUID]
}

/// What was written lately: what edits, deletions and undo are about.
struct RecentWork: Sendable {
  static let entryLimit = 48
  static let transactionLimit = 8

  private(set) var entries: [RecentEntry] = []
  private var transactions: [RecentTransaction] = []
  private var undos: [RecentTransaction] = []
  private var nextEntry = 0

  mutating func add(_ entry: RecentEntry) {
    if entries.count < Self.entryLimit {
      entries.append(entry)
    } else {
      entries[nextEntry] = entry
      nextEntry = (nextEntry + 1) % Self.entryLimit
    }
  }

  mutating func add(_ transaction: RecentTransaction) {
    let list = transaction.isUndo ? \RecentWork.undos : \.transactions
    if self[keyPath: list].count == Self.transactionLimit { self[keyPath: list].removeFirst() }
    self[keyPath: list].append(transaction)
  }

  /// Notes whether an entry is deleted.
  mutating func mark(_ id: UUID, isGone: Bool) {
    for index in entries.indices where entries[index].id == id { entries[index].isGone = isGone }
  }

  /// Removes and returns the newest transaction of the carer that is an undo, or is not.
  mutating func takeTransaction(of carer: Int, isUndo: Bool) -> RecentTransaction? {
    let list = isUndo ? \RecentWork.undos : \.transactions
    let found = self[keyPath: list].lastIndex { $0.carer == carer }
    return found.map { self[keyPath: list].remove(at: $0) }
  }
}
