/// What a store holds at one moment, as far as it can be compared with another store.
package struct StoreStanding: Sendable {
  /// The rows of one projection.
  package struct View: Hashable, Sendable {
    /// What the rows were made by: name, revision, parameters, tables, and how the kinds fold.
    package let fingerprint: String
    package let digest: Digest
  }

  /// The transactions that it has.
  package let vector: VersionVector
  /// The live rows of each projection of the schema, by name.
  package let views: [String: View]
  /// Events that folds, and entities that projections have left out.
  package let quarantined: UInt64
}

extension EventStore {
  /// What this store holds, all of one moment.
  package func standing() throws -> StoreStanding {
    try inspect { scope in
      try CatchUp.recover(&scope, limit: StepLimit.none)
      var (vector, quarantined) = (VersionVector(), scope.heads.quarantined)
      let log = scope.reader
      try log.forEachReplica { number, record in
        vector[record.id] = try log.newestSequence(number)
      }
      var views: [String: StoreStanding.View] = [:]
      for projection in scope.projections {
        guard let live = projection.live else { continue }
        let state = scope.heads[live]
        quarantined += state.quarantined
        views[projection.name] = StoreStanding.View(
          fingerprint: projection.definition.fingerprint, digest: state.digest)
      }
      return StoreStanding(vector: vector, views: views, quarantined: quarantined)
    }
  }
}
