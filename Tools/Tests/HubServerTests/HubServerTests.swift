import Daybook
import DaybookHub
import DaybookSync
import Foundation
import HubClient
import HubServer
import TemporaryFolders
import Testing

/// Members and a hub with a network between them.
@Suite struct HubServerTests {
  @Test(.timeLimit(.minutes(5)))
  func `two members meet over TLS, and know the hub by its certificate`() async throws {
    try await withHub { house in
      let (ada, ben) = try await house.members()
      try await ada.store.append { try $0.append(Noted(text: "bread"), to: UUID()) }
      #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
      #expect(try await ben.exchange(with: house.peer(ben)).failure == nil)
      #expect(try ben.vector() == ada.vector())
      // Another certificate, with all else the same.
      var wrong = house.text.fingerprint ?? []
      wrong[0] ^= 1
      let text = HubText(
        addresses: house.text.addresses, fingerprint: wrong, key: house.text.key,
        secret: house.text.secret)
      let peer = HubPeer(text, for: ada, over: try HTTPTransport(to: text))
      let failure = try await ada.exchange(with: peer).failure
      #expect(failure?.message.contains("another one than the hub") == true)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `who follows over the network hears at once, and the hub stops while somebody waits`()
    async throws
  {
    try await withHub { house in
      let (ada, ben) = try await house.members()
      try await ada.exchange(with: house.peer(ada))
      let task = Task { [peer = try house.peer(ben)] in
        try await ben.follow(peer, every: .seconds(3_600))
      }
      try await ada.store.append { try $0.append(Noted(text: "milk"), to: UUID()) }
      try await ada.exchange(with: house.peer(ada))
      let wanted = try ada.vector()
      for try await vector in ben.store.values({ try $0.versionVector() })
      where vector.covers(wanted) {
        break
      }
      task.cancel()
      _ = await task.result
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is no call is answered, and nothing is read for who has no session`() async throws {
    try await withHub { house in
      let address = house.text.addresses[0]
      for (path, status) in [
        ("/", "404"), ("/daybook/1/terms/x", "404"), ("/daybook/2/terms", "404"),
        ("/daybook/1/\(UUID().uuidString.lowercased())/push", "401"),
      ] {
        let curl = Process()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        curl.arguments = [
          "curl", "-sk", "--http1.1", "-o", "/dev/null", "-w", "%{http_code}",
          // It waits for an answer before it sends the body, which nobody reads.
          "-H", "Expect: 100-continue", "--data-binary", "@/bin/true", address + path,
        ]
        let output = Pipe()
        curl.standardOutput = output
        try curl.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        curl.waitUntilExit()
        #expect(String(decoding: data, as: UTF8.self) == status, "\(path)")
      }
    }
  }

  // MARK: A hub

  private struct House: Sendable {
    let folder: TemporaryFolder
    let text: HubText

    func peer(_ member: Replication) throws -> HubPeer {
      HubPeer(text, for: member, over: try HTTPTransport(to: text))
    }

    func members() async throws -> (Replication, Replication) {
      func key(_ name: String) throws -> ReplicaKey {
        try ReplicaKey.load(at: folder.path(name), creating: true)
      }
      let store = try EventStore.open(at: folder.path + "/ada", schema: Schema().entity(Note.self))
      let ada = try Replication(of: store, key: key("ada.key"))
      try await ada.createSpace(named: "Notes", member: "Ada")
      let invitation = try await ada.enrol(
        Replication.request(of: key("ben.key")), as: .writer, member: "Ben")
      let ben = try Replication.join(
        at: folder.path + "/ben", schema: Schema().entity(Note.self), key: key("ben.key"),
        invitation: invitation)
      return (ada, ben)
    }
  }

  /// Runs a hub on a free port of this machine while `body` runs.
  private func withHub(_ body: (House) async throws -> Void) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.path + "/hub"
    let certificate = try HubCertificate(in: path)
    let hub = try Hub(at: path, name: "our Pi", certificate: certificate.bytes)
    let server = HubServer(
      hub, at: ("127.0.0.1", 0),
      .certificate(file: certificate.certificate, key: certificate.key))
    let (ports, told) = AsyncStream<Int>.makeStream()
    let running = Task { try await server.run { told.yield($0) } }
    var port = 0
    for await found in ports {
      port = found
      break
    }
    let text = hub.text(at: ["https://127.0.0.1:\(port)"], fingerprint: certificate.fingerprint)
    do { try await body(House(folder: folder, text: text)) } catch {
      running.cancel()
      throw error
    }
    running.cancel()
    _ = await running.result
  }
}

private struct Note: Entity, CodablePayload {
  static let kind = "note"
  var text: String

  static func fold(_ note: inout Note?, _ event: Noted) { note = Note(text: event.text) }
}

private struct Noted: CodableEntityEvent {
  static let type = EventType("noted")
  let text: String
}
