import Daybook
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Rebuilds that end in the middle, and what the next opening makes of them.
@Suite(.tags(.slow, .crash)) struct RebuildCrashTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  /// Fills a store with counters and gives the digest of its rows.
  private func fill(counters: Int) throws -> Digest? {
    let store = try EventStore.open(at: directory.path, schema: Boards().schema)
    try store.append(durability: .relaxed) { draft in
      for number in 0..<counters {
        let mark = Mark(value: Int64(number), index: Int64(number), count: Int64(counters))
        let opened = CounterEvent(.opened, mark, text: "board \(number % 7)")
        try draft.append(opened, to: UUID())
      }
    }
    return try store.digests()[Boards.name]
  }

  /// Opens the store and says how many counters that took into the projection.
  private func reopen(parameters: String = "") throws -> (store: EventStore, taken: Int) {
    let taken = Tally()
    let boards = Boards(parameters: parameters) { taken.add() }
    var options = StoreOptions()
    // What is looked at is counted, too.
    options.readsSamples = false
    let store = try EventStore.open(
      at: directory.path, schema: boards.schema, options: options)
    return (store, taken.count)
  }

  #if os(Linux)
  @Test func `a rebuild for which there is no room is refused, and goes on with more`() throws {
    let before = try fill(counters: 400)
    // A thread that begins reserves room for a moment and gives half of it back.
    let victim = try Victim(
      "narrow", at: directory.path, variables: ["MALLOC_ARENA_MAX": "1"])
    let said = victim.lines(through: "done")
    _ = victim.end()
    #expect(said.last?.contains("has no room for the store") == true, "\(said)")
    let (store, taken) = try reopen()
    #expect(taken == 400)
    #expect(try store.digests()[Boards.name] == before)
    #expect(try store.verify().ok)
  }
  #endif

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a killed rebuild goes on from its checkpoint`(seed: UInt64) throws {
    let counters = 400
    let before = try fill(counters: counters)
    var random = SeededGenerator(seed: seed)
    let victim = try Victim("rebuild", at: directory.path)
    let steps = Int.random(in: 1...70, using: &random)
    var lines = victim.lines(through: "step \(steps)")
    lines += victim.end(after: UInt64.random(in: 0...1_000, using: &random))
    let last = try #require(lines.last { $0.hasPrefix("step") }.flatMap { Int($0.dropFirst(5)) })
    #expect(victim.wasKilled && lines.allSatisfy { !$0.hasPrefix("changed") }, "\(lines)")

    let (store, taken) = try reopen()
    // Five counters a step; the step after the last that was told of may have been stored.
    let left = counters - last * 5
    #expect(taken == left || taken == left - 5, "seed \(seed): \(taken) after \(last) steps")
    #expect(try store.digests()[Boards.name] == before)
    #expect(try store.verify().ok)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a killed rebuild knows what was appended meanwhile`(seed: UInt64) throws {
    _ = try fill(counters: 200)
    var random = SeededGenerator(seed: seed)
    let victim = try Victim("rebuild-append", at: directory.path, seed: seed)
    let steps = Int.random(in: 1...38, using: &random)
    var lines = victim.lines(through: "step \(steps)")
    lines += victim.end(after: UInt64.random(in: 0...1_000, using: &random))
    #expect(victim.wasKilled && lines.allSatisfy { !$0.hasPrefix("error") }, "\(lines)")

    let (store, taken) = try reopen()
    #expect(taken < 200)
    var oracle = Oracle()
    try store.read { try oracle.read($0) }
    #expect(oracle.lost(lines.compactMap(Acknowledgement.init)) == [])
    try oracle.compare(with: store, "seed \(seed)")
  }

  @Test func `other parameters rebuild the projection at open, once`() throws {
    let before = try fill(counters: 50)
    #expect(try reopen().taken == 0)
    do {
      let (store, taken) = try reopen(parameters: "other")
      #expect(taken == 50)
      #expect(try store.digests()[Boards.name] == before)
    }
    #expect(try reopen(parameters: "other").taken == 0)
    #expect(
      try EventStore.parameters(ofProjection: Boards.name, at: directory.path) == "other")
  }

  @Test func `a build for other parameters is not gone on with`() throws {
    let before = try fill(counters: 50)
    do {
      let store = try reopen().store
      try store.startRebuild(of: Boards.name)
      #expect(try !store.advanceRebuild(of: Boards.name, limit: 20))
    }
    let (store, taken) = try reopen(parameters: "other")
    #expect(taken == 50)
    #expect(try store.digests()[Boards.name] == before)
    #expect(try store.verify().ok)
  }

  @Test func `what a rebuild cleans up is not what another process builds meanwhile`() throws {
    let before = try fill(counters: 50)
    let store = try reopen().store
    try store.rebuild(Boards.name)
    // The next build begins between the end of that one and its cleaning up.
    try store.startRebuild(of: Boards.name)
    #expect(try !store.advanceRebuild(of: Boards.name, limit: 20))
    try store.removeSpareRows(of: [Boards.name])
    #expect(try store.advanceRebuild(of: Boards.name))
    #expect(try store.digests()[Boards.name] == before)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `a build that another process has ended is not gone on with`() throws {
    let before = try fill(counters: 50)
    let store = try reopen().store
    try store.startRebuild(of: Boards.name)
    #expect(try !store.advanceRebuild(of: Boards.name, limit: 20))
    #expect(try store.advanceRebuild(of: Boards.name))
    // What the other process does next that had begun the build.
    #expect(try store.advanceRebuild(of: Boards.name, limit: 20))
    #expect(try store.digests()[Boards.name] == before)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `another revision rebuilds the projection at open, once`() throws {
    _ = try fill(counters: 50)
    func open() throws -> [String] {
      let schema = Schema().entity(Counter.self).projection(RevisedBoards())
      let store = try EventStore.open(at: directory.path, schema: schema)
      #expect(try store.verify().ok)
      return try store.read { try $0.view(RevisedBoards.self).rows(RevisedBoards.members) }
        .map(\.row.label)
    }
    #expect(try open() == Array(repeating: "revised", count: 50))
    #expect(try open() == Array(repeating: "revised", count: 50))
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `an open that was killed in its rebuild is made good by the next`(seed: UInt64) throws {
    let before = try fill(counters: 2000)
    var random = SeededGenerator(seed: seed)
    for round in 0..<3 {
      let victim = try Victim(
        "parameters", at: directory.path, seed: seed * 10 + UInt64(round))
      _ = victim.end(after: UInt64.random(in: 5_000...60_000, using: &random))
    }
    let store = try reopen().store
    #expect(try store.digests()[Boards.name] == before, "seed \(seed)")
    #expect(try store.verify().ok, "seed \(seed)")
  }
}

/// A count that several threads may add to.
private final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}

/// The projection of `Boards` in a later version of the program, with other rows.
private struct RevisedBoards: Projection {
  static let name = Boards.name
  static let revision = 2
  static let members = ViewTable<MemberKey, Label>("members", at: 0)
  static let tables: [any AnyViewTable] = [members]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Counter.self) { change, rows in
      try rows.replace(
        Self.members, old: change.old.map { ($0.state.key(change.id.rawValue), Label()) },
        new: change.new.map { ($0.state.key(change.id.rawValue), Label()) })
    }
  }
}

private struct Label: PayloadCodable {
  var label = "revised"

  init() {}

  init(from reader: inout PayloadReader) throws {
    guard try reader.next() != nil else { throw PayloadError.missing(9) }
    label = try reader.string()
  }

  func encode(into writer: inout PayloadWriter) { writer.string(9, label) }
}
