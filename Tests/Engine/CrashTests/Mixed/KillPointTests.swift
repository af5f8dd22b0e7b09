import Daybook
import DaybookTesting
import Foundation
import Interchange
import Nursery
import StoreFixtures
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// A process is killed before every call on a file that an import, a migration, a replay, a backup
/// or a restore makes; what is done again then comes to the same as if nobody had been killed.
@Suite(.tags(.slow, .crash)) struct KillPointTests {
  /// How many points of each work are drawn; `make crash` runs all of them.
  static let sample = Environmental.number("DAYBOOK_KILL_POINTS").map { Int($0) } ?? 10
  static let seed = Environmental.number("DAYBOOK_SEED") ?? 1

  @Test func `an import that was killed goes on to the same state`() async throws {
    try await sweep("import") { folder in
      try ImportFiles(1, beside: "\(folder)/family").write()
    } check: { folder in
      let work = OnceOver(path: folder)
      let store = try work.open()
      try await work.importAll(into: store)
      return try await Self.close(store)
    }
  }

  @Test func `a migration that was killed has the flag with all entries or not at all`()
    async throws
  {
    try await sweep("migrate") { folder in
      try ImportFiles(1, beside: "\(folder)/family").write()
    } check: { folder in
      let work = OnceOver(path: folder)
      let store = try work.open()
      let migration = work.migration(to: store)
      if try migration.leader == .new {
        let comparison = try await migration.compare()
        #expect(comparison.lacksNothing)
        #expect(comparison.tables.map(\.rows).reduce(0, +) == ImportFiles.buddyEntries + 1)
      }
      try await work.migrate(into: store)
      #expect(try migration.leader == .new)
      return try await Self.close(store)
    }
  }

  @Test func `ALL-2: a replay that was killed leaves the same entities and views`() async throws {
    try await sweep("replay") { folder in
      try ImportFiles(1, beside: "\(folder)/family").write()
      let work = OnceOver(path: folder)
      let store = try work.open()
      try await work.importAll(into: store)
      try await store.close()
    } check: { folder in
      let store = try OnceOver(path: folder).open()
      // What the kill has left, before another replay could mend it.
      #expect(try await store.verify().ok)
      let left = try store.digests()
      #expect(try await store.replay().agrees)
      #expect(try store.digests() == left)
      return try await Self.close(store)
    }
  }

  @Test func `a replay that was killed has put right an entity with its rows, or none of it`()
    async throws
  {
    var digests: [[String: Digest]] = []
    try await sweep("replay") { folder in
      digests = try await Self.differ(in: folder)
    } check: { folder, said in
      let store = try OnceOver(path: folder).open()
      let left = try store.digests()
      #expect(digests.contains(left))
      let name = try store.read { try $0.entity(BabyProfile.self, .late)?.name }
      #expect(name == "Late" || name == "Lute")
      let replay = try await store.replay()
      // Nobody else tells of it any more.
      let isTold = said.contains("told \(UUID.late)")
      #expect(isTold || replay.differences.map(\.entity) == [.late])
      #expect(try store.read { try $0.entity(BabyProfile.self, .late)?.name } == "Late")
      #expect(try await store.replay().agrees)
      return try await Self.close(store)
    }
  }

  /// A store with an entity that is not what its log says, and the rows that belong to that.
  /// Returns the digests of its views before a replay and after it.
  private static func differ(in folder: String) async throws -> [[String: Digest]] {
    let work = OnceOver(path: folder)
    var store = try work.open()
    try await store.append { draft in
      try draft.append(
        BabyEvent.created(BabyProfile(name: "Late", createdAt: .distantPast)), to: UUID.late)
    }
    let after = try store.digests()
    try await store.close()
    let changed = try StoreFixtures.change(rowOf: "entities", at: "\(folder)/store") { _, row in
      let name = Array("Late".utf8)
      guard let place = row.indices.first(where: { row[$0...].starts(with: name) }) else {
        return false
      }
      row[place + 1] = UInt8(ascii: "u")
      return true
    }
    #expect(changed)
    store = try work.open()
    try await store.rebuild()
    let before = try store.digests()
    #expect(before != after)
    try await store.close()
    return [before, after]
  }

  @Test func `a backup that was killed leaves the last good one`() async throws {
    try await sweep("backup") { folder in
      try ImportFiles(1, beside: "\(folder)/family").write()
      let work = OnceOver(path: folder)
      let store = try work.open()
      try await work.importAll(into: store)
      try await Backup("\(folder)/backups").run(store)
      try await store.append { draft in
        try draft.append(
          BabyEvent.created(BabyProfile(name: "Late", createdAt: .distantPast)), to: UUID.late)
      }
      try await store.close()
    } check: { folder in
      let (work, backup) = (OnceOver(path: folder), Backup("\(folder)/backups"))
      #expect(try backup.list(checksAll: true).allSatisfy { $0.problem == nil })
      try await backup.restore(into: "\(folder)/before", schema: work.schema())
      let store = try work.open()
      try await backup.run(store)
      try await store.close()
      try await backup.restore(into: "\(folder)/after", schema: work.schema())
      return try await Self.close(
        EventStore.open(at: "\(folder)/after", schema: work.schema()))
    }
  }

  @Test func `a restore that was killed leaves a good store or none`() async throws {
    try await sweep("restore") { folder in
      try ImportFiles(1, beside: "\(folder)/family").write()
      let work = OnceOver(path: folder)
      let store = try work.open()
      try await work.importAll(into: store)
      try await Backup("\(folder)/backups").run(store)
      try await store.close()
    } check: { folder in
      let work = OnceOver(path: folder)
      let target = "\(folder)/restored"
      if !FileManager.default.fileExists(atPath: target) {
        try await Backup("\(folder)/backups").restore(into: target, schema: work.schema())
      }
      return try await Self.close(EventStore.open(at: target, schema: work.schema()))
    }
  }

  // MARK: The sweep

  /// Runs the work whole, then kills it at points of it, each time beginning with the same files.
  private func sweep(
    _ work: String, prepare: (_ folder: String) async throws -> Void,
    check: (_ folder: String) async throws -> [String: String]
  ) async throws {
    try await sweep(work, prepare: prepare) { folder, _ in try await check(folder) }
  }

  /// - Parameter check: gets what the killed process has said, too.
  private func sweep(
    _ work: String, prepare: (_ folder: String) async throws -> Void,
    check: (_ folder: String, _ said: [String]) async throws -> [String: String]
  ) async throws {
    let whole = try TemporaryFolder(inMemory: true)
    let prepared = try TemporaryFolder(inMemory: true)
    try await prepare(prepared.path)
    try Self.copy(prepared, to: whole)
    let counts = try count(work, in: whole.path)
    let expected = try await check(whole.path, counts.said)
    var points = counts.calls.flatMap { call, count in (0..<count).map { (call, $0 + 1) } }
    #expect(points.count > 20, "\(counts.calls)")
    var random = SeededGenerator(seed: Self.seed)
    if Self.sample < points.count {
      points = Array(points.shuffled(using: &random).prefix(Self.sample))
    }
    for (call, number) in points {
      let folder = try TemporaryFolder(inMemory: true)
      try Self.copy(prepared, to: folder)
      let place = "\(work), \(call) \(number)"
      let (lines, ending) = try victim(
        work, in: folder.path, ["DAYBOOK_FAULT": "\(call) \(number) kill EIO keep"]
      ).finish()
      // The order of calls of several threads varies a little, so the last ones may not come.
      #expect(
        ending == .signal(SIGKILL) || (ending == .exit(0) && lines.last == "finished"),
        "\(place): \(ending) \(lines)")
      #expect(try await check(folder.path, lines) == expected, "\(place)")
    }
    print("\(work): \(points.count) kills at calls on files, seed \(Self.seed)")
  }

  private static func copy(_ folder: TemporaryFolder, to other: TemporaryFolder) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(atPath: folder.path(name), toPath: other.path(name))
    }
  }

  private func count(
    _ work: String, in folder: String
  ) throws -> (calls: [(String, Int)], said: [String]) {
    let counts = folder + "/counts"
    let variables = ["DAYBOOK_FAULT": "write 0 once EIO keep", "DAYBOOK_FAULT_COUNTS": counts]
    let (lines, ending) = try victim(work, in: folder, variables).finish()
    try #require(lines.last == "finished" && ending == .exit(0), "\(lines) \(ending)")
    let numbers = try String(contentsOfFile: counts, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try FileManager.default.removeItem(atPath: counts)
    let calls = zip(FaultCase.Call.allCases, numbers).filter { $0.0 != .read && $0.1 > 0 }
    return (calls.map { ("\($0.0)", $0.1) }, lines)
  }

  private func victim(
    _ work: String, in folder: String, _ variables: [String: String]
  ) throws -> Victim {
    let library = try Victim.executable().deletingLastPathComponent()
      .appendingPathComponent("lib_faultinjector.so").path
    try #require(FileManager.default.fileExists(atPath: library))
    let own = ["LD_PRELOAD": library, "DAYBOOK_FAULT_OF": folder]
    return try Victim(
      "once-\(work)", at: folder, seed: 1, variables: variables.merging(own) { $1 })
  }

  /// Closes a store, which has to be whole; gives the digests of its views.
  private static func close(_ store: EventStore) async throws -> [String: String] {
    #expect(try await store.verify().ok)
    let digests = try store.digests().mapValues { "\($0)" }
    try await store.close()
    return digests
  }
}

extension UUID {
  fileprivate static let late = UUID(
    uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
}
