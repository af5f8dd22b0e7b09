import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import Testing

/// What an exchange does with what a store wrote under a name that others know otherwise, or at
/// times that are impossible.
struct TailByItselfTests {
  // MARK: Copies

  @Test(arguments: [1, 2, 3], [1, 2, 3])
  func `the copy that is heard second writes its branch again`(
    first: Int, second: Int
  ) async throws {
    let (house, ben) = try await SyncHouse.pair()
    let (one, two) = try await house.copies(ben)
    for number in 0..<first { try await house.add("one \(number)", to: one) }
    for number in 0..<second { try await house.add("two \(number)", to: two) }
    #expect(try await one.exchange(with: house.peer).rewritten == 0)
    let report = try await two.exchange(with: house.peer)
    #expect(report.rewritten == second)
    #expect(report.unsent == nil && report.failure == nil)
    #expect(report.absorbed == first)
    // Nobody has enrolled its new replica yet.
    #expect(report.refusedByPeer.map(\.code) == [.notEnrolled])
    try await house.first.enrol(two.request(), as: .writer, member: "Ben")
    #expect(try await two.exchange(with: house.peer).refusedByPeer == [])
    #expect(try await one.exchange(with: house.peer).rewritten == 0)
    #expect(try house.names(house.first).count == first + second + 1)
    try house.checkEqual([one, two])
  }

  @Test func `over a folder as well`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    let (one, two) = try await house.copies(ben)
    try await house.add("one", to: one)
    try await house.add("two", to: two)
    try await one.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try await two.exchange(with: FolderPeer(at: house.drive.path)).rewritten == 1)
    try await house.first.enrol(two.request(), as: .writer, member: "Ben")
    for replication in [house.first, two, one, house.first] {
      #expect(try await replication.exchange(with: FolderPeer(at: house.drive.path)).rewritten == 0)
    }
    #expect(try house.names(house.first) == ["one", "salt", "two"])
    try house.checkEqual([one, two])
  }

  @Test func `the status of the peer says so`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    let (one, two) = try await house.copies(ben)
    try await house.add("one", to: one)
    try await house.add("two", to: two)
    try await one.exchange(with: house.peer)
    try await two.exchange(with: house.peer)
    for await status in two.statuses {
      #expect(status.report.rewritten == 1)
      #expect(status.report.refusedByPeer.map(\.code) == [.notEnrolled])
      break
    }
  }

  @Test func `a branch that another peer has is not written again`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    let carol = try await house.join("carol")
    try await carol.exchange(with: house.peer)
    let (one, two) = try await house.copies(ben)
    try await house.add("one", to: one)
    try await house.add("two", to: two)
    try await two.exchange(with: StorePeer(carol, name: "carol"))
    try await one.exchange(with: house.peer)
    let replica = try two.replica()
    let report = try await two.exchange(with: house.peer)
    #expect(report.rewritten == 0)
    #expect(report.unsent?.code == .forkedReplica)
    #expect(report.unsent?.message.contains("revoke") == true)
    #expect(try two.replica() == replica)
    // What the peer has is another branch: purges wait for it.
    #expect(report.peer?[replica] == 0)
    let consumers = try two.store.history.consumers()
    #expect(consumers.first { $0.name == "sync/first" }?.lag ?? 0 > 0)
  }

  @Test(arguments: [1, 3], [1, 2])
  func `both branches count when members have one or the other`(
    first: Int, second: Int
  ) async throws {
    let (house, ben) = try await SyncHouse.pair()
    let carol = try await house.join("carol")
    try await carol.exchange(with: house.peer)
    let (one, two) = try await house.copies(ben)
    let (replica, common) = (try one.replica(), try one.vector()[one.replica()])
    for number in 0..<first { try await house.add("one \(number)", to: one) }
    for number in 0..<second { try await house.add("two \(number)", to: two) }
    try await one.exchange(with: house.peer)
    try await two.exchange(with: StorePeer(carol, name: "carol"))
    let fork = try #require(
      try house.first.store.compare(with: carol.store).differences.first { $0.code == .fork })
    #expect(fork.message.hasSuffix("revoke it through \(common)"))
    try await house.first.revoke(replica, through: common)
    #expect(try house.names(house.first) == ["salt"])
    try await carol.exchange(with: house.peer)
    // Each is enrolled as somebody of its own, and gives what nobody counts any more.
    for (copy, count) in [(one, first), (two, second)] {
      try await copy.exchange(with: house.peer)
      await #expect(throws: StoreError.self) { try await house.add("in vain", to: copy) }
      #expect(try await copy.rewriteTail(lackedBy: house.peer) == count)
      #expect(try await copy.rewriteTail(lackedBy: house.peer) == 0)
      try await house.first.enrol(copy.request(), as: .writer, member: "Ben")
      try await copy.exchange(with: house.peer)
    }
    for replication in [carol, one] { try await replication.exchange(with: house.peer) }
    let names = try house.names(house.first)
    #expect(names.count == 1 + first + second)
    for replication in [carol, one, two] {
      #expect(try house.names(replication) == names)
      #expect(try house.digests(replication) == house.digests(house.first))
      #expect(try await replication.store.verify().ok)
    }
    // Who was revoked stays so, and not for more than was said.
    try await house.first.revoke(replica)
    #expect(try house.first.space().members[replica]?.through == common)
    await #expect(throws: SyncError.self) {
      try await house.first.revoke(two.replica(), through: 99)
    }
  }

  @Test func `a peer that has purged most of what both have shows the rest`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    for number in 1...20 { try await house.add("common \(number)", to: ben) }
    try await ben.exchange(with: house.peer)
    try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    let (one, two) = try await house.copies(ben)
    var final = try house.first.vector()
    final[try one.replica()] = 15
    try await house.first.setFrontier(final)
    try house.first.purgeAll()
    #expect(try house.first.store.read { try $0.oldestToken() }.number > 1)
    try await house.add("one", to: one)
    try await house.add("two", to: two)
    try await one.exchange(with: house.peer)
    let report = try await two.exchange(with: house.peer)
    #expect(report.rewritten == 1 && report.unsent == nil && report.failure == nil)
    try await house.first.enrol(two.request(), as: .writer, member: "Ben")
    try await two.exchange(with: house.peer)
    try await one.exchange(with: house.peer)
    #expect(try house.names(house.first).count == 23)
    try house.checkEqual([one, two])
  }

  @Test func `a branch that says something about the space is not written again`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben", as: .owner)
    try await ben.exchange(with: house.peer)
    let (one, two) = try await house.copies(ben)
    try await house.add("one", to: one)
    let stranger = try Replication.request(of: house.key("stranger"))
    try await two.enrol(stranger, as: .writer, member: "Carol")
    try await one.exchange(with: house.peer)
    for _ in 1...2 {
      let report = try await two.exchange(with: house.peer)
      #expect(report.unsent?.code == .forkedReplica)
      #expect(report.unsent?.message.contains("says something about the space") == true)
    }
    #expect(try two.space().members[stranger.replica] != nil)
  }

  @Test func `who has no key makes nobody write a branch again`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.add("one", to: ben)
    let replica = try ben.replica()
    for code in [SyncError.Code.badChain, .forkedReplica, .clockAhead] {
      let report = try await ben.exchange(with: LyingPeer(peer: house.peer, code: code))
      #expect(report.rewritten == 0)
    }
    #expect(try ben.replica() == replica)
    #expect(try await ben.exchange(with: house.peer).sent == 1)
  }

  @Test func `a greeting travels as bytes`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    let hello = try house.first.answer(ben.hello())
    let head = try #require(hello.heads.first)
    #expect(try head.dot == Dot(replica: ben.replica(), sequence: 1))
    let read = try Hello(bytes: hello.bytes)
    #expect(read == hello)
    #expect(read.heads == [head])
    for count in 0..<hello.bytes.count {
      // A field that is cut off is malformed, a field that is missing is not there.
      do { _ = try Hello(bytes: Array(hello.bytes.prefix(count))) } catch let error as SyncError {
        #expect(error.code == .malformed)
      }
    }
  }

  @Test(arguments: [2...3, 1...9, 1...1])
  func `who understands no common version of the exchange is told to update`(
    protocols: ClosedRange<UInt64>
  ) async throws {
    let (house, ben) = try await SyncHouse.pair()
    let own = try ben.hello()
    let other = try Hello(
      space: own.space, replica: house.first.replica(), vector: house.first.vector(),
      time: own.time, heads: [], protocols: protocols
    ).signed(by: house.key("first"))
    let read = try Hello(bytes: other.bytes)
    #expect(read == other && read.protocols == protocols)
    #expect(try read.isSigned(by: house.key("first").publicKey))
    var session = SyncSession()
    _ = session.step(.start(own))
    let effects = session.step(.greeted(read))
    guard case .finish(let report) = effects.last else {
      #expect(protocols.contains(1))
      return
    }
    #expect(!protocols.contains(1))
    #expect(report.failure?.code == .newerMessage)
    #expect(report.failure?.message.contains("update this app") == true)
  }

  @Test func `a greeting of impossible versions is malformed`() async throws {
    let (_, ben) = try await SyncHouse.pair()
    let hello = try ben.hello()
    for (oldest, newest) in [(UInt64(0), UInt64(1)), (3, 2)] {
      var writer = PayloadWriter()
      writer.uint(7, oldest)
      writer.uint(8, newest)
      let error = #expect(throws: SyncError.self) {
        try Hello(bytes: hello.bytes + writer.array)
      }
      #expect(error?.code == .malformed)
    }
  }

  // MARK: Clocks

  /// What a member wrote with a clock a year ahead, which is right by now.
  private func ahead(
    over peer: (SyncHouse) -> any SyncPeer
  ) async throws -> (house: SyncHouse, right: Replication) {
    let (house, ben) = try await SyncHouse.pair()
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    try await ben.exchange(with: FolderPeer(at: house.drive.path))
    try await ben.store.close()
    let ahead = try house.opened("ben", daysAhead: 365)
    for name in ["bread", "milk"] { try await house.add(name, to: ahead) }
    // Its clock says that all is well.
    #expect(try await ahead.exchange(with: peer(house)).rewritten == 0)
    try await ahead.store.close()
    return (house, try house.opened("ben", key: "ben"))
  }

  @Test func `what a clock a year ahead wrote is written again once it is right`() async throws {
    let (house, right) = try await ahead { $0.peer }
    #expect(try await right.exchange(with: house.peer).rewritten == 2)
    try await house.first.enrol(right.request(), as: .writer, member: "Ben")
    #expect(try await right.exchange(with: house.peer).refusedByPeer == [])
    #expect(try house.names(house.first) == ["bread", "milk", "salt"])
    try house.checkEqual([right])
  }

  @Test func `it is taken back from a folder`() async throws {
    let (house, right) = try await ahead { FolderPeer(at: $0.drive.path) }
    let earlier = try right.replica()
    let refused = try await house.first.exchange(with: FolderPeer(at: house.drive.path)).refused
    #expect(refused.map(\.code) == [.clockAhead])
    #expect(try await right.exchange(with: FolderPeer(at: house.drive.path)).rewritten == 2)
    try await house.first.enrol(right.request(), as: .writer, member: "Ben")
    for replication in [house.first, right, house.first] {
      let report = try await replication.exchange(with: FolderPeer(at: house.drive.path))
      #expect(report.refused == [] && report.rewritten == 0)
    }
    #expect(try house.names(house.first) == ["bread", "milk", "salt"])
    #expect(try house.first.vector()[earlier] == 1)
    try house.checkEqual([right])
    // Nor does it come after the time that the clock has shown.
    house.clock.advance(by: 366 * 86_400)
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try house.names(house.first) == ["bread", "milk", "salt"])
  }

  @Test func `what somebody has taken in from a folder stays`() async throws {
    let (house, right) = try await ahead { FolderPeer(at: $0.drive.path) }
    // The founder's clock was wrong as well for a moment.
    try await house.first.store.close()
    let first = try house.opened("first", daysAhead: 364.5)
    try await first.exchange(with: FolderPeer(at: house.drive.path))
    #expect(try house.names(first) == ["bread", "milk", "salt"])
    let replica = try right.replica()
    let report = try await right.exchange(with: FolderPeer(at: house.drive.path))
    #expect(report.rewritten == 0 && report.unsent == nil)
    #expect(try right.replica() == replica)
  }

  @Test func `a clock that is behind makes nobody write anything again`() async throws {
    let (house, ben) = try await SyncHouse.pair()
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    try await house.add("bread", to: ben)
    try await ben.exchange(with: FolderPeer(at: house.drive.path))
    let replica = try ben.replica()
    try await ben.store.close()
    let behind = try house.opened("ben", daysAhead: -1000)
    try await house.add("milk", to: behind)
    for peer in [FolderPeer(at: house.drive.path), house.peer] as [any SyncPeer] {
      let report = try await behind.exchange(with: peer)
      #expect(report.rewritten == 0 && report.unsent == nil && report.refusedByPeer == [])
    }
    #expect(try behind.replica() == replica)
    #expect(try house.names(house.first) == ["bread", "milk", "salt"])
  }

  @Test func `the only owner keeps its name`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await ben.exchange(with: house.peer)
    let replica = try house.first.replica()
    try await house.first.store.close()
    let ahead = try house.opened("first", daysAhead: 365)
    try await house.add("bread", to: ahead)
    try await ahead.store.close()
    let right = try house.opened("first", key: "first")
    let report = try await right.exchange(with: StorePeer(ben, name: "ben"))
    #expect(report.rewritten == 0)
    #expect(report.unsent?.code == .clockAhead)
    #expect(report.unsent?.message.contains("only owner") == true)
    #expect(try right.replica() == replica)
  }
}

/// A peer that refuses all that is pushed, with a code of its choice.
private struct LyingPeer: ForwardingPeer {
  let peer: StorePeer
  let code: SyncError.Code
  let name = "liar"

  func push(_ page: SyncPage) async throws -> PushReply {
    let dots = try page.messages.map { try ArrivingTransaction($0).dot }
    let vector = try await peer.hello(
      Hello(space: page.space, replica: nil, vector: VersionVector())
    ).vector
    return PushReply(
      vector: vector, refused: dots.map { SyncError(code, "it is refused", dot: $0) })
  }
}
