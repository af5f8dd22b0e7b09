import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// What members tell a folder that they have, and what frontiers are set over because of it.
struct MemberVectorTests {
  private let day = 86_400.0

  /// Ada, Ben and Cleo, who have all exchanged.
  private func family() async throws -> (house: SyncHouse, ben: Replication, cleo: Replication) {
    let house = try await SyncHouse.founded()
    let (ben, cleo) = (try await house.join("ben"), try await house.join("cleo"))
    try await house.add("salt", to: house.first)
    for member in [house.first, ben, cleo] { try await member.exchange(with: house.folderPeer) }
    return (house, ben, cleo)
  }

  @Test func `what all have is what the one who has least has`() async throws {
    let (house, ben, cleo) = try await family()
    let before = try cleo.vector()
    try await house.add("bread", to: ben)
    for member in [ben, house.first] { try await member.exchange(with: house.folderPeer) }
    #expect(try await house.first.commonVector(in: house.folderPeer) == before)
    let told = try await house.first.memberVectors(in: house.folderPeer)
    #expect(
      try told.map(\.vector) == [ben, cleo].sorted(by: house.replica).map { try $0.vector() })
    #expect(told.allSatisfy { abs($0.time.timeIntervalSince(house.clock.now)) < day })
  }

  @Test func `what a stranger says in a member's name is not believed`() async throws {
    let (house, ben, cleo) = try await family()
    let before = try cleo.vector()
    try await house.add("bread", to: ben)
    for member in [ben, house.first] { try await member.exchange(with: house.folderPeer) }
    let said = Hello(
      space: ben.store.space, replica: try cleo.replica(), vector: try ben.vector(),
      time: house.clock.now)
    let forged = [said] + (try ["stranger", "ben"].map { try said.signed(by: house.key($0)) })
    for (number, hello) in forged.enumerated() {
      try await house.folderPeer.acknowledge(hello)
      let told = try await house.first.memberVectors(in: house.folderPeer)
      #expect(try told.map(\.replica) == [ben.replica()], "forgery \(number)")
      await #expect(throws: SyncError.self) {
        try await house.first.commonVector(in: house.folderPeer)
      }
    }
    // What a member said once is known to be old only by its time, and says less.
    let old = Hello(
      space: ben.store.space, replica: try cleo.replica(), vector: before,
      time: house.clock.now)
    try await house.folderPeer.acknowledge(old.signed(by: house.key("cleo")))
    #expect(try await house.first.commonVector(in: house.folderPeer) == before)
  }

  @Test func `who has never said what it has is named`() async throws {
    let (house, ben, cleo) = try await family()
    let dora = try await house.join("dora")
    let replica = try dora.replica()
    for _ in 0..<2 {
      for member in [house.first, ben, cleo] { try await member.exchange(with: house.folderPeer) }
    }
    do {
      _ = try await house.first.commonVector(in: house.folderPeer)
      Issue.record("a frontier could be set over what dora has")
    } catch let error as SyncError {
      #expect(error.code == .unheard)
      #expect(error.message.contains("what dora (\(replica)) has;"))
    }
    #expect(
      try await house.first.commonVector(in: house.folderPeer, without: [replica])
        == cleo.vector())
    try await house.first.setRole(.reader, of: replica)
    #expect(try await house.first.commonVector(in: house.folderPeer) == cleo.vector())
    try await house.first.setRole(.writer, of: replica)
    try await house.first.revoke(replica)
    #expect(try await house.first.commonVector(in: house.folderPeer) == cleo.vector())
  }

  @Test func `who is silent for ninety days is not waited for, and who has nothing new is`()
    async throws
  {
    let (house, ben, cleo) = try await family()
    let before = try cleo.vector()
    house.clock.advance(by: 60 * day)
    try await ben.exchange(with: house.folderPeer)
    house.clock.advance(by: 40 * day)
    try await house.add("bread", to: house.first)
    try await house.first.exchange(with: house.folderPeer)
    // Cleo's word is a hundred days old, Ben's forty.
    #expect(try await house.first.commonVector(in: house.folderPeer) == before)
    try await ben.exchange(with: house.folderPeer)
    #expect(try await house.first.commonVector(in: house.folderPeer) == ben.vector())
    try await cleo.exchange(with: house.folderPeer)
    #expect(try await house.first.commonVector(in: house.folderPeer) == ben.vector())
  }

  /// Its key may be a copy's, too, which speaks as the earlier replica.
  @Test func `a device that writes as another replica is waited for as both`() async throws {
    let (house, ben, cleo) = try await family()
    let earlier = try cleo.replica()
    try cleo.store.mintReplica()
    try await house.first.enrol(cleo.request(), as: .writer, member: "cleo")
    let before = try ben.vector()
    try await house.add("bread", to: cleo)
    for _ in 0..<2 {
      for member in [house.first, ben, cleo] { try await member.exchange(with: house.folderPeer) }
    }
    #expect(try await house.first.commonVector(in: house.folderPeer) == before)
    #expect(
      try await house.first.commonVector(in: house.folderPeer, without: [earlier])
        == cleo.vector())
    house.clock.advance(by: 91 * day)
    for member in [house.first, ben, cleo] { try await member.exchange(with: house.folderPeer) }
    #expect(try await house.first.commonVector(in: house.folderPeer) == cleo.vector())
  }

  @Test func `what somebody has told before it is here is waited for`() async throws {
    let (house, ben, cleo) = try await family()
    let before = try cleo.vector()
    try await house.add("bread", to: ben)
    try await ben.exchange(with: house.folderPeer)
    let error = await #expect(throws: SyncError.self) {
      try await house.first.commonVector(in: house.folderPeer)
    }
    #expect(error?.code == .unheard)
    #expect(try error?.message.hasPrefix("ben (\(ben.replica())) has written") == true)
    #expect(
      try await house.first.commonVector(in: house.folderPeer, without: [ben.replica()])
        == before)
    try await house.first.exchange(with: house.folderPeer)
    #expect(try await house.first.commonVector(in: house.folderPeer) == before)
  }

  @Test func `what members have and the folder does not show is named, with who has it`()
    async throws
  {
    let (house, ben, cleo) = try await family()
    try await house.add("bread", to: ben)
    try await house.add("milk", to: ben)
    for member in [ben, cleo] { try await member.exchange(with: house.folderPeer) }
    let replica = try ben.replica()
    let place = house.drive.appendingPathComponent(
      "\(ben.store.space.uuidString.lowercased())/\(replica.uuid.uuidString.lowercased())")
    let files = FileManager.default
    let names = try files.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".dbs") }
    let hidden = try #require(names.max())
    let file = place.appendingPathComponent(hidden)
    let away = house.folder.url.appendingPathComponent("away")
    try files.moveItem(at: file, to: away)
    let report = try await house.first.exchange(with: house.folderPeer)
    #expect(report.failure == nil && report.absorbed == 0)
    #expect(report.missing.map(\.replica) == [replica])
    #expect(report.missing.map(\.sequences) == [1...2])
    #expect(try [replica, cleo.replica()].contains(report.missing[0].toldBy))
    // Nobody who is no member can say so.
    try await house.folderPeer.acknowledge(
      Hello(
        space: ben.store.space, replica: ReplicaID(UUID()), vector: VersionVector(),
        time: house.clock.now
      ).signed(by: house.key("stranger")))
    try files.moveItem(at: away, to: file)
    let later = try await house.first.exchange(with: house.folderPeer)
    #expect(later.absorbed == 2 && later.missing == [])
  }

  @Test func `a key that was revoked says nothing`() async throws {
    let (house, ben, cleo) = try await family()
    try await house.first.revoke(cleo.replica())
    try await house.add("bread", to: ben)
    for member in [ben, house.first, ben] { try await member.exchange(with: house.folderPeer) }
    #expect(try await house.first.commonVector(in: house.folderPeer) == ben.vector())
    let told = try await house.first.memberVectors(in: house.folderPeer)
    #expect(try told.map(\.replica) == [ben.replica()])
  }
}

extension SyncHouse {
  fileprivate var folderPeer: FolderPeer { FolderPeer(at: drive.path) }

  func replica(_ one: Replication, _ other: Replication) -> Bool {
    guard let one = try? one.replica(), let other = try? other.replica() else { return false }
    return one < other
  }
}
