import Daybook
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import TestRun
import Testing
import crashwriter

/// Several processes on one store, of which some are killed.
@Suite(.tags(.slow, .crash)) struct ProcessTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open(mapSize: Int? = nil) throws -> EventStore {
    var options = StoreOptions()
    options.mapSize = mapSize
    // The journal keeps few pages.
    options.checkpoint = (1 << 20, 1, 2_000_000)
    return try EventStore.open(at: directory.path, schema: Boards().schema, options: options)
  }

  /// Rewrites the same rows in `commits` commits, and says by how much the file grew.
  private func growth(_ store: EventStore, _ ids: [UUID], commits: Int) throws -> Int {
    let before = try store.statistics().bytes
    for commit in 0..<commits {
      try store.append(durability: .relaxed) { draft in
        let event = CounterEvent(.moved, Mark(value: 1), text: "board \(commit % 3)")
        try draft.append(event, to: ids[commit % ids.count])
      }
    }
    return try store.statistics().bytes - before
  }

  private func counters(_ store: EventStore) throws -> [UUID] {
    let ids = (0..<40).map { _ in UUID() }
    try store.append { draft in
      for id in ids {
        try draft.append(CounterEvent(.opened, Mark(value: 1), text: "board"), to: id)
      }
    }
    return ids
  }

  @Test(arguments: [true, false])
  func `a killed reader does not keep pages for ever`(reopens: Bool) throws {
    var store = try open()
    let ids = try counters(store)
    let alone = try growth(store, ids, commits: 300)
    let victim = try Victim("idle-read", at: directory.path)
    #expect(victim.lines(through: "reading").last == "reading")
    let watched = try growth(store, ids, commits: 300)
    // Who opens a store that no process has open starts with an empty table of readers anyway.
    let bystander = try Victim("author", at: directory.path)
    #expect(bystander.lines(through: "appended").count == 2)
    _ = victim.end()
    if reopens {
      store = try reopened(consume store)
    } else {
      _ = try growth(store, ids, commits: 300)
    }
    // It gives up the pages of its interval when it finds nobody writing, and none before that.
    while try store.openReads().contains(where: { $0.process == bystander.id }) { sched_yield() }
    // Fewer commits than there are between two looks for dead readers.
    let afterwards = try growth(store, ids, commits: 40)
    _ = bystander.end()
    #expect(watched > 4 * alone, "the reader held \(watched - alone) bytes")
    #expect(afterwards < watched / 30, "\(alone), \(watched) watched, \(afterwards) afterwards")
  }

  @Test func `a command that two processes give at once is one transaction`() throws {
    let victims = try (0..<2).map { _ in try Victim("press", at: directory.path) }
    for victim in victims { #expect(victim.lines(through: "ready").last == "ready") }
    for victim in victims { victim.say("go") }
    let said = victims.map { $0.lines(through: "finished") }
    for victim in victims { _ = victim.end() }
    #expect(said[0] == said[1] && said[0].count == 201)
    let store = try open()
    #expect(try store.read { try $0.transactions() }.count == 200)
    #expect(try store.verify().ok)
  }

  /// Closes the store before it opens it again: a process has a store open once.
  private func reopened(_ store: consuming EventStore) throws -> EventStore {
    _ = consume store
    return try open()
  }

  @Test func `an idle reader is reported, and gone when its process is`() throws {
    let store = try open()
    let ids = try counters(store)
    let victim = try Victim("idle-read", at: directory.path)
    #expect(victim.lines(through: "reading").last == "reading")
    _ = try growth(store, ids, commits: 5)
    let found = try store.openReads()
    #expect(found.map(\.process) == [victim.id])
    #expect(found.first?.age == 5)
    _ = victim.end()
    #expect(try store.openReads().isEmpty)
  }

  @Test func `a stopped process keeps the pages of its interval, and goes on in another`() throws {
    let victim = try Victim("append-later", at: directory.path)
    #expect(victim.lines(through: "ready").last == "ready")
    victim.say("go")
    #expect(victim.lines(through: "at").last?.hasSuffix(" 1") == true)
    #expect(kill(pid_t(victim.id), SIGSTOP) == 0)
    let store = try open()
    let ids = try counters(store)
    _ = try growth(store, ids, commits: 40)
    #expect(try store.openReads().map(\.process) == [victim.id])
    #expect(try store.verify().ok)
    #expect(kill(pid_t(victim.id), SIGCONT) == 0)
    victim.say("go")
    #expect(victim.lines(through: "at").last?.hasSuffix(" 43") == true)
    #expect(try store.openReads().isEmpty)
    _ = victim.end()
    _ = try growth(store, ids, commits: 1)
    #expect(try store.read { try $0.token() }.number == 44)
    #expect(try store.verify().ok)
  }

  #if os(Linux)
  @Test(.enabled(if: MountedFolder.isAllowed))
  func `a store that was left open on a disk for reading only is copied to be read`() throws {
    let disk = try MountedFolder(kibibytes: 1 << 14)
    let path = disk.path + "/store"
    let victim = try Victim("durable", at: path)
    #expect(victim.lines(through: "finished").last == "finished")
    _ = victim.end()
    try disk.forbidWriting()
    let before = try contents(path)
    let error = #expect(throws: StoreError.self) {
      _ = try EventStore.open(at: path, schema: Boards().schema)
    }
    #expect(error?.code == .readOnly)
    #expect(try contents(path) == before)
    for (name, bytes) in before {
      try bytes.write(to: URL(fileURLWithPath: directory.path + "/" + name))
    }
    let store = try open()
    #expect(store.recovery != nil)
    #expect(try store.read { try $0.token() }.number == 20)
    #expect(try store.verify().ok)
  }

  private func contents(_ path: String) throws -> [String: Data] {
    try ["data.mdb", "journal"].reduce(into: [:]) { found, name in
      found[name] = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
    }
  }
  #endif

  @Test func `a killed writer's lock does not stop the next writer`() throws {
    let store = try open()
    let victim = try Victim("hold-write", at: directory.path)
    #expect(victim.lines(through: "writing").last == "writing")
    let appended = Mutex<Result<History.Token, any Error>?>(nil)
    let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread {
      begun.signal()
      let result = Result {
        try store.append { draft in
          try draft.append(CounterEvent(.opened, Mark(value: 2), text: "next"), to: UUID())
        }
      }
      appended.withLock { $0 = result }
      done.signal()
    }.start()
    begun.wait()
    // It cannot be seen to wait; one that does not would be done by then.
    #expect(done.wait(timeout: .now() + 0.05) == .timedOut, "the lock was not held")
    _ = victim.end()
    #expect(done.wait(timeout: .now() + 300) == .success)
    #expect(try appended.withLock { try $0?.get() }?.number == 1)
    #expect(try store.verify().ok)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `two processes append at once, are killed by turns, and lose nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var lines: [String] = []
    var victims = try (0..<2).map { try Victim("append", at: directory.path, seed: seed + $0) }
    for round in 0..<12 as Range<UInt64> {
      let turn = Int.random(in: 0..<2, using: &random)
      lines += victims[1 - turn].lines(through: "ack")
      lines += victims[turn].lines(through: "ack")
      lines += victims[turn].end(after: UInt64.random(in: 0...40_000, using: &random))
      victims[turn] = try Victim("append", at: directory.path, seed: seed * 100 + round)
    }
    for victim in victims { lines += victim.end() }
    #expect(lines.filter { $0.hasPrefix("error") } == [])
    let acknowledged = lines.compactMap(Acknowledgement.init)
    #expect(Set(acknowledged.map(\.transaction)).count == acknowledged.count)

    let store = try open()
    var oracle = Oracle()
    try store.read { try oracle.read($0) }
    #expect(oracle.entries.compactMap(\.flaw) == [])
    #expect(oracle.lost(acknowledged) == [])
    try oracle.compare(with: store, "seed \(seed)")
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `this process appends while another does and is killed`(seed: UInt64) throws {
    let store = try open()
    var random = SeededGenerator(seed: seed)
    var lines: [String] = []
    var newest: UInt64 = 0
    for round in 0..<6 as Range<UInt64> {
      let victim = try Victim("append", at: directory.path, seed: seed * 100 + round)
      lines += victim.lines(through: "ack")
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let token = try store.append(durability: .relaxed) { draft in
          let event = CounterEvent(.opened, Mark(value: 5), text: "here")
          try draft.append(event, to: UUID())
        }
        #expect(token.number > newest)
        newest = token.number
      }
      lines += victim.end(after: UInt64.random(in: 0...20_000, using: &random))
    }
    #expect(lines.filter { $0.hasPrefix("error") } == [])
    // A writer that was killed between its commit and its acknowledgement may have left it
    // unannounced to readers; the next write makes that good.
    _ = try growth(store, [UUID()], commits: 1)
    var oracle = Oracle()
    try store.read { try oracle.read($0) }
    #expect(oracle.lost(lines.compactMap(Acknowledgement.init)) == [])
    try oracle.compare(with: store, "seed \(seed)")
  }

  @Test func `a file that another process made larger is read and written on`() throws {
    let store = try open(mapSize: 1 << 20)
    let ids = try counters(store)
    let victim = try Victim("large", at: directory.path, seed: (1 << 20) - 4096)
    #expect(victim.lines(through: "appended").last == "appended 2")
    #expect(try store.read { try $0.newestTransactions(limit: 1) }.first?.number == 2)
    #expect(try growth(store, ids, commits: 20) >= 0)
    #expect(try store.verify().ok)
    _ = victim.end()
    #expect(try store.statistics().mapSize > 1 << 20)
  }

  @Test func `a name of a dropped commit is not mixed up with one of another process`() throws {
    let store = try open(mapSize: 1 << 20)
    _ = try counters(store)
    let (reading, attempted, other, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0),
      DispatchSemaphore(value: 0)
    )
    // The map cannot grow while this snapshot is open.
    Thread {
      store.whileReading {
        reading.signal()
        other.wait()
      }
    }.start()
    reading.wait()
    Thread {
      _ = try? store.append { draft in
        // The first retraction of a store names its event; then the map is full.
        try draft.retract(transaction: 1)
        let text = String(repeating: "x", count: (1 << 20) - 4096)
        try draft.append(CounterEvent(.noted, Mark(value: 1), text: text), to: UUID())
        attempted.signal()
      }
      done.signal()
    }.start()
    attempted.wait()
    let victim = try Victim("author", at: directory.path, seed: 7)
    #expect(victim.lines(through: "appended").last == "appended 2")
    other.signal()
    done.wait()
    let types = try store.read { reader in
      try reader.transaction(3).map { try $0.positions.map { try reader.event($0).type.name } }
    }
    #expect(types == ["daybook.retracted", "counter.noted"])
    #expect(try store.verify().ok)
    _ = victim.end()
  }

  @Test func `bulk appends whose numbers another process took are not passed off as stored`() throws
  {
    let store = try open(mapSize: 1 << 20)
    _ = try counters(store)
    let (reading, attempted, other, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0),
      DispatchSemaphore(value: 0)
    )
    Thread {
      store.whileReading {
        reading.signal()
        other.wait()
      }
    }.start()
    reading.wait()
    let given = Mutex<UInt64>(0)
    Thread {
      let token = try? store.append(durability: .bulk) { draft in
        try draft.append(CounterEvent(.noted, Mark(value: 1), text: "mine"), to: UUID())
      }
      given.withLock { $0 = token?.number ?? 0 }
      _ = try? store.append(durability: .bulk) { draft in
        let text = String(repeating: "x", count: (1 << 20) - 4096)
        try draft.append(CounterEvent(.noted, Mark(value: 1), text: text), to: UUID())
        attempted.signal()
      }
      done.signal()
    }.start()
    attempted.wait()
    let victim = try Victim("author", at: directory.path, seed: 7)
    #expect(victim.lines(through: "appended").count == 2)
    other.signal()
    done.wait()
    let error = #expect(throws: StoreError.self) { try store.flush() }
    #expect(error?.code == .writerStopped)
    #expect(given.withLock { $0 } > 0)
    _ = victim.end()
  }

  @Test func `an entity of another process is not taken for a new one`() throws {
    let store = try open()
    // The least identifier of all, so that those of the other process are greater than any known
    // here.
    let least = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let opened = CounterEvent(.opened, Mark(value: 1), text: "board")
    _ = try store.append { draft in try draft.append(opened, to: least) }
    let victim = try Victim("durable", at: directory.path)
    #expect(victim.lines(through: "finished").last == "finished")
    let ids = try store.read { try $0.view(Boards.self).rows(Boards.members) }.map(\.key.id)
    #expect(ids.count == 21)
    for id in ids {
      let moved = CounterEvent(.moved, Mark(value: 2), text: "other board")
      _ = try store.append { draft in try draft.append(moved, to: id) }
      let counter = try store.read { try $0.entity(Counter.self, id) }
      #expect(counter?.board == "other board")
    }
    #expect(try store.verify().ok)
    _ = victim.end()
  }

  @Test func `rows that another process built anew are read at once`() throws {
    let store = try open()
    _ = try counters(store)
    let victim = try Victim("rebuild", at: directory.path)
    #expect(victim.lines(through: "done").last == "done")
    #expect(try store.read { try $0.view(Boards.self).rows(Boards.members) }.count == 40)
    _ = victim.end()
  }
}

extension EventStore {
  /// Keeps a snapshot open while `body` runs.
  fileprivate func whileReading(_ body: () -> Void) {
    try? read { _ in body() }
  }
}
