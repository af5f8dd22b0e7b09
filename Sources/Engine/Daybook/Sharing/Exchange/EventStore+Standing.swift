/// The part of a store's content, at one moment, that can be compared with another store's.
package struct StoreStanding: Sendable {
  /// The rows of one projection.
  package struct View: Hashable, Sendable {
    /// What decides the rows beside the log: name, revision, parameters, tables, and the revisions
    /// of the kinds that it follows.
    package let fingerprint: String
    package let digest: Digest
  }

  /// The transactions that it has.
  package let vector: VersionVector
  /// The live rows of each projection of the schema, by name.
  package let views: [String: View]
  /// How many events folds have left out, and entities projections.
  package let quarantined: UInt64
}

extension EventStore {
  /// This store's standing, all of one moment.
  package func standing() throws -> StoreStanding {
    try inspect { scope in
      try CatchUp.recover(&scope, limit: StepLimit.none)
      let vector = try scope.reader.versionVector()
      var quarantined = scope.counters.quarantined
      var views: [String: StoreStanding.View] = [:]
      for projection in scope.projections {
        guard let live = projection.live else { continue }
        let state = scope.counters[live]
        quarantined += state.quarantined
        views[projection.name] = StoreStanding.View(
          fingerprint: projection.definition.fingerprint, digest: state.digest)
      }
      return StoreStanding(vector: vector, views: views, quarantined: quarantined)
    }
  }
}
