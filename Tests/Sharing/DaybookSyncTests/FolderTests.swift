import Daybook
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct FolderTests {
  private func drive(_ house: SyncHouse) -> URL {
    house.folder.url.appendingPathComponent("drive")
  }

  /// The files of a drive, by their places.
  private func files(_ url: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".dbs") }.sorted()
  }

  @Test func `three stores have the same over a folder`() async throws {
    let house = try await SyncHouse.founded()
    let members = [house.first, try await house.join("ben"), try await house.join("cleo")]
    try await house.add("bread", to: house.first)
    for _ in 0..<2 {
      for member in members {
        let report = try await member.exchange(with: FolderPeer(at: drive(house).path))
        #expect(report.failure == nil && report.refused.isEmpty)
        if member !== house.first { try await house.add("milk", to: member) }
      }
    }
    for member in members { try await member.exchange(with: FolderPeer(at: drive(house).path)) }
    for member in members { try await member.exchange(with: FolderPeer(at: drive(house).path)) }
    #expect(try house.names(house.first) == ["bread", "milk", "milk", "milk", "milk"])
    for member in members {
      #expect(try house.digests(member) == house.digests(house.first))
      #expect(try member.vector() == house.first.vector())
    }
  }

  @Test func `files that a snapshot stands for are removed, and whoever comes begins with it`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    for member in [house.first, ben, house.first] {
      try await house.add("bread", to: house.first)
      try await member.exchange(with: FolderPeer(at: drive(house).path))
    }
    try await ben.exchange(with: FolderPeer(at: drive(house).path))
    try await house.first.setFrontier(house.first.vector())
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    try await ben.exchange(with: FolderPeer(at: drive(house).path))

    let before = try files(drive(house))
    let alone = try await house.first.putSnapshot(in: FolderPeer(at: drive(house).path))
    #expect(alone.removedFiles == 0)
    #expect(try files(drive(house)) == before, "nobody has checked it yet")
    #expect(try await ben.putSnapshot(in: FolderPeer(at: drive(house).path)).removedFiles == 0)
    let checked = try await house.first.putSnapshot(in: FolderPeer(at: drive(house).path))
    #expect(checked.removedFiles > 0)
    #expect(try files(drive(house)).count == before.count - checked.removedFiles)

    let cleo = try await house.join("cleo")
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let report = try await cleo.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.failure == nil && report.hasBootstrapped)
    #expect(try house.digests(cleo) == house.digests(house.first))
    #expect(try cleo.vector() == house.first.vector())

    let peer = FolderPeer(at: drive(house).path)
    try await ben.exchange(with: peer)
    let told = try await ben.memberVectors(in: peer)
    #expect(try told.contains { try $0.replica == cleo.replica() && $0.vector == cleo.vector() })
    #expect(peer.problems.isEmpty)
  }

  /// A program that looks at the folder again and again knows files by their names.
  @Test func `no name is given twice`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let (own, bens) = (FolderPeer(at: drive(house).path), FolderPeer(at: drive(house).path))
    for name in ["bread", "milk"] {
      try await house.add(name, to: house.first)
      try await house.first.exchange(with: own)
    }
    for name in ["salt", "flour"] {
      try await ben.exchange(with: bens)
      try await house.add(name, to: ben)
    }
    for (member, peer) in [(ben, bens), (house.first, own)] {
      try await member.exchange(with: peer)
    }
    try await house.first.setFrontier(house.first.vector())
    try await house.first.exchange(with: own)
    try await ben.exchange(with: bens)
    _ = try await ben.putSnapshot(in: bens)
    var names = Set(try files(drive(house)))
    #expect(try await house.first.putSnapshot(in: own).removedFiles > 0)
    // All that Ben has written is final.
    #expect(try await ben.putSnapshot(in: bens).removedFiles > 0)
    let left = Set(try files(drive(house)))
    try await house.add("tea", to: house.first)
    try await house.first.exchange(with: own)
    try await house.add("rice", to: ben)
    #expect(try await ben.exchange(with: bens).absorbed == 1)
    let added = Set(try files(drive(house))).subtracting(left)
    names.subtract(left)
    #expect(added.count == 2 && names.isDisjoint(with: added))
    #expect(try await house.first.exchange(with: own).absorbed == 1)
    #expect(try house.names(house.first) == ["bread", "flour", "milk", "rice", "salt", "tea"])
  }

  @Test func `a snapshot that is not there whole changes nothing`() async throws {
    let house = try await SyncHouse.founded()
    try await house.add("bread", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    let ben = try await house.join("ben")
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let all = try FileManager.default.subpathsOfDirectory(atPath: drive(house).path)
    for suffix in [".chunk", ".manifest"] {
      let name = try #require(all.first { $0.hasSuffix(suffix) })
      let url = drive(house).appendingPathComponent(name)
      let whole = try Data(contentsOf: url)
      try whole.prefix(whole.count / 2).write(to: url)
      let report = try await ben.exchange(with: FolderPeer(at: drive(house).path))
      #expect(report.absorbed == 0 && !report.hasBootstrapped, "\(suffix)")
      try FileManager.default.removeItem(at: url)
      let peer = FolderPeer(at: drive(house).path)
      let second = try await ben.exchange(with: peer)
      #expect(second.absorbed == 0 && !second.hasBootstrapped, "\(suffix)")
      try whole.write(to: url)
    }
    let report = try await ben.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.hasBootstrapped && report.failure == nil)
    #expect(try house.digests(ben) == house.digests(house.first))
  }

  /// A house with a snapshot of some chunks in its folder, which stand for files that are gone.
  private func houseWithSnapshot() async throws -> (SyncHouse, chunks: [URL]) {
    let house = try await SyncHouse.founded()
    for number in 0..<4 {
      let id = try await house.add("\(number)", to: house.first)
      try await house.first.store.append { try $0.append(ItemEvent.noted(Item.long), to: id) }
    }
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let place =
      "\(drive(house).path)/\(house.first.store.space.uuidString.lowercased())/snapshot/1/"
    let manifest = try await house.first.snapshot().manifest
    #expect(manifest.chunks.count > 1)
    let names = manifest.chunks.map { hash in
      hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ".chunk"
    }
    return (house, names.map { URL(fileURLWithPath: place + $0) })
  }

  @Test func `an owner puts a chunk there again that is not there whole`() async throws {
    let (house, chunks) = try await houseWithSnapshot()
    let files = FileManager.default
    let whole = try Data(contentsOf: chunks[0])
    for damage in 0..<4 {
      try files.removeItem(at: chunks[0])
      switch damage {
      case 0: try whole.prefix(100).write(to: chunks[0])
      case 1: try Data().write(to: chunks[0])
      case 2: #expect(mkfifo(chunks[0].path, 0o600) == 0)
      default: try (whole + [0]).write(to: chunks[0])
      }
      let ben = try await house.join("ben \(damage)")
      let peer = FolderPeer(at: drive(house).path)
      let before = try await ben.exchange(with: peer)
      #expect(!before.hasBootstrapped && before.absorbed == 0)
      #expect(before.problems.keys.contains { $0.hasPrefix("snapshot/1/") }, "\(damage)")
      #expect(
        try await house.first.exchange(with: FolderPeer(at: drive(house).path)).failure == nil)
      #expect(try Data(contentsOf: chunks[0]) == whole, "\(damage)")
      #expect(try await ben.exchange(with: FolderPeer(at: drive(house).path)).hasBootstrapped)
    }
  }

  @Test(arguments: [0, 100, 426])
  func `so does an owner with the only chunk, whatever is left of it`(count: Int) async throws {
    let house = try await SyncHouse.founded()
    try await house.add("bread", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let all = try FileManager.default.subpathsOfDirectory(atPath: drive(house).path)
    let name = try #require(all.first { $0.hasSuffix(".chunk") })
    let chunk = drive(house).appendingPathComponent(name)
    let whole = try Data(contentsOf: chunk)
    try whole.prefix(count).write(to: chunk)
    #expect(try await house.first.exchange(with: FolderPeer(at: drive(house).path)).failure == nil)
    #expect(try Data(contentsOf: chunk) == whole)
  }

  @Test func `what cannot be told to a folder is reported, also with nothing to send`()
    async throws
  {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let place =
      "\(ben.store.space.uuidString.lowercased())/\(try ben.replica().uuid.uuidString.lowercased())"
    let vector = drive(house).appendingPathComponent("\(place)/vector")
    try FileManager.default.createDirectory(at: vector, withIntermediateDirectories: true)
    let report = try await ben.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.absorbed == 2 && report.sent == 0)
    #expect(report.failure?.code == .peer)
    try FileManager.default.removeItem(at: vector)
    #expect(try await ben.exchange(with: FolderPeer(at: drive(house).path)).failure == nil)
  }

  @Test func `a store or a file is no folder`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let file = house.folder.url.appendingPathComponent("file")
    try Data("mine".utf8).write(to: file)
    for url in [URL(fileURLWithPath: ben.store.path), file] {
      let before = try? FileManager.default.contentsOfDirectory(atPath: url.path)
      for member in [house.first, ben] {
        let report = try await member.exchange(with: FolderPeer(at: url.path))
        #expect(report.failure?.code == .peer)
        #expect(report.failure?.message.contains("name a folder that all members have") == true)
      }
      #expect((try? FileManager.default.contentsOfDirectory(atPath: url.path)) == before)
    }
  }

  @Test func `a chunk that was changed is named, and put there again with the snapshot`()
    async throws
  {
    let (house, chunks) = try await houseWithSnapshot()
    var bytes = try Data(contentsOf: chunks[0])
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: chunks[0])
    let ben = try await house.join("ben")
    let report = try await ben.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.failure?.code == .malformed)
    #expect(
      report.problems["snapshot/1/\(chunks[0].lastPathComponent)"]
        == "was changed or is not there whole")
    _ = try await house.first.putSnapshot(in: FolderPeer(at: drive(house).path))
    #expect(try await ben.exchange(with: FolderPeer(at: drive(house).path)).hasBootstrapped)
    #expect(try house.digests(ben) == house.digests(house.first))
  }

  @Test func `files that are not what they should be change nothing`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    for name in ["a", "b"] { try await house.add(name, to: house.first) }
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let place = try #require(try files(drive(house)).first)
    let url = drive(house).appendingPathComponent(place)
    let whole = try Data(contentsOf: url)
    let others = [
      "\(url.path) (1)", url.path + ".icloud",
      url.deletingLastPathComponent().path + "/1-2.dbs",
    ]
    for other in others { try whole.write(to: URL(fileURLWithPath: other)) }
    for size in [0, 7, 8, 47, whole.count / 2, whole.count - 1] {
      try whole.prefix(size).write(to: url)
      let peer = FolderPeer(at: drive(house).path)
      let report = try await second.exchange(with: peer)
      #expect(report.absorbed == 0 && report.failure == nil, "\(size) bytes")
      #expect(peer.problems.count == 1, "\(size) bytes")
    }
    var changed = whole
    changed[whole.count / 2] ^= 4
    try changed.write(to: url)
    #expect(try await second.exchange(with: FolderPeer(at: drive(house).path)).absorbed == 0)
    try whole.write(to: url)
    let peer = FolderPeer(at: drive(house).path)
    #expect(try await second.exchange(with: peer).absorbed == 4)
    #expect(peer.problems.isEmpty)
    #expect(try house.names(second) == ["a", "b"])
  }

  @Test func `a file that is refused holds up no other`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    let request = Replication.request(
      of: try house.key("cleo"),
      replica: ReplicaID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))))
    let invitation = try await house.first.enrol(request, as: .writer, member: "cleo")
    // Somebody else writes in Cleo's name, and its file is the first by name.
    let stranger = try Replication.join(
      at: house.folder.path + "/stranger", schema: SyncHouse.schema,
      key: house.key("stranger"), invitation: invitation, options: SyncHouse.options(house.clock))
    try await house.add("rubbish", to: stranger)
    try await stranger.exchange(with: FolderPeer(at: drive(house).path))
    try await house.add("bread", to: house.first)
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let report = try await second.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.refused.count == 1 && report.failure == nil)
    #expect(try house.names(second) == ["bread"])
  }

  @Test func `a link in the folder is not followed`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let place = try #require(try files(drive(house)).first)
    let url = drive(house).appendingPathComponent(place)
    let elsewhere = house.folder.url.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: url, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: elsewhere)
    let peer = FolderPeer(at: drive(house).path)
    let report = try await second.exchange(with: peer)
    #expect(report.absorbed == 0)
    #expect(peer.problems.count == 1)
  }

  @Test func `a file waits for those that it needs`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    try await house.add("later", to: house.first)
    try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    let places = try files(drive(house))
    #expect(places.count == 2)
    let early = drive(house).appendingPathComponent(places[0])
    let aside = house.folder.url.appendingPathComponent("aside")
    try FileManager.default.moveItem(at: early, to: aside)
    #expect(try await second.exchange(with: FolderPeer(at: drive(house).path)).absorbed == 0)
    try FileManager.default.moveItem(at: aside, to: early)
    try await second.exchange(with: FolderPeer(at: drive(house).path))
    #expect(try house.names(second) == ["later"])
  }

  /// As a stick that is pulled out: the place where it was is not it.
  @Test func `a folder that goes is not made again by who has seen it`() async throws {
    let house = try await SyncHouse.founded()
    let peer = FolderPeer(at: drive(house).path)
    try await house.first.exchange(with: peer)
    let aside = house.folder.url.appendingPathComponent("aside")
    try FileManager.default.moveItem(at: drive(house), to: aside)
    try await house.add("bread", to: house.first)
    #expect(try await house.first.exchange(with: peer).failure?.code == .peer)
    #expect(!FileManager.default.fileExists(atPath: drive(house).path))
    try FileManager.default.moveItem(at: aside, to: drive(house))
    #expect(try await house.first.exchange(with: peer).sent == 1)
  }

  @Test func `a snapshot that only a stranger has signed, too, removes nothing`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await house.add("bread", to: house.first)
    for member in [house.first, ben] {
      try await member.exchange(with: FolderPeer(at: drive(house).path))
    }
    try await house.first.setFrontier(house.first.vector())
    for member in [house.first, ben] {
      try await member.exchange(with: FolderPeer(at: drive(house).path))
    }
    let made = try await ben.snapshot()
    var bytes = made.manifest.bytes
    bytes[bytes.count - 1] ^= 1  // Of the signature.
    let forged = SpaceSnapshot(
      manifest: try SpaceManifest(bytes: bytes), chunks: made.chunks)
    let peer = FolderPeer(at: drive(house).path)
    _ = try await peer.hello(
      Hello(space: ben.store.space, replica: ben.replica(), vector: ben.vector()))
    _ = try await peer.push(forged)
    #expect(
      try await house.first.putSnapshot(in: FolderPeer(at: drive(house).path)).removedFiles == 0)
    _ = try await ben.putSnapshot(in: FolderPeer(at: drive(house).path))
    #expect(
      try await house.first.putSnapshot(in: FolderPeer(at: drive(house).path)).removedFiles > 0)
  }

  @Test func `a folder that cannot be written ends the exchange, and nothing is lost`()
    async throws
  {
    let house = try await SyncHouse.founded()
    try Data().write(to: drive(house))
    let report = try await house.first.exchange(with: FolderPeer(at: drive(house).path))
    #expect(report.failure?.code == .peer)
    try FileManager.default.removeItem(at: drive(house))
    #expect(try await house.first.exchange(with: FolderPeer(at: drive(house).path)).sent == 1)
  }
}
