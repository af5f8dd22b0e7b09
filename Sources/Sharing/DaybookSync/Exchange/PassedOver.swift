internal import Daybook

/// The writers whose transactions were refused. The exchange passes over them and goes on with
/// other writers, whose transactions may enrol them.
struct PassedOver {
  private var writers: Set<ReplicaID> = []
  private var wasUsed = false
  private var hasMoved = false

  /// Whether another try may succeed, because something was taken in since.
  var isWorthAnother: Bool { wasUsed && hasMoved }

  /// Adds the writers of refused transactions; returns whether some are new.
  @discardableResult
  mutating func add(_ refused: [SyncError], after moves: Bool) -> Bool {
    if wasUsed, moves { hasMoved = true }
    let known = writers.count
    writers.formUnion(refused.compactMap { $0.dot?.replica })
    return writers.count > known
  }

  /// A vector that claims everything they wrote, so that none of it is sent.
  mutating func passingOver(in vector: VersionVector) -> VersionVector {
    wasUsed = wasUsed || !writers.isEmpty
    var vector = vector
    for writer in writers { vector[writer] = .max }
    return vector
  }
}
