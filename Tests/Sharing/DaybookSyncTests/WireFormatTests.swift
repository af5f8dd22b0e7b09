import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import DaybookSync

/// What travels, byte for byte. It may only change together with the version of the exchange, or
/// with new fields that older versions skip.
struct WireFormatTests {
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
      return try ReplicaKey.load(at: url.path)
    }

    static let hub = HubText(
      addresses: ["https://192.168.1.7:4711", "https://pi.local:4711"],
      fingerprint: [UInt8](repeating: 7, count: 32), key: [UInt8](repeating: 8, count: 32),
      secret: [UInt8](repeating: 9, count: 32))

    /// What travels to a hub and from it, by what it is.
    private func hubFormats(_ manifest: SpaceManifest) throws -> [String: [UInt8]] {
      let refusal = SyncError(
        .gap, "it came before 3 of its writer",
        dot: Dot(replica: ReplicaID(Self.id(5)), sequence: 7))
      let vector = try founder.vector()
      // Signatures are not the same twice: this one stands for any.
      var session = try SessionRequest(
        of: founder.store, founder.key, to: Self.hub, nonce: [1, 2, 3])
      session.signature = [UInt8](repeating: 4, count: 64)
      return [
        "refusal": refusal.bytes, "vector": vector.bytes,
        "pushReply": PushReply(vector: vector, refused: [refusal]).bytes,
        "pull": PullRequest(vector, limit: PageLimit(transactions: 7, bytes: 900)).bytes,
        "greetingAnswer": GreetingAnswer(try founder.hello().adding([founder.hello()])).bytes,
        "manifests": SpaceManifests([manifest]).bytes,
        "chunkRequest": ChunkRequest(
          frontier: 1, hashes: manifest.chunks, content: [5, 6]
        ).bytes,
        "terms": HubTerms(
          name: "our Pi", key: Self.hub.key, time: clock.now, nonce: [1, 2, 3],
          longestBody: 9 << 20, largestSpace: 1 << 30, callsPerSecond: 100
        ).bytes,
        "sessionRequest": session.bytes,
        "session": SessionReply(token: "AbC/+=", seconds: 3_600).bytes,
        "hubText": Array("\(Self.hub)".utf8),
        "letter": BoxLetter(
          in: [UInt8](repeating: 5, count: 16), .answer, content: [1], code: [2]
        ).bytes,
        "joinRequest": JoinRequest(device: "Ben's phone", request: request).bytes,
        "fileList": FileList(
          [UInt8](repeating: 5, count: 16), known: 3, files: Self.file
        ).bytes,
        "filePiece": FilePiece(of: Self.file[0], at: 2, content: [5, 6]).bytes,
      ]
    }

    private static let file = [
      Daybook.Attachment(name: String(repeating: "ab", count: 32), length: 7)
    ].compactMap(\.self)

    /// Everything that travels, by what it is.
    func formats() async throws -> [String: [UInt8]] {
      let page = try await founder.page(lackedBy: VersionVector())
      let snapshot = try await founder.snapshot()
      return try hubFormats(snapshot.manifest).merging([
        "request": Array("\(request)".utf8), "invitation": Array("\(invitation)".utf8),
        "page": page.bytes, "greeting": try founder.hello().bytes,
        "segment": try Segment(page, before: VersionVector()).bytes,
        "manifest": snapshot.manifest.bytes, "chunk": snapshot.chunks[0],
        "guard": Array(
          try Data(contentsOf: folder.url.appendingPathComponent("3.key.guard"))),
      ]) { one, _ in one }
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
    try expectHubFormats(fixture)
    // A member takes in what the founder of that time wrote.
    let ben = try Replication.join(
      at: fixture.folder.path("ben"), schema: SyncHouse.schema,
      key: ReplicaKey.load(at: fixture.folder.path("4.key")),
      invitation: invitation)
    let (report, refused) = try await ben.absorb(page)
    #expect(refused.isEmpty && report.absorbed == page.messages.count)
    #expect(try ben.store.read { try $0.rows(OpenItems.all).map(\.key.first) } == ["bread"])
  }

  private func expectHubFormats(_ fixture: Fixture) throws {
    #expect(try SyncError(bytes: recorded("refusal")).bytes == recorded("refusal"))
    #expect(try VersionVector(bytes: recorded("vector")) == fixture.founder.vector())
    let reply = try PushReply(bytes: recorded("pushReply"))
    #expect(try reply.vector == fixture.founder.vector() && reply.refused.map(\.code) == [.gap])
    #expect(try PullRequest(bytes: recorded("pull")).bytes == recorded("pull"))
    let answer = try GreetingAnswer(bytes: recorded("greetingAnswer"))
    #expect(answer.hello.others?.count == 1)
    #expect(answer.hello.others?.first?.isSigned(by: fixture.founder.key.publicKey) == true)
    #expect(try SpaceManifests(bytes: recorded("manifests")).manifests.count == 1)
    #expect(try ChunkRequest(bytes: recorded("chunkRequest")).bytes == recorded("chunkRequest"))
    #expect(try HubTerms(bytes: recorded("terms")).bytes == recorded("terms"))
    let request = try SessionRequest(bytes: recorded("sessionRequest"))
    #expect(try request.bytes == recorded("sessionRequest"))
    #expect(request.knows(Fixture.hub.secret, of: Fixture.hub.key, fixture.founder.store.space))
    #expect(try SessionReply(bytes: recorded("session")).bytes == recorded("session"))
    #expect(try BoxLetter(bytes: recorded("letter")).bytes == recorded("letter"))
    #expect(try JoinRequest(bytes: recorded("joinRequest")).request == fixture.request)
    #expect(try FileList(bytes: recorded("fileList")).bytes == recorded("fileList"))
    #expect(try FilePiece(bytes: recorded("filePiece")).bytes == recorded("filePiece"))
    #expect(try HubText(String(decoding: recorded("hubText"), as: UTF8.self)) == Fixture.hub)
  }

  @Test func `bytes that are cut short or changed are read or refused, and nothing else`()
    async throws
  {
    var random = SeededGenerator(seed: 7)
    for (name, bytes) in try await Fixture().formats() where name != "guard" {
      for _ in 0..<100 {
        var changed = bytes
        changed.change(&random)
        read(changed)
      }
    }
  }

  /// Reads bytes as all that travels.
  private func read(_ bytes: [UInt8]) {
    _ = try? SyncPage(bytes: bytes)
    _ = try? Hello(bytes: bytes)
    _ = try? SpaceManifest(bytes: bytes)
    _ = try? SyncError(bytes: bytes)
    _ = try? VersionVector(bytes: bytes)
    _ = try? PushReply(bytes: bytes)
    _ = try? PullRequest(bytes: bytes)
    _ = try? GreetingAnswer(bytes: bytes)
    _ = try? SpaceManifests(bytes: bytes)
    _ = try? ChunkRequest(bytes: bytes)
    _ = try? HubTerms(bytes: bytes)
    _ = try? SessionRequest(bytes: bytes)
    _ = try? SessionReply(bytes: bytes)
    _ = try? BoxLetter(bytes: bytes)
    _ = try? BoxLetters(bytes: bytes)
    _ = try? JoinRequest(bytes: bytes)
    _ = try? FileList(bytes: bytes)
    _ = try? FilePiece(bytes: bytes)
    _ = try? JoinLink(String(decoding: bytes, as: UTF8.self))
    _ = try? HubText(String(decoding: bytes, as: UTF8.self))
  }
}

extension [UInt8] {
  /// Cuts bytes short, changes one or adds one.
  mutating func change(_ random: inout SeededGenerator) {
    let place = Int.random(in: 0...count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: removeSubrange(place...)
    case 1 where place < count: self[place] ^= UInt8.random(in: 1...255, using: &random)
    default: insert(UInt8.random(in: 0...255, using: &random), at: place)
    }
  }
}
