#if Sync
  import Daybook
  import DaybookSync
  import DaybookTesting
  import Foundation
  import TemporaryFolders
  import Testing

  #if canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  /// What somebody can put into a folder who may write there and is no member.
  @Suite struct HostileFolderTests {
    private static let secret = "0123456789 is the code of the safe"

    /// A house whose folder holds one file of the founder's, with something secret in it.
    private func house() async throws -> (house: SyncHouse, second: Replication, space: URL) {
      let house = try await SyncHouse.founded()
      let second = try await house.join("ben")
      try await house.add(Self.secret, to: house.first)
      try await house.first.exchange(with: FolderPeer(at: house.drive))
      let space = house.drive.appendingPathComponent(
        house.first.store.space.uuidString.lowercased())
      return (house, second, space)
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
      let peer = FolderPeer(at: house.drive)
      let report = try await second.exchange(with: peer)
      #expect(report.failure == nil && report.refused.isEmpty)
      try house.checkEqual([second])
      try await house.add("bread", to: second)
      #expect(try await second.exchange(with: peer).failure == nil)
      #expect(try await house.first.exchange(with: FolderPeer(at: house.drive)).absorbed == 1)
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
        house.first.exchange(with: FolderPeer(at: house.drive)).failure,
        (try? house.first.putSnapshot(in: FolderPeer(at: house.drive))) == nil
          ? SyncError(.peer, "a snapshot cannot be put there") : nil,
      ]
      #expect(failures.contains { $0?.code == .peer })
      #expect(try files.subpathsOfDirectory(atPath: outside.path).isEmpty)
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
        let peer = FolderPeer(at: house.drive)
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
#endif
