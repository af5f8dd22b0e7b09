internal import LMDB

/// A build whose rows nobody keeps: what live rows are compared with.
///
/// One walk for all projections, which puts nothing. Each takes up to `RowCollector.limit` bytes of
/// memory.
struct TrialBuild {
  /// By their places in the schema.
  private let indices: [Int]
  private let worker: BuildWorker<[Digest]>
  private let gate: BuildGate

  /// Begins with projections whose live rows are kept here, on a thread of its own where that
  /// helps; whoever begins it calls `end` before the transaction ends.
  ///
  /// One that leaves entities out is built row by row, so it is not among them.
  init(_ scope: inout WriteScope, limit: Int = RowCollector.limit) throws {
    let tried = scope.projections.filter { projection in
      guard let live = projection.keptLive else { return false }
      return projection.definition.buildFingerprint == nil && scope.counters[live].quarantined == 0
    }
    indices = tried.map(\.index)
    let gate = BuildGate(parties: 1)
    self.gate = gate
    worker = BuildWorker(tried, &scope, isFresh: true, limit: limit, gate: gate) { scope in
      try Self.digests(&scope, gate)
    }
    let rows = try scope.reading.statistics(scope.tables.entities).rows
    let pays = scope.context.settings.buildThreads > 1 && rows >= SplitBuild.fewest
    if !pays || !worker.start() { worker.run() }
  }

  /// The digests of the rows that the stored entities make, by the places of the projections; none
  /// of a projection that can be built only row by row.
  ///
  /// A row whose key another entity's row has counts twice, so the digest is another one than that
  /// of a table: equal digests are the proof, others say nothing.
  func digests() -> [Int: Digest] {
    guard let digests = try? worker.join() else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(indices, digests))
  }

  /// Gives up and waits for the thread.
  func end() {
    gate.giveUp()
    _ = try? worker.join()
  }

  private static func digests(
    _ scope: inout BuildScope, _ gate: BuildGate
  ) throws -> [Digest] {
    let collectors = scope.collectors
    var digests = [Digest](repeating: Digest(), count: collectors.count)
    var walked = try walk(after: [], &scope, gate)
    while walked.hasMore, let last = walked.last {
      for (index, collector) in collectors.enumerated() {
        guard collector.release(into: &digests[index]) else { throw RowCollector.Unsuited() }
      }
      walked = try walk(after: last.withBytes { [UInt8]($0) }, &scope, gate)
    }
    guard collectors.allSatisfy({ !$0.isSpoiled }) else { throw RowCollector.Unsuited() }
    for (index, collector) in collectors.enumerated() { collector.sum(into: &digests[index]) }
    return digests
  }

  /// Collects the rows of entities until a collector is full.
  private static func walk(
    after start: [UInt8], _ scope: inout BuildScope, _ gate: BuildGate
  ) throws -> EntityWalk {
    let collectors = scope.collectors
    if collectors.isEmpty { return EntityWalk(last: nil, hasMore: false, count: 0) }
    return try scope.walk(after: start) { count in
      guard count & 63 == 63 else { return true }
      try gate.check()
      return !collectors.contains(where: \.isFull)
    }
  }
}
