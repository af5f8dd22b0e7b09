internal import LMDB

/// A build whose rows nobody keeps: what live rows are compared with.
enum TrialBuild {
  /// The digest of the rows that each of the projections makes of the stored entities; nil when
  /// they can be found out only row by row.
  ///
  /// One walk for all projections, which puts nothing. Each takes up to `RowCollector.limit` bytes
  /// of memory. A row whose key another entity's row has counts twice, so the digest is another one
  /// than that of a table: equal digests are the proof, others say nothing.
  ///
  /// - Throws: what LMDB throws.
  static func digests(
    of projections: [ProjectionRuntime], _ scope: inout WriteScope
  ) throws -> [Digest]? {
    if projections.isEmpty { return [] }
    let collectors = try projections.map {
      try RowCollector(
        $0.buildingSlot.tables, of: scope.tables.entities, scope.reading, isFresh: true)
    }
    do {
      return try Rebuild.collecting(projections, collectors, &scope) { scope in
        try digests(collectors, &scope)
      }
    } catch let error as LMDBError {
      throw error
    } catch {
      return nil
    }
  }

  private static func digests(
    _ collectors: [RowCollector], _ scope: inout WriteScope
  ) throws -> [Digest] {
    var digests = [Digest](repeating: Digest(), count: collectors.count)
    var walked = try Rebuild.walk(after: [], collectors, &scope, .whole)
    while walked.hasMore, let last = walked.last {
      for (index, collector) in collectors.enumerated() {
        guard collector.release(into: &digests[index]) else { throw RowCollector.Unsuited() }
      }
      let key = last.withBytes { [UInt8]($0) }
      walked = try Rebuild.walk(after: key, collectors, &scope, .whole)
    }
    for (index, collector) in collectors.enumerated() { collector.sum(into: &digests[index]) }
    return digests
  }
}
