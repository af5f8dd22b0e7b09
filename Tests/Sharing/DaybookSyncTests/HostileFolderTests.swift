import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What somebody can put into a folder who may write there and is no member.
struct HostileFolderTests {
  private static let secret = "0123456789 is the code of the safe"

  /// A house whose folder holds one file of the founder's, with something secret in it.
  private func house(
    _ sort: SharedFolder.Sort
  ) async throws -> (house: SyncHouse, second: Replication, folder: SharedFolder) {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    let folder = SharedFolder(sort, of: house)
    try await house.add(Self.secret, to: house.first)
    try await house.first.exchange(with: folder.peer())
    return (house, second, folder)
  }

  /// The same on a drive, and where the files of the space are.
  private func house() async throws -> (house: SyncHouse, second: Replication, space: URL) {
    let (house, second, _) = try await house(.drive)
    return (house, second, house.drive.appendingPathComponent(Self.space(of: house)))
  }

  private static func space(of house: SyncHouse) -> String {
    house.first.store.space.uuidString.lowercased()
  }

  /// Where a replica's files are in the shared folder; a stranger's for nil.
  static func place(of replication: Replication?, in house: SyncHouse) throws -> String {
    let replica = try replication?.replica().uuid ?? UUID()
    return "\(space(of: house))/\(replica.uuidString.lowercased())"
  }

  private static let names = [
    "...", ".hidden", " ", "-rf", "a\nb", "a\u{1B}[31mb", "ключ", "e\u{301}", "%2e%2e", "con",
    "vector", "snapshot", "000000000001-000000000001.dbs", "0-0.dbs",
    "000000000002-000000000001.dbs", "18446744073709551615-18446744073709551616.dbs",
    "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000.manifest",
    "18446744073709551615", "18446744073709551616", "007", String(repeating: "n", count: 255),
    String(repeating: "0", count: 64) + ".chunk",
  ]

  /// Each name, as a file, a folder, a pipe and a link that leads out, beside what is sound.
  @Test func `whatever else lies there is left alone`() async throws {
    let (house, second, space) = try await house()
    let files = FileManager.default
    let outside = house.folder.url.appendingPathComponent("outside")
    try files.createDirectory(at: outside, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: outside.appendingPathComponent("vector"))
    let founder = try house.first.replica().uuid.uuidString.lowercased()
    let another = UUID().uuidString.lowercased()
    for place in ["snapshot/7", "snapshot", founder, another, ""] {
      let folder = space.appendingPathComponent(place)
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      for (number, name) in Self.names.enumerated() {
        let path = folder.path + "/" + name
        if files.fileExists(atPath: path) { continue }
        switch number % 4 {
        case 0: try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: path))
        case 1: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        case 2: #expect(mkfifo(path, 0o600) == 0)
        default: try files.createSymbolicLink(atPath: path, withDestinationPath: outside.path)
        }
      }
    }
    let peer = FolderPeer(at: house.drive.path)
    let report = try await second.exchange(with: peer)
    #expect(report.failure == nil && report.refused.isEmpty)
    try house.checkEqual([second])
    try await house.add("bread", to: second)
    #expect(try await second.exchange(with: peer).failure == nil)
    #expect(try await house.first.exchange(with: FolderPeer(at: house.drive.path)).absorbed == 1)
    #expect(try files.contentsOfDirectory(atPath: outside.path) == ["vector"])
    #expect(try Data(contentsOf: outside.appendingPathComponent("vector")) == Data("mine".utf8))
  }

  /// A link in place of each folder that a member writes to.
  @Test(arguments: ["", "/member", "/snapshot", "/snapshot/1"])
  func `a link in place of a folder leads nobody out`(place: String) async throws {
    let (house, _, space) = try await house()
    let files = FileManager.default
    try await house.first.setFrontier(house.first.vector())
    let founder = try house.first.replica().uuid.uuidString.lowercased()
    let path = space.path + place.replacing("member", with: founder)
    let outside = house.folder.url.appendingPathComponent("outside")
    try files.createDirectory(at: outside, withIntermediateDirectories: true)
    if files.fileExists(atPath: path) { try files.removeItem(atPath: path) }
    try files.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: path, withDestinationPath: outside.path)
    let failures = try await [
      house.first.exchange(with: FolderPeer(at: house.drive.path)).failure,
      (try? house.first.putSnapshot(in: FolderPeer(at: house.drive.path))) == nil
        ? SyncError(.peer, "a snapshot cannot be put there") : nil,
    ]
    #expect(failures.contains { $0?.code == .peer })
    #expect(try files.subpathsOfDirectory(atPath: outside.path).isEmpty)
  }

  // MARK: Files in the name of somebody

  @Test(arguments: SharedFolder.Sort.allCases, [true, false])
  func `a file that claims what somebody wrote keeps nothing from the folder`(
    sort: SharedFolder.Sort, isEmpty: Bool
  ) async throws {
    let (house, second, folder) = try await house(sort)
    try await house.add("bread", to: house.first)
    try await house.add("milk", to: house.first)
    let path = try await forge(house, folder, isEmpty: isEmpty)
    let peer = try folder.peer()
    let comparison = try await house.first.store.compare(with: peer)
    #expect(comparison.differences.map(\.code) == [.behind])
    let report = try await house.first.exchange(with: peer)
    #expect(report.sent == 2 && report.failure == nil)
    #expect(try await house.first.store.compare(with: peer).isEqual)
    #expect(report.problems.keys.sorted() == [path])
    #expect(
      report.problems[path]
        == (isEmpty
          ? "holds transactions that are not all signed once" : "is not signed by whom it names"))
    // With what it knows by then, too.
    #expect(try await house.first.exchange(with: peer).problems.count == 1)
    #expect(try await second.exchange(with: folder.peer()).failure == nil)
    try house.checkEqual([second])
  }

  /// The greatest number, after which there is none, and one that no member comes to.
  @Test(
    arguments: SharedFolder.Sort.allCases,
    ["18446744073709551615", "18446744073709551614", "4611686018427387904"])
  func `a file with a number that is too great is passed over`(
    sort: SharedFolder.Sort, number: String
  ) async throws {
    let (house, second, folder) = try await house(sort)
    try folder.write([], "\(Self.place(of: second, in: house))/000000000001-\(number).dbs")
    try await second.exchange(with: folder.peer())
    try await house.add("bread", to: second)
    #expect(try await second.exchange(with: folder.peer()).failure == nil)
    try await house.first.exchange(with: folder.peer())
    try house.checkEqual([second])
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a file with the last number stops its member with a sentence`(
    sort: SharedFolder.Sort
  ) async throws {
    let (house, second, folder) = try await house(sort)
    let path = "\(try Self.place(of: second, in: house))/000000000001-4611686018427387903.dbs"
    try folder.write([], path)
    try await second.exchange(with: folder.peer())
    try await house.add("bread", to: second)
    let failure = try await second.exchange(with: folder.peer()).failure
    #expect(failure?.code == .peer && failure?.message.contains("remove it") == true)
    try folder.remove(path)
    #expect(try await second.exchange(with: folder.peer()).failure == nil)
  }

  /// The founder's file, with other content under the signature that is in it.
  @Test(arguments: SharedFolder.Sort.allCases)
  func `a file with other content than its writer signed counts for nothing`(
    sort: SharedFolder.Sort
  ) async throws {
    let (house, second, folder) = try await house(sort)
    let path = try #require(try folder.segments().first)
    let name = try #require(path.split(separator: "/").last)
    var payload = try SealedFile.open(.segment, try #require(try folder.read(path)))
    let text = Array(Self.secret.utf8)
    let place = try #require(payload.indices.first { payload[$0...].starts(with: text) })
    payload[place] ^= 1
    try folder.write(
      SealedFile.seal(.segment, payload), "\(Self.place(of: nil, in: house))/\(name)")
    try folder.remove(path)
    // Who wrote it puts it there again, and nobody reads the other one.
    let report = try await house.first.exchange(with: folder.peer())
    #expect(report.sent > 0)
    #expect(
      Array(report.problems.values) == [
        "holds transactions that are not what their writers have signed"
      ])
    let got = try await second.exchange(with: folder.peer())
    #expect(got.failure == nil && got.refused.isEmpty)
    try house.checkEqual([second])
  }

  @Test func `a head that is there many times is checked once`() async throws {
    let (house, second, space) = try await house()
    let page = try await house.first.page(lackedBy: VersionVector())
    let many = SyncPage(
      space: page.space, messages: page.messages,
      heads: Array(repeating: page.heads[0], count: 1_000), hasMore: false, starts: page.starts)
    #expect(throws: SyncError.self) {
      try Segment(many, before: VersionVector())
    }
    var wide = VersionVector()
    for _ in 0..<10_001 { wide[ReplicaID(UUID())] = 1 }
    #expect(throws: SyncError.self) { try Segment(page, before: wide) }
    _ = (second, space)
  }

  /// By one that goes on with the folder, as `follow` does.
  @Test(arguments: SharedFolder.Sort.allCases)
  func `a file that was damaged after it was looked at is put there again`(
    sort: SharedFolder.Sort
  ) async throws {
    let (house, second, folder) = try await house(sort)
    let peer = try folder.peer()
    try await house.first.exchange(with: peer)
    for path in try folder.segments() { try folder.write(Array("half".utf8), path) }
    let report = try await house.first.exchange(with: peer)
    #expect(report.sent > 0 && report.problems.count == 1)
    // What holds nothing is not read again until it changes, and told all the same.
    #expect(try await house.first.exchange(with: peer).problems.count == 1)
    try await second.exchange(with: folder.peer())
    try house.checkEqual([second])
  }

  /// The second member has looked at the folder, and does not know the third one, in whose name a
  /// stranger has put a file there since.
  private func stranger(
    _ sort: SharedFolder.Sort
  ) async throws -> (
    house: SyncHouse, second: Replication, third: Replication, folder: SharedFolder,
    peer: FolderPeer
  ) {
    let (house, second, folder) = try await house(sort)
    let peer = try folder.peer()
    try await second.exchange(with: peer)
    let third = try await house.join("cleo")
    try await house.add("bread", to: third)
    try await forge(as: third, house, folder)
    return (house, second, third, folder, peer)
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a forged file is told of as soon as its writer is known`(
    sort: SharedFolder.Sort
  ) async throws {
    let (house, second, third, folder, peer) = try await stranger(sort)
    let early = try await second.exchange(with: peer)
    #expect(early.refused.map(\.code) == [.notEnrolled] && early.problems.isEmpty)
    for member in [house.first, third, house.first] {
      try await member.exchange(with: folder.peer())
    }
    try await second.exchange(with: peer)
    let late = try await second.exchange(with: peer)
    #expect(late.refused.isEmpty && late.problems.count == 1)
    try house.checkEqual([second, third])
  }

  @Test(arguments: SharedFolder.Sort.allCases)
  func `a forged file that was read is not kept once its writer is known`(
    sort: SharedFolder.Sort
  ) async throws {
    let (house, second, third, _, peer) = try await stranger(sort)
    let replica = try third.replica()
    #expect(try await peer.hello(second.hello()).vector[replica] == 1)
    // It learns the key elsewhere, and nothing is new in the folder.
    _ = try await second.absorb(house.first.page(lackedBy: second.vector()))
    #expect(try await peer.hello(second.hello()).vector[replica] == 0)
    #expect(try await second.exchange(with: peer).problems.count == 1)
  }

  @Test func `what follows on something that is missing is refused with its dot`() async throws {
    let (house, second, _) = try await house()
    let writer = try house.first.replica()
    var known = VersionVector()
    known[writer] = 1
    let page = try await house.first.page(lackedBy: known)
    let refused = try await second.absorb(page).refused
    #expect(refused.map(\.code) == [.gap])
    #expect(refused.first?.dot == Dot(replica: writer, sequence: 2))
    #expect(try second.vector() == VersionVector())
  }

  /// Which snapshot a stranger's manifest says to be, and of how much.
  @Test(arguments: [1, 2, 999] as [UInt64], [0, 1_000_000] as [UInt64])
  func `a stranger's snapshot hides nothing`(frontier: UInt64, claim: UInt64) async throws {
    let (house, second, space) = try await house()
    try await second.exchange(with: FolderPeer(at: house.drive.path))
    for _ in 0..<2 {
      try await house.first.exchange(with: FolderPeer(at: house.drive.path))
      try await second.exchange(with: FolderPeer(at: house.drive.path))
    }
    try await house.first.setFrontier(house.first.vector())
    for member in [house.first, second, house.first] {
      try await member.exchange(with: FolderPeer(at: house.drive.path))
      _ = try await member.putSnapshot(in: FolderPeer(at: house.drive.path))
    }
    try house.first.purgeAll()
    try forgeManifest(of: frontier, claim, for: house, space)
    try await house.add("bread", to: house.first)
    let report = try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    #expect(report.sent == 1 && report.failure == nil)
    #expect(try await second.exchange(with: FolderPeer(at: house.drive.path)).failure == nil)
    try house.checkEqual([second])
    // Whoever comes begins with the owners' one.
    let third = try await house.join("cleo")
    try await house.first.exchange(with: FolderPeer(at: house.drive.path))
    let joined = try await third.exchange(with: FolderPeer(at: house.drive.path))
    #expect(joined.failure == nil && joined.hasBootstrapped)
    try house.checkEqual([third])
  }

  /// Every byte of a file and of a page changed in turn.
  @Test func `no refusal repeats what it refuses`() async throws {
    let (house, second, space) = try await house()
    let founder = try house.first.replica().uuid.uuidString.lowercased()
    let folder = space.appendingPathComponent(founder)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix("dbs") })
    let url = folder.appendingPathComponent(name)
    let whole = try Data(contentsOf: url)
    var told: Set<String> = []
    for place in stride(from: 0, to: whole.count, by: 7) {
      var changed = whole
      changed[place] ^= 0x11
      try changed.write(to: url)
      let peer = FolderPeer(at: house.drive.path)
      let report = try await second.exchange(with: peer)
      told.formUnion(peer.problems.values)
      told.formUnion(report.refused.map { "\($0)" })
    }
    try FileManager.default.removeItem(at: url)
    let page = try await house.first.page(lackedBy: VersionVector())
    for place in page.messages.indices {
      for byte in page.messages[place].indices {
        var messages = page.messages
        messages[place][byte] ^= 0x11
        let refused = try await second.absorb(
          SyncPage(space: page.space, messages: messages, heads: page.heads, hasMore: false)
        ).refused
        told.formUnion(refused.map { "\($0)" })
      }
    }
    #expect(told.count > 4)
    for text in told {
      #expect(!text.contains("0123") && !text.contains("safe"))
    }
    #expect(try second.vector() == VersionVector())
    #expect(try await second.absorb(page).refused.isEmpty)
    try house.checkEqual([second])
  }
}
