internal import LMDB

extension Draft {
  /// Takes back the newest transaction of an author that still counts and is no undo itself.
  ///
  /// What the draft has taken back before counts no more.
  ///
  /// - Returns: its local number.
  /// - Throws: `StoreError.nothingToUndo`.
  @discardableResult
  public mutating func undo(by author: String?) throws -> UInt64 {
    let target = try scope.withRetractionsOfDraft { log in
      try scope.newest(by: author) { number in
        try log.targets(of: number).isUndo || log.isRetracted(number) ? .goOn : .found
      }
    }
    guard let target else {
      throw StoreError(.nothingToUndo, Self.nothing(of: author, "to take back"))
    }
    try scope.retract(target)
    return target
  }

  /// Takes a transaction back.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is taken back already.
  public mutating func undo(transaction number: UInt64) throws {
    try scope.checkIsThere(number)
    try scope.withRetractionsOfDraft { log in
      guard try log.isRetracted(number) else { return }
      let undo = try log.countingRetractions(of: number).first
      throw StoreError(
        .nothingToUndo,
        "transaction \(number) is taken back already\(undo.map { ", by transaction \($0)" } ?? "")")
    }
    try scope.retract(number)
  }

  /// Brings back what the author's newest undo took back, unless the author has written since.
  ///
  /// What others took back as well is brought back too, so that it is there again.
  ///
  /// - Returns: the local number of that undo.
  /// - Throws: `StoreError.nothingToUndo`.
  @discardableResult
  public mutating func redo(by author: String?) throws -> UInt64 {
    let (undo, undos) = try scope.withRetractionsOfDraft { log in
      var lost: [UInt64] = []
      let undo = try scope.newest(by: author) { number in
        if try log.isRetracted(number) { return .goOn }
        let (targets, isUndo) = try log.targets(of: number)
        if !isUndo { return .stop }
        // Taking an undo back is redo, which is not to be brought back.
        lost = try targets.filter { try !log.targets(of: $0).isUndo && log.isRetracted($0) }
        return lost.isEmpty ? .goOn : .found
      }
      return (undo, undo == nil ? [] : try log.undos(of: lost))
    }
    guard let undo else {
      throw StoreError(.nothingToUndo, Self.nothing(of: author, "to bring back"))
    }
    for number in undos { try scope.retract(number) }
    return undo
  }

  /// Brings a transaction back, whoever took it back and however often.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is not taken back, or
  ///   together with other changes.
  public mutating func redo(transaction number: UInt64) throws {
    try scope.checkIsThere(number)
    let undos = try scope.withRetractionsOfDraft { log in
      guard try log.isRetracted(number) else {
        throw StoreError(.nothingToUndo, "transaction \(number) is not taken back")
      }
      return try log.undos(of: [number])
    }
    for number in undos { try scope.retract(number) }
  }
}

extension WriteScope {
  fileprivate enum Verdict { case found, goOn, stop }

  /// The newest transaction of an author that `judge` finds, going backwards; nil when it stops.
  fileprivate func newest(
    by author: String?, _ judge: (UInt64) throws -> Verdict
  ) throws -> UInt64? {
    let wanted = author.flatMap {
      names.number(Names.Name(sort: Names.Sort.author.rawValue, text: $0))
    }
    if author != nil, wanted == nil { return nil }
    var number = heads.transactions
    while number > heads.purged {
      if try reader.existing(number).author == wanted ?? 0 {
        switch try judge(number) {
        case .found: return number
        case .stop: return nil
        case .goOn: break
        }
      }
      number -= 1
    }
    return nil
  }

  /// Calls `body` with the log as if the draft, so far, were its newest transaction.
  fileprivate func withRetractionsOfDraft<R>(_ body: (LogReader) throws -> R) throws -> R {
    var pending: Set<UInt64> = []
    for retraction in draft.retractions {
      let target = try reader.number(
        replica: retraction.replica, sequence: retraction.dot.sequence)
      if let target { pending.insert(target) }
    }
    let memo = RetractionMemo(pending: pending)
    var log = reader
    log.memo = memo
    if !pending.isEmpty { log.hasRetractions = true }
    return try withExtendedLifetime(memo) { try body(log) }
  }
}

extension LogReader {
  /// What a transaction names to be taken back, as far as it is here, and whether that is all it
  /// does.
  func targets(of number: UInt64) throws -> (targets: [UInt64], isUndo: Bool) {
    var (targets, known): ([UInt64], Set<UInt64>) = ([], [])
    var isUndo = true
    for position in try existing(number).positions {
      // Of a transaction that was purged, some events may be left.
      if hasBaselines, try transaction.value(tables.events, position) == nil { continue }
      let event = try payload(position)
      guard let name = try name(event.type), Control.isRetraction(name) else {
        isUndo = false
        continue
      }
      let dot = try Control.target(event.bytes)
      guard let replica = try self.number(of: dot.replica),
        let target = try self.number(replica: replica, sequence: dot.sequence),
        try record(target) != nil, known.insert(target).inserted
      else { continue }
      targets.append(target)
    }
    return (targets, isUndo)
  }

  /// The retractions of a transaction that count, ascending.
  fileprivate func countingRetractions(of number: UInt64) throws -> [UInt64] {
    try laterRetractions(of: number).filter { try !isRetracted($0) }.sorted()
  }

  /// What has to be taken back for transactions to count again, ascending.
  ///
  /// - Throws: `StoreError.nothingToUndo` where that would take back other changes too.
  fileprivate func undos(of lost: [UInt64]) throws -> [UInt64] {
    var undos: Set<UInt64> = []
    for number in lost {
      guard memo?.isPending(number) != true else {
        throw StoreError(.nothingToUndo, "this draft itself takes transaction \(number) back")
      }
      for undo in try countingRetractions(of: number) {
        guard try targets(of: undo).isUndo else {
          throw StoreError(
            .nothingToUndo,
            "transaction \(number) was taken back by transaction \(undo) together with other changes; take that one back instead"
          )
        }
        undos.insert(undo)
      }
    }
    return undos.sorted()
  }
}

extension Draft {
  fileprivate static func nothing(of author: String?, _ use: String) -> String {
    let who = author.map { "by \($0)" } ?? "without an author"
    return "the log has nothing \(who) \(use): it is done already, was purged, or was never written"
  }
}
