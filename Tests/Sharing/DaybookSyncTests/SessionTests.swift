import Daybook
import Dispatch
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import DaybookSync

/// What keeps an exchange from ending, and whose fault a failure is.
struct SessionTests {
  /// A peer that takes nothing in, and says something else each time.
  private struct EndlessPeer: ForwardingPeer {
    enum Says: CaseIterable { case vectors, writers }

    let peer: StorePeer
    let says: Says
    let pushes = Pushes()

    final class Pushes: Sendable { let count = Mutex(0) }

    func push(_ page: SyncPage) async throws -> PushReply {
      let count = pushes.count.withLock {
        $0 += 1
        return $0
      }
      if count > 1_000 { throw SyncError(.peer, "it goes on and on") }
      var vector = VersionVector()
      if says == .vectors { vector[ReplicaID(UUID())] = UInt64(count) }
      let stranger = Dot(replica: ReplicaID(UUID()), sequence: 1)
      return PushReply(
        vector: vector,
        refused: says == .writers ? [SyncError(.notEnrolled, "who is that", dot: stranger)] : [])
    }
  }

  @Test(arguments: EndlessPeer.Says.allCases)
  private func `a peer that takes nothing in is not asked for ever`(
    says: EndlessPeer.Says
  ) async throws {
    let (house, second) = try await SyncHouse.pair()
    let writer = try Replication(
      of: second.store, key: house.key("ben"),
      limit: PageLimit(transactions: 1, bytes: 1 << 20))
    for number in 0..<5 { try await house.add("\(number)", to: writer) }
    let peer = EndlessPeer(peer: house.peer, says: says)
    let report = try await writer.exchange(with: peer)
    #expect(report.failure == nil && report.refusedByPeer.isEmpty)
    #expect(peer.pushes.count.withLock { $0 } == 1)
  }

  @Test func `a store that cannot be written is no fault of the peer`() async throws {
    let (house, second) = try await SyncHouse.pair()
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    let key = try house.key("cleo")
    let invitation = try await house.first.enrol(
      Replication.request(of: key), as: .writer, member: "Cleo")
    let third = try house.join("cleo", key: key, invitation)
    // Nothing can be put where the chunks of a snapshot are kept.
    let stage = house.folder.url.appendingPathComponent("cleo/bootstrap")
    try Data().write(to: stage)
    await #expect(throws: StoreError.self) { try await third.exchange(with: house.peer) }
    try FileManager.default.removeItem(at: stage)
    let report = try await third.exchange(with: house.peer)
    #expect(report.hasBootstrapped && report.failure == nil)
    try house.checkEqual([third])
    _ = second
  }

  /// A peer whose task is cancelled while it answers.
  private struct CancelledPeer: ForwardingPeer {
    let peer: StorePeer

    func pull(
      _ vector: VersionVector, limit: PageLimit
    ) async throws -> SyncPage {
      throw CancellationError()
    }
  }

  @Test func `an exchange that is cancelled is not one that failed`() async throws {
    let (house, second) = try await SyncHouse.pair()
    try await house.add("bread", to: house.first)
    await #expect(throws: CancellationError.self) {
      try await second.exchange(with: CancelledPeer(peer: house.peer))
    }
  }

  /// A peer that refuses what the store wrote, and shows bytes for it that are none.
  private struct GarbledPeer: ForwardingPeer {
    let peer: StorePeer

    func push(_ page: SyncPage) async throws -> PushReply {
      PushReply(
        vector: VersionVector(),
        refused: [SyncError(.badChain, "not that", dot: page.heads[0].dot)])
    }

    func pull(
      _ vector: VersionVector, limit: PageLimit
    ) async throws -> SyncPage {
      let page = try await peer.pull(vector, limit: limit)
      let messages = [[UInt8]](repeating: [1, 2, 3], count: page.messages.count)
      return SyncPage(space: page.space, messages: messages, heads: page.heads, hasMore: false)
    }
  }

  @Test func `bytes that are none are the peer's fault, and nothing is written again`()
    async throws
  {
    let (house, second) = try await SyncHouse.pair()
    try await house.add("bread", to: second)
    let replica = try second.replica()
    let report = try await second.exchange(with: GarbledPeer(peer: house.peer))
    #expect(report.rewritten == 0)
    #expect(try second.replica() == replica)
    try await second.exchange(with: house.peer)
    try house.checkEqual([second])
  }

  @Test func `a store of no space exchanges with nobody`() async throws {
    let house = try await SyncHouse()
    let error = await #expect(throws: SyncError.self) {
      try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    }
    #expect(error?.code == .space)
    #expect(!FileManager.default.fileExists(atPath: house.drive.path))
  }

  @Test func `who did not answer lacks what it lacked before`() async throws {
    let (house, second) = try await SyncHouse.pair()
    try await second.exchange(with: FolderPeer(at: house.drive.path))
    try await house.add("bread", to: second)
    try FileManager.default.moveItem(
      at: house.drive, to: house.folder.url.appendingPathComponent("away"))
    try Data().write(to: house.drive)
    let report = try await second.exchange(with: FolderPeer(at: house.drive.path))
    #expect(report.failure?.code == .peer && report.peer == nil)
    var statuses = second.statuses.makeAsyncIterator()
    let status = try #require(await statuses.next())
    #expect(status.peer == "drive" && status.behind == 1 && status.ahead == 0)
  }

  @Test func `a place where nothing can be written is not waited for`() async throws {
    let (house, second) = try await SyncHouse.pair()
    let file = house.folder.url.appendingPathComponent("file")
    try Data().write(to: file)
    let report = try await second.exchange(
      with: FolderPeer(at: file.appendingPathComponent("folder").path))
    #expect(report.failure?.code == .peer)
    #expect(try second.store.knownPeers().map(\.name) == ["first"])
  }

  @Test(.timeLimit(.minutes(10))) func `statuses end with their replication`() async throws {
    let house = try await SyncHouse.founded()
    var replication: Replication? = try Replication(
      of: house.first.store, key: house.key("first"))
    let statuses = try #require(replication).statuses
    replication = nil
    for await _ in statuses {}
  }

  /// What is durable is told after the commit, so a power cut takes nothing of it.
  @Test func `a snapshot that was taken in is on the disk, whatever was appended before`()
    async throws
  {
    let (house, second) = try await SyncHouse.pair()
    try await house.add("bread", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    try await second.store.close()
    let commits = Mutex<[Durability]>([])
    var options = SyncHouse.options(house.clock)
    options.didCommit = { durability in commits.withLock { $0.append(durability) } }
    let again = try house.opened("ben", key: "ben", options)
    let made = try await house.first.snapshot()
    try await again.store.append(durability: .relaxed) {
      try $0.append(ItemEvent.added(name: "milk"), to: UUID())
    }
    #expect(commits.withLock { $0.last } == .relaxed)
    #expect(try await again.bootstrap(from: made.manifest) { try made.chunk($0) })
    #expect(commits.withLock { $0.last } == .durable)
  }

  @Test func `a snapshot that leaves is noted beside the key`() async throws {
    let (house, second) = try await SyncHouse.pair()
    try await house.add("bread", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    let own = try house.first.replica()
    try FileManager.default.removeItem(atPath: house.folder.path("first.key.guard"))
    let made = try await house.first.snapshot()
    let noted = try String(contentsOfFile: house.folder.path("first.key.guard"), encoding: .utf8)
    #expect(noted.hasPrefix("\(own) \(made.manifest.vector[own]) "))
    _ = second
  }

  /// Each as a process of the same store does.
  @Test func `many who write into one member's folder take a name each`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let files = DriveFiles(at: folder.path)
    let own = FolderPlace(UUID()).folder(of: ReplicaID(UUID()))
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { lane in
      for number in 0..<20 {
        do { _ = try files.append([UInt8(lane), UInt8(number)], 2, to: own, after: 0) } catch {
          failures.withLock { $0 += 1 }
        }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let names = paths.compactMap { FolderPlace.range(URL(fileURLWithPath: $0).lastPathComponent) }
    #expect(names.map(\.lowerBound).sorted() == Array(stride(from: UInt64(1), to: 320, by: 2)))
  }
}
