import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

struct FollowPeerTests {
  private func drive(_ house: SyncHouse) -> URL {
    house.folder.url.appendingPathComponent("drive")
  }

  @Test(.timeLimit(.minutes(10)))
  func `two that follow a folder see what the other writes`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    let folder = drive(house)
    let tasks = [house.first, second].map { member in
      Task {
        try await member.follow(FolderPeer(at: folder.path), every: .milliseconds(10))
      }
    }
    try await house.add("bread", to: house.first)
    for try await names in second.store.values({ try $0.rows(OpenItems.all).map(\.key.first) })
    where names == ["bread"] { break }
    try await house.add("milk", to: second)
    for try await names in house.first.store.values({
      try $0.rows(OpenItems.all).map(\.key.first)
    }) where names == ["bread", "milk"] { break }
    for task in tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `what failed is tried again after longer pauses`() async throws {
    let house = try await SyncHouse.founded()
    try Data().write(to: drive(house))
    let pauses = Mutex<[Duration]>([])
    let folder = drive(house)
    let task = Task {
      try await house.first.follow(FolderPeer(at: folder.path), every: .seconds(1)) { pause in
        let count = pauses.withLock {
          $0.append(pause)
          return $0.count
        }
        if count == 7 { throw CancellationError() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(pauses.withLock { $0 } == [2, 4, 8, 16, 16, 16, 16].map { .seconds($0) })
  }

  @Test func `a status says how many files the store has in a folder`() async throws {
    let house = try await SyncHouse.founded()
    let (first, folder) = (house.first, FolderPeer(at: drive(house).path))
    #expect(folder.ownFiles == 0)
    var statuses = first.statuses.makeAsyncIterator()
    for count in 1...2 {
      try await house.add("bread", to: first)
      try await first.exchange(with: folder)
      let files = try FileManager.default.subpathsOfDirectory(atPath: drive(house).path)
        .filter { $0.hasSuffix(".dbs") }
      let status = try #require(await statuses.next())
      #expect(status.ownFiles == files.count && folder.ownFiles == files.count)
      #expect(files.count >= count)
    }
    // A store keeps no files for another one.
    let second = try await house.join("ben")
    statuses = second.statuses.makeAsyncIterator()
    try await second.exchange(with: StorePeer(first, name: "direct"))
    #expect(await statuses.next()?.ownFiles == 0)
  }

  /// A peer to which something is written while it takes a page.
  private struct BusyPeer: ForwardingPeer {
    let peer: StorePeer
    let whilePushing: @Sendable () async throws -> Void

    func push(_ page: SyncPage) async throws -> PushReply {
      let reply = try await peer.push(page)
      try await whilePushing()
      return reply
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `what is appended during an exchange goes with the next one, without a pause`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    try await house.add("bread", to: second)
    let names = Mutex(["milk", "eggs"])
    let store = second.store
    let peer = BusyPeer(peer: StorePeer(house.first, name: "first")) {
      guard let name = names.withLock({ $0.popLast() }) else { return }
      try await store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    let task = Task {
      try await second.follow(peer, every: .seconds(1)) { _ in
        try await Task.sleep(for: .seconds(3_600))
      }
    }
    for try await names in house.first.store.values({
      try $0.rows(OpenItems.all).map(\.key.first)
    }) where names == ["bread", "eggs", "milk"] { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A peer where each page costs something.
  private struct CostlyPeer: ForwardingPeer {
    let peer: StorePeer
    var gathers: Duration { .seconds(1) }
  }

  @Test(.timeLimit(.minutes(10)))
  func `what is appended within a second goes in one page where pages cost something`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    let names = Mutex(["eggs", "salt"])
    let (first, store) = (house.first, second.store)
    var statuses = second.statuses.makeAsyncIterator()
    _ = await statuses.next()
    let task = Task {
      try await second.follow(
        CostlyPeer(peer: StorePeer(first, name: "first")), every: .seconds(3_600),
        sleep: { pause in
          guard pause == .seconds(1) else { return try await Task.sleep(for: pause) }
          while let name = names.withLock({ $0.popLast() }) {
            try await store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
          }
        })
    }
    #expect(await statuses.next()?.report.sent == 0)
    try await house.add("milk", to: second)
    #expect(await statuses.next()?.report.sent == 3)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.timeLimit(.minutes(10)))
  func `each exchange is told before the pause that follows it`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.add("bread", to: house.first)
    let told = Mutex<[PeerStatus]>([])
    let peer = StorePeer(house.first, name: "first")
    let task = Task {
      try await second.follow(
        peer, every: .seconds(1),
        sleep: { _ in
          if told.withLock({ $0.count }) == 2 { throw CancellationError() }
        },
        each: { status in told.withLock { $0.append(status) } })
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let statuses = told.withLock { $0 }
    #expect(statuses.map(\.report.absorbed) == [3, 0])
    #expect(statuses.allSatisfy { $0.report.sent == 0 && $0.pause == .seconds(1) })
  }

  @Test(.timeLimit(.minutes(10)))
  func `a status says who lacks what and why`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    for name in ["a", "b"] { try await house.add(name, to: house.first) }
    var statuses = second.statuses.makeAsyncIterator()
    try Data().write(to: drive(house))
    try await second.exchange(with: FolderPeer(at: drive(house).path))
    var status = try #require(await statuses.next())
    #expect(status.peer == "drive")
    #expect(status.time == house.clock.now)
    // A folder that was never written to is empty; nothing had to be written.
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    status = try #require(await statuses.next())
    #expect(status.peer == "first")
    #expect(status.behind == 0 && status.ahead == 0 && status.failure == nil)
    try await house.add("c", to: second)
    try await second.exchange(with: FolderPeer(at: drive(house).path))
    status = try #require(await statuses.next())
    #expect(status.failure?.code == .peer)
    #expect(status.behind == 5)
    #expect(status.report.absorbed == 0 && status.report.sent == 0 && status.pause == nil)
    // Whoever comes later gets the newest of each.
    var late = second.statuses.makeAsyncIterator()
    #expect(await late.next()?.peer == "drive")
    #expect(await late.next()?.peer == "first")
  }
}
