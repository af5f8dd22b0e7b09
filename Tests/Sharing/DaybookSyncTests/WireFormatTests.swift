import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// What travels, byte for byte. It may only change together with the version of the exchange, or
/// with new fields that older versions skip.
@Suite struct WireFormatTests {
  /// A founder, a member and a frontier, in which nothing is left to chance: keys, identifiers
  /// and times are given.
  private struct Fixture {
    let folder: TemporaryFolder
    let clock = TestClock()
    let founder: Replication
    let request: EnrolmentRequest
    let invitation: Invitation

    init() async throws {
      folder = try TemporaryFolder(inMemory: true)
      var options = StoreOptions()
      options.now = { [clock] in clock.now }
      options.process = "golden"
      options.space = Self.id(1)
      options.replica = ReplicaID(Self.id(2))
      let store = try EventStore.open(
        at: folder.path("founder"), schema: SyncHouse.schema, options: options)
      founder = try Replication(of: store, key: Self.key(3, in: folder))
      try await founder.createSpace(named: "Kitchen", member: "Ada")
      request = Replication.request(
        of: try Self.key(4, in: folder), replica: ReplicaID(Self.id(5)))
      invitation = try await founder.enrol(request, as: .writer, member: "Ben")
      try await store.append(author: "Ada") {
        try $0.append(ItemEvent.added(name: "bread"), to: Self.id(6))
      }
      try await founder.setFrontier(founder.vector())
    }

    private static func id(_ number: UInt8) -> UUID {
      UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, number))
    }

    private static func key(_ number: UInt8, in folder: TemporaryFolder) throws -> ReplicaKey {
      let raw = Data(repeating: number, count: 32).base64EncodedString()
      let url = folder.url.appendingPathComponent("\(number).key")
      try Data("daybook key 1\n\(raw)\n".utf8).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
      return try ReplicaKey.load(at: url)
    }

    /// Everything that travels, by what it is.
    func formats() async throws -> [String: [UInt8]] {
      let page = try await founder.page(lackedBy: VersionVector())
      let snapshot = try await founder.snapshot()
      return [
        "request": Array("\(request)".utf8), "invitation": Array("\(invitation)".utf8),
        "page": page.bytes, "greeting": try founder.hello().bytes,
        "segment": try Segment(page, before: VersionVector()).bytes,
        "manifest": snapshot.manifest.bytes, "chunk": snapshot.chunks[0],
        "guard": Array(
          try Data(contentsOf: folder.url.appendingPathComponent("3.key.guard"))),
      ]
    }
  }

  private static func golden(_ name: String) -> URL {
    Bundle.module.bundleURL.appendingPathComponent("Golden/\(name).hex")
  }

  private func recorded(_ name: String) throws -> [UInt8] {
    let text = try String(contentsOf: Self.golden(name), encoding: .utf8)
    let digits = text.filter { !$0.isWhitespace }
    return stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(digits.dropFirst(place).prefix(2), radix: 16)
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_RECORD_GOLDEN"] != nil))
  func `the golden files are written anew when DAYBOOK_RECORD_GOLDEN is set`() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden")
    for (name, bytes) in try await Fixture().formats() {
      var lines: [String] = []
      for start in stride(from: 0, to: bytes.count, by: 32) {
        lines.append(Array(bytes[start..<min(start + 32, bytes.count)]).hexadecimal)
      }
      let text = lines.joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).hex"))
    }
  }

  @Test func `what is made is as it was recorded`() async throws {
    for (name, bytes) in try await Fixture().formats().sorted(by: { $0.key < $1.key }) {
      #expect(try bytes == recorded(name), "\(name)")
    }
  }

  @Test func `what was recorded is read, and written again as it was`() async throws {
    let fixture = try await Fixture()
    let page = try SyncPage(bytes: recorded("page"))
    #expect(try page.bytes == recorded("page"))
    let segment = try Segment(recorded("segment"))
    #expect(try segment.bytes == recorded("segment") && segment.page.messages == page.messages)
    let hello = try Hello(bytes: recorded("greeting"))
    #expect(hello.isSigned(by: fixture.founder.key.publicKey))
    let manifest = try SpaceManifest(bytes: recorded("manifest"))
    #expect(manifest.isSigned(by: fixture.founder.key.publicKey))
    #expect(try manifest.chunks == [SpaceManifest.hash(of: recorded("chunk"))])
    let request = try EnrolmentRequest(String(decoding: recorded("request"), as: UTF8.self))
    #expect(request == fixture.request)
    let invitation = try Invitation(String(decoding: recorded("invitation"), as: UTF8.self))
    #expect(invitation == fixture.invitation)
    // A member takes in what the founder of that time wrote.
    let ben = try Replication.join(
      at: fixture.folder.path("ben"), schema: SyncHouse.schema,
      key: ReplicaKey.load(at: fixture.folder.url.appendingPathComponent("4.key")),
      invitation: invitation)
    let (report, refused) = try await ben.absorb(page)
    #expect(refused.isEmpty && report.absorbed == page.messages.count)
    #expect(try ben.store.read { try $0.rows(OpenItems.all).map(\.key.first) } == ["bread"])
  }
}
