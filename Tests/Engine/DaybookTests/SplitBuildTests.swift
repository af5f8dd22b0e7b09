import Foundation
import Synchronization
import Testing

@testable import Daybook

/// Rows that several threads make, each those of some projections.
struct SplitBuildTests {
  private static let items = 6_000

  /// With one more, which has more rows, that one is another thread's.
  private let few = Schema().entity(PantryItem.self).projection(ShelfTotals())

  /// A store with so many items that threads are worth while.
  private func store(
    _ schema: Schema, threads: Int = 3, pages: Int? = nil
  ) throws -> EventStore {
    var options = StoreOptions()
    options.buildThreads = threads
    options.buildPages = pages
    options.readsSamples = false
    let store = try EventStore.temporary(schema: schema, options: options)
    for start in stride(from: 0, to: Self.items, by: 1_000) {
      try store.append(durability: .relaxed) { draft in
        for number in start..<start + 1_000 {
          let item = PantryItem(
            name: "item \(number) of \(number % 50)", amount: Int64(number),
            shelf: "shelf \(number % 7)")
          try draft.append(PantryEvent.bought(item), to: UUID())
        }
      }
    }
    return store
  }

  @Test(arguments: 1...3)
  func `rows that threads build are those that appends have made`(threads: Int) throws {
    let witnesses = [Witnesses(), Witnesses()]
    let store = try store(
      prefabs.projection(Shelves()).projection(FirstWitness(witnesses: witnesses[0]))
        .projection(SecondWitness(witnesses: witnesses[1])), threads: threads)
    let before = try store.digests()
    for witness in witnesses { witness.threads.withLock { $0 = [] } }
    try store.rebuild()
    #expect(try store.digests() == before)
    let seen = witnesses.reduce(into: Set<UInt>()) { $0.formUnion($1.threads.withLock { $0 }) }
    #expect(threads == 1 ? seen.count == 1 : seen.count <= 2)
    #expect(try store.verify().ok)
  }

  @Test func `projections with many new rows are built in steps of their own`() throws {
    let store = try store(few.projection(Shelves()), threads: 1, pages: 1)
    let before = try store.digests()
    try store.change { scope in
      for projection in scope.projections { try Rebuild.start(projection, &scope) }
    }
    var rest = try store.projectionNames()
    var steps: [Int] = []
    while !rest.isEmpty {
      let taken = try store.change { [rest] scope in
        let projections = scope.projections.filter { rest.contains($0.name) }
        let step = RebuildStep(entities: 2_000)
        return try Rebuild.advanceTogether(projections, &scope, by: step).counts
      }
      steps.append(taken.names.count)
      if taken.hasEnded { rest.removeAll { taken.names.contains($0) } }
    }
    // The first step changes no rows of earlier ones.
    #expect(steps.first == 2)
    #expect(steps.dropFirst().allSatisfy { $0 == 1 }, "\(steps)")
    #expect(try store.digests() == before)
    #expect(try store.verify().ok)
  }

  @Test func `a projection whose rows depend on others is built by the writer`() throws {
    let store = try store(few.projection(Numbered()))
    let before = try store.digests()
    try store.rebuild()
    let after = try store.digests()
    #expect(after.filter { $0.key != Numbered.name } == before.filter { $0.key != Numbered.name })
    #expect(after[Numbered.name]?.rows == UInt64(Self.items))
  }

  @Test func `a handler that appends on a thread of the build ends the process with a sentence`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try SplitBuildTests().rebuildWithAppends()
    }
    expectSaid("append was called within an append", by: result)
  }

  private func rebuildWithAppends() throws {
    let appending = Appending()
    let store = try store(few.projection(appending), threads: 2)
    appending.known.store.withLock { $0 = store }
    try store.rebuild()
  }

  @Test func `an entity that one projection cannot take is left out of that one`() throws {
    let store = try store(few.projection(Fussy()))
    let before = try store.digests()
    try store.rebuild()
    let after = try store.digests()
    #expect(after.filter { $0.key != Fussy.name } == before.filter { $0.key != Fussy.name })
    #expect(after[Fussy.name]?.rows == UInt64(Self.items - 1))
    #expect(try store.quarantine().count == 1)
  }

  @Test(arguments: [16_000, 200_000, RowCollector.limit])
  func `a build of which nothing is kept has the digests of the rows`(limit: Int) throws {
    let store = try store(prefabs.projection(Shelves()))
    let (built, live) = try store.inspect { scope in
      let trial = try TrialBuild(&scope, limit: limit)
      defer { trial.end() }
      let live = Dictionary(
        uniqueKeysWithValues: scope.projections.compactMap { projection in
          projection.keptLive.map { (projection.index, scope.counters[$0].digest) }
        })
      return (trial.digests(), live)
    }
    #expect(live.count == 6)
    #expect(built == live)
  }

  @Test func `a snapshot is not used when the transaction has changed something`() throws {
    let store = try store(prefabs)
    let built = try store.inspect { scope in
      scope.counters.transactions += 1
      let trial = try TrialBuild(&scope)
      defer { trial.end() }
      return trial.digests()
    }
    #expect(built.isEmpty)
  }

  @Test func `a thread whose snapshot is not used keeps nobody waiting`() throws {
    let store = try store(prefabs)
    let gate = BuildGate(parties: 2)
    try store.inspect { scope in
      scope.counters.transactions += 1
      let worker = BuildWorker(scope.projections, &scope, gate: gate) { _ in }
      worker.run()
      #expect(throws: (any Error).self) { try worker.join() }
    }
    #expect(throws: BuildGate.Broken.self) { try gate.meet(hasEnough: false) }
  }

  @Test func `threads that meet end at the same place when one has enough`() throws {
    let gate = BuildGate(parties: 3)
    let ends = Mutex<[Int]>([])
    let done = (0..<3).map { _ in Latch<Bool>() }
    for party in 0..<3 {
      Thread {
        var count = 0
        while count < 50_000 {
          let hasEnough = party == 1 && count > 20_000
          if BuildGate.meets(after: count), (try? gate.meet(hasEnough: hasEnough)) != true { break }
          count += 1
        }
        ends.withLock { $0.append(count) }
        done[party].set(true)
      }.start()
    }
    for latch in done { _ = latch.wait() }
    let last = 20 * BuildGate.round - 1
    #expect(ends.withLock { $0 } == [last, last, last])
  }

  @Test func `a thread that gives up frees those that wait for it`() {
    let gate = BuildGate(parties: 2)
    let done = Latch<Bool>()
    Thread {
      let goesOn = try? gate.meet(hasEnough: false)
      done.set(goesOn == nil)
    }.start()
    gate.giveUp()
    #expect(done.wait())
    #expect(throws: BuildGate.Broken.self) { try gate.check() }
  }
}

/// Which threads handed entities to a projection.
private final class Witnesses: Sendable {
  let threads = Mutex<Set<UInt>>([])
}

/// Items, and which threads had them.
private protocol Witness: Projection {
  var witnesses: Witnesses { get }
}

extension Witness {
  static var items: ViewTable<ShelfKey, Empty> { ViewTable("items", at: 0) }

  fileprivate func witness(_ handlers: inout ChangeHandlers) {
    let witnesses = witnesses
    handlers.on(PantryItem.self) { change, rows in
      witnesses.threads.withLock { _ = $0.insert(ThreadID.current) }
      try rows.replace(
        Self.items, old: change.old.map { (ShelfKey($0.state, change.id.rawValue), Empty()) },
        new: change.new.map { (ShelfKey($0.state, change.id.rawValue), Empty()) })
    }
  }
}

private struct FirstWitness: Witness {
  static let name = "pantry.first"
  static let tables: [any AnyViewTable] = [items]
  let witnesses: Witnesses

  func register(_ handlers: inout ChangeHandlers) { witness(&handlers) }
}

private struct SecondWitness: Witness {
  static let name = "pantry.second"
  static let tables: [any AnyViewTable] = [items]
  let witnesses: Witnesses

  func register(_ handlers: inout ChangeHandlers) { witness(&handlers) }
}

/// Appends to its store with each item, once it knows the store.
private struct Appending: Projection {
  static let name = "pantry.appending"
  static let amounts = ViewTable<Int64, Empty>("amounts", at: 0)
  static let tables: [any AnyViewTable] = [amounts]
  let known = Known()

  func register(_ handlers: inout ChangeHandlers) {
    let known = known
    handlers.on(PantryItem.self) { change, rows in
      try rows.replace(
        Self.amounts, old: change.old.map { ($0.amount, Empty()) },
        new: change.new.map { ($0.amount, Empty()) })
      try known.store.withLock { $0 }?.append { _ in }
    }
  }

  final class Known: Sendable {
    let store = Mutex<EventStore?>(nil)
  }
}

/// Items with numbers that go on from the last one.
private struct Numbered: Projection {
  static let name = "pantry.numbered"
  static let numbers = ViewTable<Int64, Empty>("numbers", at: 0)
  static let tables: [any AnyViewTable] = [numbers]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      if change.new == nil { return }
      let last = try rows.last(Self.numbers) { _ in }
      try rows.replace(Self.numbers, old: nil, new: ((last?.key ?? 0) + 1, Empty()))
    }
  }
}

/// Items by their amounts; once all are there, two have the key of one.
private struct Fussy: Projection {
  static let name = "pantry.fussy"
  static let amounts = ViewTable<Int64, Empty>("amounts", at: 0)
  static let tables: [any AnyViewTable] = [amounts]
  private let seen = Taken()

  func register(_ handlers: inout ChangeHandlers) {
    let seen = seen
    handlers.on(PantryItem.self) { change, rows in
      guard let amount = change.new?.amount else { return }
      let count = seen.count.wrappingAdd(1, ordering: .relaxed).newValue
      let key = count > 6_000 && amount == 5_999 ? 0 : amount
      try rows.replace(Self.amounts, old: nil, new: (key, Empty()))
    }
  }
}

/// How many changes a projection was given.
private final class Taken: Sendable {
  let count = Atomic(0)
}
