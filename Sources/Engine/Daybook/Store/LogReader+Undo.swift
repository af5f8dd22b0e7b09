internal import LMDB

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
  func countingRetractions(of number: UInt64) throws -> [UInt64] {
    try laterRetractions(of: number).filter { try !isRetracted($0) }.sorted()
  }

  /// What has to be taken back for transactions to count again, ascending.
  ///
  /// - Throws: `StoreError.nothingToUndo` where that would take back other changes too.
  func undos(of lost: [UInt64]) throws -> [UInt64] {
    // An undo may have taken back thousands, and is read once.
    var undos: [UInt64: Bool] = [:]
    for number in lost {
      guard memo?.isPending(number) != true else {
        throw StoreError(.nothingToUndo, "this draft itself takes transaction \(number) back")
      }
      for undo in try countingRetractions(of: number) {
        let isUndo = try undos[undo] ?? targets(of: undo).isUndo
        guard isUndo else {
          throw StoreError(
            .nothingToUndo,
            "transaction \(number) was taken back by transaction \(undo) together with other changes; take that one back instead"
          )
        }
        undos[undo] = isUndo
      }
    }
    return undos.keys.sorted()
  }
}
