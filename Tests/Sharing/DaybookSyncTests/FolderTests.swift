import Daybook
import DaybookSync
import TemporaryFolders
import Testing

/// What members do by a shared folder, wherever it is.
struct FolderTests {
  @Test(arguments: SharedFolder.Sort.allCases)
  func `three stores have the same over a folder`(sort: SharedFolder.Sort) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let members = [house.first, try await house.join("ben"), try await house.join("cleo")]
    try await house.add("bread", to: house.first)
    for _ in 0..<2 {
      for member in members {
        let report = try await member.exchange(with: folder.peer())
        #expect(report.failure == nil && report.refused.isEmpty)
        if member !== house.first { try await house.add("milk", to: member) }
      }
    }
    for member in members { try await member.exchange(with: folder.peer()) }
    for member in members { try await member.exchange(with: folder.peer()) }
    #expect(try house.names(house.first) == ["bread", "milk", "milk", "milk", "milk"])
    for member in members {
      #expect(try house.digests(member) == house.digests(house.first))
      #expect(try member.vector() == house.first.vector())
    }
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `files that a snapshot stands for are removed, and whoever comes begins with it`(
    sort: SharedFolder.Sort
  ) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let ben = try await house.join("ben")
    for member in [house.first, ben, house.first] {
      try await house.add("bread", to: house.first)
      try await member.exchange(with: folder.peer())
    }
    try await ben.exchange(with: folder.peer())
    try await house.first.setFrontier(house.first.vector())
    try await house.first.exchange(with: folder.peer())
    try await ben.exchange(with: folder.peer())

    let before = try folder.segments()
    let alone = try await house.first.putSnapshot(in: folder.peer())
    #expect(alone.removedFiles == 0)
    #expect(try folder.segments() == before, "nobody has checked it yet")
    #expect(try await ben.putSnapshot(in: folder.peer()).removedFiles == 0)
    let checked = try await house.first.putSnapshot(in: folder.peer())
    #expect(checked.removedFiles > 0)
    #expect(try folder.segments().count == before.count - checked.removedFiles)

    let cleo = try await house.join("cleo")
    try await house.first.exchange(with: folder.peer())
    let report = try await cleo.exchange(with: folder.peer())
    #expect(report.failure == nil && report.hasBootstrapped)
    #expect(try house.digests(cleo) == house.digests(house.first))
    #expect(try cleo.vector() == house.first.vector())

    let peer = try folder.peer()
    try await ben.exchange(with: peer)
    let told = try await ben.memberVectors(in: peer)
    #expect(try told.contains { try $0.replica == cleo.replica() && $0.vector == cleo.vector() })
    #expect(peer.problems.isEmpty)
  }

  /// A program that looks at the folder again and again knows files by their names.
  @Test(arguments: SharedFolder.Sort.allCases)
  func `no name is given twice`(sort: SharedFolder.Sort) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let ben = try await house.join("ben")
    let (own, bens) = (try folder.peer(), try folder.peer())
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
    var names = Set(try folder.segments())
    #expect(try await house.first.putSnapshot(in: own).removedFiles > 0)
    // All that Ben has written is final.
    #expect(try await ben.putSnapshot(in: bens).removedFiles > 0)
    let left = Set(try folder.segments())
    try await house.add("tea", to: house.first)
    try await house.first.exchange(with: own)
    try await house.add("rice", to: ben)
    #expect(try await ben.exchange(with: bens).absorbed == 1)
    let added = Set(try folder.segments()).subtracting(left)
    names.subtract(left)
    #expect(added.count == 2 && names.isDisjoint(with: added))
    #expect(try await house.first.exchange(with: own).absorbed == 1)
    #expect(try house.names(house.first) == ["bread", "flour", "milk", "rice", "salt", "tea"])
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a snapshot that is not there whole changes nothing`(sort: SharedFolder.Sort) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    try await house.add("bread", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    let ben = try await house.join("ben")
    try await house.first.exchange(with: folder.peer())
    for suffix in [".chunk", ".manifest"] {
      let path = try #require(try folder.paths().first { $0.hasSuffix(suffix) })
      let whole = try #require(try folder.read(path))
      try folder.write(Array(whole.prefix(whole.count / 2)), path)
      let report = try await ben.exchange(with: folder.peer())
      #expect(report.absorbed == 0 && !report.hasBootstrapped, "\(suffix)")
      try folder.remove(path)
      let second = try await ben.exchange(with: folder.peer())
      #expect(second.absorbed == 0 && !second.hasBootstrapped, "\(suffix)")
      try folder.write(whole, path)
    }
    let report = try await ben.exchange(with: folder.peer())
    #expect(report.hasBootstrapped && report.failure == nil)
    #expect(try house.digests(ben) == house.digests(house.first))
  }

  /// What lies under the name of the first chunk of a snapshot, which stands for files that are
  /// gone: all of it but some bytes, or more.
  @Test(arguments: SharedFolder.Sort.allCases, ["first", "nothing", "more"])
  func `an owner puts a chunk there again that is not there whole`(
    sort: SharedFolder.Sort, damage: String
  ) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let chunks = try await house.putSnapshotOfChunks { try folder.peer() }
    let whole = try #require(try folder.read(chunks[0]))
    switch damage {
    case "first": try folder.write(Array(whole.prefix(100)), chunks[0])
    case "nothing": try folder.write([], chunks[0])
    default: try folder.write(whole + [0], chunks[0])
    }
    let ben = try await house.join("ben")
    let before = try await ben.exchange(with: folder.peer())
    #expect(!before.hasBootstrapped && before.absorbed == 0)
    #expect(before.problems.keys.contains { $0.hasPrefix("snapshot/1/") })
    #expect(try await house.first.exchange(with: folder.peer()).failure == nil)
    #expect(try folder.read(chunks[0]) == whole)
    #expect(try await ben.exchange(with: folder.peer()).hasBootstrapped)
  }

  @Test(arguments: SharedFolder.Sort.allCases, [0, 100, 426])
  func `so does an owner with the only chunk, whatever is left of it`(
    sort: SharedFolder.Sort, count: Int
  ) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    try await house.add("bread", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    try await house.first.exchange(with: folder.peer())
    let chunk = try #require(try folder.paths().first { $0.hasSuffix(".chunk") })
    let whole = try #require(try folder.read(chunk))
    try folder.write(Array(whole.prefix(count)), chunk)
    #expect(try await house.first.exchange(with: folder.peer()).failure == nil)
    #expect(try folder.read(chunk) == whole)
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a chunk that was changed is named, and put there again with the snapshot`(
    sort: SharedFolder.Sort
  ) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let chunk = try await house.putSnapshotOfChunks { try folder.peer() }[0]
    var bytes = try #require(try folder.read(chunk))
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, chunk)
    let ben = try await house.join("ben")
    let report = try await ben.exchange(with: folder.peer())
    #expect(report.failure?.code == .malformed)
    let name = chunk.split(separator: "/").suffix(3).joined(separator: "/")
    #expect(report.problems[name] == "was changed or is not there whole")
    _ = try await house.first.putSnapshot(in: folder.peer())
    #expect(try await ben.exchange(with: folder.peer()).hasBootstrapped)
    #expect(try house.digests(ben) == house.digests(house.first))
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `files that are not what they should be change nothing`(
    sort: SharedFolder.Sort
  ) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let second = try await house.join("ben")
    for name in ["a", "b"] { try await house.add(name, to: house.first) }
    try await house.first.exchange(with: folder.peer())
    let path = try #require(try folder.segments().first)
    let whole = try #require(try folder.read(path))
    let around = path.split(separator: "/").dropLast().joined(separator: "/")
    for other in ["\(path) (1)", path + ".icloud", "\(around)/1-2.dbs"] {
      try folder.write(whole, other)
    }
    for size in [0, 7, 8, 47, whole.count / 2, whole.count - 1] {
      try folder.write(Array(whole.prefix(size)), path)
      let peer = try folder.peer()
      let report = try await second.exchange(with: peer)
      #expect(report.absorbed == 0 && report.failure == nil, "\(size) bytes")
      #expect(
        Array(peer.problems.values) == ["was changed or is not there whole"], "\(size) bytes")
    }
    var changed = whole
    changed[whole.count / 2] ^= 4
    try folder.write(changed, path)
    #expect(try await second.exchange(with: folder.peer()).absorbed == 0)
    try folder.write(whole, path)
    let peer = try folder.peer()
    #expect(try await second.exchange(with: peer).absorbed == 4)
    #expect(peer.problems.isEmpty)
    #expect(try house.names(second) == ["a", "b"])
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a file that is refused holds up no other`(sort: SharedFolder.Sort) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let second = try await house.join("ben")
    let request = Replication.request(
      of: try house.key("cleo"),
      replica: ReplicaID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))))
    let invitation = try await house.first.enrol(request, as: .writer, member: "cleo")
    // Somebody else writes in Cleo's name, and its file is the first by name.
    let stranger = try house.join("stranger", key: house.key("stranger"), invitation)
    try await house.add("rubbish", to: stranger)
    try await stranger.exchange(with: folder.peer())
    try await house.add("bread", to: house.first)
    try await house.first.exchange(with: folder.peer())
    let report = try await second.exchange(with: folder.peer())
    #expect(report.refused.count == 1 && report.failure == nil)
    #expect(try house.names(second) == ["bread"])
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a file waits for those that it needs`(sort: SharedFolder.Sort) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let second = try await house.join("ben")
    try await house.first.exchange(with: folder.peer())
    try await house.add("later", to: house.first)
    try await house.first.exchange(with: folder.peer())
    let paths = try folder.segments()
    #expect(paths.count == 2)
    let early = try #require(try folder.read(paths[0]))
    try folder.remove(paths[0])
    #expect(try await second.exchange(with: folder.peer()).absorbed == 0)
    try folder.write(early, paths[0])
    try await second.exchange(with: folder.peer())
    #expect(try house.names(second) == ["later"])
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a snapshot that only a stranger has signed, too, removes nothing`(
    sort: SharedFolder.Sort
  ) async throws {
    let house = try await SyncHouse.founded()
    let folder = SharedFolder(sort, of: house)
    let ben = try await house.join("ben")
    try await house.add("bread", to: house.first)
    for member in [house.first, ben] { try await member.exchange(with: folder.peer()) }
    try await house.first.setFrontier(house.first.vector())
    for member in [house.first, ben] { try await member.exchange(with: folder.peer()) }
    let made = try await ben.snapshot()
    var bytes = made.manifest.bytes
    bytes[bytes.count - 1] ^= 1  // Of the signature.
    let forged = SpaceSnapshot(
      manifest: try SpaceManifest(bytes: bytes), chunks: made.chunks)
    let peer = try folder.peer()
    _ = try await peer.hello(
      Hello(space: ben.store.space, replica: ben.replica(), vector: ben.vector()))
    _ = try await peer.push(forged)
    #expect(try await house.first.putSnapshot(in: folder.peer()).removedFiles == 0)
    _ = try await ben.putSnapshot(in: folder.peer())
    #expect(try await house.first.putSnapshot(in: folder.peer()).removedFiles > 0)
  }
}
