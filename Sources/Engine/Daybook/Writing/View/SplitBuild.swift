internal import LMDB

/// A step of a build by several threads: each makes the rows of some of the projections, and the
/// writer loads all of them.
///
/// Each thread goes through the entities, so the whole is more work and done sooner.
enum SplitBuild {
  /// With fewer entities one thread has done it by the time that another begins.
  static let fewest = 4096

  /// What a worker has collected.
  // Safety: the worker hands them over and ends.
  struct Collected: @unchecked Sendable {
    let walked: EntityWalk
    let collectors: [RowCollector]
  }

  /// Takes the next entities into the rows of projections whose builds are equally far; nil, and
  /// nothing done, when one thread has to do it or does it as well.
  ///
  /// - Throws: `Waiting.Interruption` when the step makes room.
  static func take(
    after start: [UInt8], _ projections: [ProjectionRuntime], _ scope: inout WriteScope,
    _ step: RebuildStep
  ) throws -> EntityWalk? {
    let groups = try groups(projections, &scope, step)
    guard groups.count > 1 else { return nil }
    let gate = BuildGate(parties: groups.count)
    var workers: [BuildWorker<Collected>] = []
    defer {
      gate.giveUp()
      for worker in workers { _ = try? worker.join() }
    }
    for group in groups.dropFirst() {
      let worker = BuildWorker(group, &scope, gate: gate) {
        try collect(after: start, &$0, atMost: step.entities, gate)
      }
      guard worker.start() else { return nil }
      workers.append(worker)
    }
    let own = try Rebuild.takeCollected(after: start, groups[0], &scope, step, gate)
    guard let own else { return nil }
    let waiting = step.makesRoom ? scope.context.waiting : nil
    for (group, worker) in zip(groups.dropFirst(), workers) {
      while !worker.hasEnded(within: 1000) { try waiting?.makeRoom() }
      guard let collected = try? worker.join() else {
        try takeAgain(after: start, group, own, &scope, step)
        continue
      }
      invariant(collected.walked.last == own.last, "the threads of a build end at two entities")
      for (projection, collector) in zip(group, collected.collectors) {
        try Rebuild.load(collector, into: projection.buildingSlot, &scope, step)
      }
    }
    return own
  }

  /// Collects the rows of entities, sorts them and puts their checksums behind them.
  private static func collect(
    after start: [UInt8], _ scope: inout BuildScope, atMost entities: Int, _ gate: BuildGate
  ) throws -> Collected {
    let collectors = scope.collectors
    let walked = try scope.walk(after: start) { count in
      if count >= entities { return false }
      if count & 63 == 63 { try gate.check() }
      guard BuildGate.meets(after: count) else { return true }
      return try gate.meet(hasEnough: collectors.contains(where: \.isFull))
    }
    for collector in collectors {
      guard try collector.isLoadable() else { throw RowCollector.Unsuited() }
      try collector.seal { try gate.check() }
    }
    return Collected(walked: walked, collectors: collectors)
  }

  /// Takes the entities that the others have gone through into the rows of projections whose worker
  /// could not collect them.
  private static func takeAgain(
    after start: [UInt8], _ projections: [ProjectionRuntime], _ walked: EntityWalk,
    _ scope: inout WriteScope, _ step: RebuildStep
  ) throws {
    var (last, count) = (start, 0)
    while count < walked.count {
      let part = RebuildStep(entities: walked.count - count, makesRoom: step.makesRoom)
      let taken = try Rebuild.takeTogether(after: last, projections, &scope, part)
      count += taken.count
      guard let key = taken.last else { break }
      last = key.withBytes { [UInt8]($0) }
    }
  }

  /// The projections of each thread, the writer's first, which is the one with the least to do; one
  /// group when more threads would not help.
  private static func groups(
    _ projections: [ProjectionRuntime], _ scope: inout WriteScope, _ step: RebuildStep
  ) throws -> [[ProjectionRuntime]] {
    let threads = min(scope.context.settings.buildThreads, projections.count)
    // What the transaction has loaded already is in no snapshot.
    guard threads > 1, step.isUntimed, scope.past == nil,
      try LogCounters(scope.reading, scope.tables) == scope.counters,
      min(try scope.reading.statistics(scope.tables.entities).rows, step.entities) >= fewest
    else { return [projections] }
    var groups = [(pages: Int, projections: [ProjectionRuntime])](
      repeating: (0, []), count: threads)
    // How much it is to build is about how much there is; each has one page at least.
    let sized = try projections.map { projection in
      (try pages(projection.liveSlot, &scope), projection)
    }
    for (pages, projection) in sized.sorted(by: { $0.0 > $1.0 }) {
      let least = groups.indices.min { groups[$0].pages < groups[$1].pages } ?? 0
      groups[least].pages += pages + 1
      groups[least].projections.append(projection)
    }
    return groups.sorted { $0.pages < $1.pages }.map(\.projections)
  }

  private static func pages(_ slot: ProjectionSlot, _ scope: inout WriteScope) throws -> Int {
    var pages = 0
    for table in slot.tables { pages += try scope.reading.statistics(table).pages }
    return pages
  }
}
