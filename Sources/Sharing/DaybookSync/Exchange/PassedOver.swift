internal import Daybook

/// The writers of whom transactions were refused: they are passed over, because those of others,
/// which come after them, may say that they are members.
struct PassedOver {
  private var writers: Set<ReplicaID> = []
  private var wasUsed = false
  private var hasMoved = false

  /// Whether those who were passed over may be taken in now.
  var isWorthAnother: Bool { wasUsed && hasMoved }

  /// Adds the writers of what was refused of a page; returns whether there are new ones.
  @discardableResult
  mutating func add(_ refused: [SyncError], after moves: Bool) -> Bool {
    if wasUsed, moves { hasMoved = true }
    let known = writers.count
    writers.formUnion(refused.compactMap { $0.dot?.replica })
    return writers.count > known
  }

  /// A vector that stands for all that they wrote, too.
  mutating func passingOver(in vector: VersionVector) -> VersionVector {
    wasUsed = wasUsed || !writers.isEmpty
    var vector = vector
    for writer in writers { vector[writer] = .max }
    return vector
  }
}
