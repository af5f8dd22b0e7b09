internal import LMDB

/// Bringing a projection's rows up to date that a process left behind because its schema lacks the
/// projection.
enum CatchUp {
  /// Takes in what happened since the projection's last transaction, each touched entity once.
  static func advance(_ projection: ProjectionRuntime, _ session: WriteSession) throws {
    let last = session.heads.projections[projection.head].transaction
    var then = session.reader
    then.asOf = last
    var done: Set<EntityKey> = []
    for number in last..<session.heads.transactions {
      for key in try then.touched(number + 1) where done.insert(key).inserted {
        try session.kind(key.kind)?.operations.catchUp(session, projection.index, key.id, then)
      }
    }
    session.heads.projections[projection.head].transaction = session.heads.transactions
  }

  /// Whether the projection can be brought up to date, rather than built anew.
  static func suits(_ projection: ProjectionRuntime, _ session: WriteSession) -> Bool {
    let last = session.heads.projections[projection.head].transaction
    return projection.live != nil && projection.building == nil && last >= session.heads.purged
      && last < session.heads.transactions
  }
}
