import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// What one peer cannot take in, or has not got yet, holds up nothing else.
struct PassingOverTests {
  private static let one = PageLimit(transactions: 1, bytes: 1 << 20)

  @Test func `what enrols a writer comes although his own came first`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben", limit: Self.one)
    let cleo = try await house.join("cleo", limit: Self.one)
    // He has written before he knew the space.
    try await house.add("early", to: ben)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    let report = try await cleo.exchange(with: StorePeer(ben, name: "ben"))
    #expect(report.failure == nil)
    #expect(try house.names(cleo) == ["early"])
    #expect(try cleo.vector() == ben.vector())
  }

  @Test func `what enrols a writer is sent although his own is refused first`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben", limit: Self.one)
    let cleo = try await house.join("cleo", limit: Self.one)
    try await house.add("early", to: ben)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try await ben.exchange(with: StorePeer(cleo, name: "cleo"))
    #expect(try house.names(cleo) == ["early"])
    #expect(try cleo.vector() == ben.vector())
  }

  @Test func `a file of somebody unknown does not hold up a folder`() async throws {
    let house = try await SyncHouse.founded()
    let drive = house.folder.url.appendingPathComponent("drive")
    let (ben, cleo) = (try await house.join("ben"), try await house.join("cleo"))
    try await house.add("early", to: ben)
    try await ben.exchange(with: FolderPeer(at: drive.path))
    try await house.first.exchange(with: FolderPeer(at: drive.path))
    try await cleo.exchange(with: FolderPeer(at: drive.path))
    #expect(try house.names(cleo) == ["early"])
  }

  /// Members write in their own folders what they like.
  @Test func `a file that a member puts there in another one's name holds up nothing`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let drive = house.folder.url.appendingPathComponent("drive")
    var members = [try await house.join("ben"), try await house.join("cleo")]
    members.sort { house.replica($0, $1) }
    // The files of the first are looked at first.
    let (liar, honest) = (members[0], members[1])
    try await house.add("honest", to: honest)
    try await honest.exchange(with: FolderPeer(at: drive.path))
    let page = try await honest.page(lackedBy: VersionVector())
    let (replica, space) = (try honest.replica(), page.space)
    var chain = Chain(space: space, replica: replica)
    try chain.add(page.messages[0])
    let head = try SignedHead(chain, replica, space: space, house.key("stranger"))
    let peer = FolderPeer(at: house.folder.path("elsewhere"))
    _ = try await peer.hello(
      Hello(space: space, replica: liar.replica(), vector: VersionVector()))
    _ = try await peer.push(
      SyncPage(
        space: space, messages: [page.messages[0]], heads: [head], hasMore: false,
        starts: [replica: Chain(space: space, replica: replica).hash]))
    let name = "\(space.uuidString)/\(try liar.replica().uuid.uuidString)".lowercased()
    try FileManager.default.moveItem(
      at: URL(fileURLWithPath: peer.path).appendingPathComponent(name),
      to: drive.appendingPathComponent(name))
    let report = try await house.first.exchange(with: FolderPeer(at: drive.path))
    #expect(report.absorbed == 1)
    #expect(try house.names(house.first) == ["honest"])
  }

  @Test func `a run that was refused in its middle holds up nobody`() async throws {
    let house = try await SyncHouse.founded()
    let (ben, cleo) = (try await house.join("ben"), try await house.join("cleo"))
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try await house.add("honest", to: ben)
    let page = try await ben.page(lackedBy: house.first.vector())
    // Signed, and with a field that no version knows.
    let replica = try ben.replica()
    var chain = Chain(space: ben.store.space, replica: replica)
    let strange = page.messages[0] + [0x4A, 1, 7]
    for message in page.messages + [strange] { try chain.add(message) }
    let head = try SignedHead(chain, replica, space: ben.store.space, house.key("ben"))
    let (report, refused) = try await house.first.absorb(
      SyncPage(
        space: page.space, messages: page.messages + [strange], heads: [head], hasMore: false))
    #expect(report.absorbed == 0)
    #expect(refused.map(\.code) == [.newerMessage])
    #expect(refused.map(\.dot) == [Dot(replica: replica, sequence: 1)])
    try await house.add("later", to: house.first)
    try await cleo.exchange(with: StorePeer(house.first, name: "first"))
    #expect(try house.names(cleo).contains("later"))
  }

  @Test func `a run of which the store refuses the end leaves nothing that nobody signed`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let (ben, cleo) = (try await house.join("ben"), try await house.join("cleo"))
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    let (replica, space) = (try ben.replica(), ben.store.space)
    // The last one brings more names than a replica may.
    let messages = (1...3).map { number in
      Self.message(
        of: replica, UInt64(number), in: space, at: house.clock.now,
        names: number * 4_000..<(number + 1) * 4_000)
    }
    var chain = Chain(space: space, replica: replica)
    for message in messages { try chain.add(message) }
    let head = try SignedHead(chain, replica, space: space, house.key("ben"))
    let (report, refused) = try await house.first.absorb(
      SyncPage(space: space, messages: messages, heads: [head], hasMore: false))
    #expect(report.absorbed == 0)
    #expect(refused.map(\.dot?.sequence) == [3])
    #expect(try house.first.vector()[replica] == 0)
    // What he honestly writes comes, and goes on to others.
    try await house.add("honest", to: ben)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    let relayed = try await cleo.exchange(with: StorePeer(house.first, name: "first"))
    #expect(relayed.failure == nil)
    #expect(try house.names(cleo) == ["honest"])
  }

  /// A message whose events each have a type of their own.
  private static func message(
    of replica: ReplicaID, _ sequence: UInt64, in space: UUID, at time: Date, names: Range<Int>
  ) -> [UInt8] {
    var header = PayloadWriter()
    header.uint(1, sequence)
    header.fixed(2, UInt64(time.timeIntervalSince1970 * 1000) << 16 + sequence)
    header.date(3, time)
    var message = PayloadWriter()
    message.uuid(1, replica.uuid)
    header.array.withUnsafeBytes { message.bytes(2, $0) }
    for name in names {
      message.message(3) { event in
        event.string(1, "name.\(name)")
        event.uint(2, 1)
        event.string(3, "thing")
        event.uuid(4, space)
        [UInt8(1)].withUnsafeBytes { event.bytes(5, $0) }
      }
    }
    message.uuid(4, space)
    return message.array
  }

  @Test func `another transaction under a dot that was purged is found by its chain`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await house.add("bread", to: ben)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    let replica = try ben.replica()
    let message = try #require(
      try ben.store.read { try $0.message(of: Dot(replica: replica, sequence: 1)) })
    var forged = message
    let place = try #require(Self.place(of: "bread", in: forged))
    forged[place] = UInt8(ascii: "B")
    var chain = Chain(space: ben.store.space, replica: replica)
    try chain.add(forged)
    let head = try SignedHead(chain, replica, space: ben.store.space, house.key("ben"))
    let (_, refused) = try await house.first.absorb(
      SyncPage(space: ben.store.space, messages: [forged], heads: [head], hasMore: false))
    #expect(refused.map(\.code) == [.forkedReplica])
    // What he honestly writes goes on.
    try await house.add("milk", to: ben)
    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.refusedByPeer.isEmpty)
  }

  private static func place(of text: String, in bytes: [UInt8]) -> Int? {
    let word = Array(text.utf8)
    return bytes.indices.dropLast(word.count).first { bytes[$0...].starts(with: word) }
  }

  @Test func `a store that knows nothing of its space yet keeps what it wrote`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben", limit: Self.one)
    try await house.add("early", to: ben)
    let result = try ben.purgeAll()
    #expect(result.events == 0 && result.endsAtFrontier)
    // Neither does one that knows no more than who created it.
    try await Self.one(of: house.first, to: ben)
    #expect(try ben.space().members.count == 1)
    try ben.purgeAll()
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(try house.names(house.first) == ["early"])
  }

  /// Brings one page of one transaction.
  private static func one(of from: Replication, to: Replication) async throws {
    _ = try await to.absorb(await from.page(lackedBy: to.vector(), limit: one))
  }

  @Test func `a purge waits for a peer that has nothing yet`() async throws {
    let house = try await SyncHouse.founded()
    _ = try await house.join("ben")
    try await house.add("bread", to: house.first)
    let report = try await house.first.exchange(with: SilentPeer(name: "silent"))
    #expect(report.failure?.code == .peer)
    try await house.first.setFrontier(house.first.vector())
    let result = try await house.first.store.purge(
      before: house.first.store.read { try $0.token() })
    #expect(result.events == 0)
    #expect(result.heldBackBy == "sync/silent")
  }

  @Test func `a copy of a store that has exchanged nothing is another replica`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let replica = try ben.replica()
    try await ben.store.close()
    let place = house.folder.path + "/copy"
    try FileManager.default.copyItem(atPath: house.folder.path + "/ben", toPath: place)
    let copy = try Replication(
      of: EventStore.open(
        at: place, schema: SyncHouse.schema, options: SyncHouse.options(house.clock)),
      key: house.key("other"))
    #expect(copy.wasMinted)
    #expect(try copy.replica() != replica)
  }

  @Test func `who steps down as an owner is a writer`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben", as: .owner)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try await ben.setRole(.writer, of: ben.replica())
    #expect(try ben.space().members[ben.replica()]?.role == .writer)
  }

  @Test func `what somebody states after he has stepped down does not count`() async throws {
    let house = try await SyncHouse.founded()
    _ = try await house.join("cleo", as: .owner)
    let ben = try await house.join("ben")
    let (own, other) = (try house.first.replica(), try ben.replica())
    try await house.first.setRole(.writer, of: own)
    try await house.first.store.append { try $0.append(.revoked(other, through: 0)) }
    #expect(try house.first.space().members[other]?.isRevoked == false)
  }
}
