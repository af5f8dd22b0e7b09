internal import LMDB

/// Bringing a projection's rows up to date that a process left behind because its schema lacks the
/// projection.
enum CatchUp {
  /// Takes in what happened since the projection's last transaction, each touched entity once.
  static func advance(_ projection: ProjectionRuntime, _ session: WriteSession) throws {
    let last = session.heads.projections[projection.head].transaction
    var touched: [EntityKey] = []
    var known: Set<EntityKey> = []
    var walk = TouchWalk(session.reader)
    for number in last..<session.heads.transactions {
      try walk.visit(number + 1) { if known.insert($0).inserted { touched.append($0) } }
    }
    try session.remembering {
      var then = session.reader
      then.asOf = last
      for key in touched {
        try session.kind(key.kind)?.operations.catchUp(session, projection.index, key.id, then)
      }
    }
    session.heads.projections[projection.head].transaction = session.heads.transactions
  }

  /// Brings a projection up to date that another process left behind, or builds it anew when the
  /// history since then was purged, or when it was being built.
  static func recover(_ projection: ProjectionRuntime, _ session: WriteSession) throws {
    let state = session.heads.projections[projection.head]
    guard projection.live != nil || projection.building != nil,
      state.transaction != session.heads.transactions
    else { return }
    if suits(projection, session) { return try advance(projection, session) }
    projection.definition.buildFingerprint = nil
    try projection.save(session)
    try Rebuild.start(projection, session)
    while try !Rebuild.advance([projection], session, limit: .max) {}
  }

  private static func suits(_ projection: ProjectionRuntime, _ session: WriteSession) -> Bool {
    let last = session.heads.projections[projection.head].transaction
    return projection.live != nil && projection.building == nil && last >= session.heads.purged
      && last < session.heads.transactions
  }
}
