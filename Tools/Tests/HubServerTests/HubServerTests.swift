import ArgumentParser
import Daybook
import DaybookHub
import DaybookSync
import Foundation
import HubClient
import HubServer
import TemporaryFolders
import Testing

/// Members and a hub with a network between them.
struct HubServerTests {
  @Test(.timeLimit(.minutes(5)))
  func `a hub that is off is told with what to look at`() async throws {
    let zeros = [UInt8](repeating: 0, count: 32)
    let text = HubText(
      addresses: ["http://127.0.0.1:1"], fingerprint: nil, key: zeros, secret: zeros)
    try await ServedHub.run { house in
      let (ada, _) = try await house.members()
      let off = HubPeer(text, for: ada, over: try HTTPTransport(to: text))
      let message = try await ada.exchange(with: off).failure?.message ?? ""
      #expect(message.hasSuffix("and that `sync serve` runs on it"), "\(message)")
    }
  }

  @Test(arguments: ["", "\u{200B}", "our\nPi", String(repeating: "x", count: 101)])
  func `a hub is given a name that can be shown`(_ name: String) throws {
    _ = try SyncServe.parse(["--at", "hub", "--name", "our Pi"])
    #expect(throws: (any Error).self) { try SyncServe.parse(["--at", "hub", "--name", name]) }
  }

  @Test(.timeLimit(.minutes(5)), arguments: ["--listen", "--health"])
  func `a hub whose port is taken leaves nothing behind`(_ option: String) async throws {
    try await ServedHub.run { house in
      let path = house.folder.path("other")
      var words = ["--at", path, "--name", "other", option, "127.0.0.1:\(house.port)"]
      if option == "--health" { words += ["--listen", "127.0.0.1:0"] }
      let serve = try SyncServe.parse(words)
      let error = await #expect(throws: SyncError.self) { try await serve.run() }
      #expect(error?.message.contains("127.0.0.1:\(house.port) already") == true)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      (["--listen", "nowhere.invalid:0"], "nobody knows a machine called nowhere.invalid; "),
      (["--listen", "192.0.2.1:0"], "192.0.2.1 is no address of this machine; "),
      (
        ["--listen", "127.0.0.1:0", "--health", "192.0.2.1:0"],
        "192.0.2.1 is no address of this machine; say one of its own: --health HOST:PORT"
      ),
      (
        ["--listen", "0.0.0.0:4711", "--health", "127.0.0.1:4711"],
        "--listen and --health name the same port, 4711, where only one can answer; "
      ),
    ])
  func `a hub that cannot answer where it is told to leaves nothing behind`(
    _ words: [String], _ sentence: String
  ) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.path("hub")
    let serve = try SyncServe.parse(["--at", path, "--name", "ours"] + words)
    let error = await #expect(throws: SyncError.self) { try await serve.run() }
    #expect(error?.message.hasPrefix(sentence) == true, "\(error?.message ?? "")")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a port that is the administrator's is told of as that`() {
    let place = ListeningPlace("0.0.0.0", 443, by: "--listen")
    let message = place.failure(EACCES).message
    #expect(message.hasPrefix("this user may not answer at 0.0.0.0:443"))
    #expect(message.hasSuffix("say a higher one: --listen HOST:PORT"))
  }

  @Test(arguments: [("0.0.0.0", "::1", false), ("::", "127.0.0.1", true)])
  func `all addresses of version 4 leave a port at those of version 6, and not the reverse`(
    _ one: String, _ other: String, _ isSame: Bool
  ) {
    var message = ""
    do {
      try ListeningPlace.check([
        ListeningPlace(one, 4711, by: "--listen"), ListeningPlace(other, 4711, by: "--health"),
      ])
    } catch { message = (error as? SyncError)?.message ?? "" }
    #expect(message.contains("name the same port") == isSame, "\(message)")
  }

  @Test func `two free ports are not the same one`() throws {
    try ListeningPlace.check([
      ListeningPlace("0.0.0.0", 0, by: "--listen"), ListeningPlace("127.0.0.1", 0, by: "--health"),
    ])
  }

  @Test(.timeLimit(.minutes(5)), arguments: ServedHub.Network.allCases)
  func `two members meet over a network`(_ network: ServedHub.Network) async throws {
    try await ServedHub.run(over: network) { house in
      let (ada, ben) = try await house.members()
      try await ada.store.append { try $0.append(Noted(text: "bread"), to: UUID()) }
      #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
      #expect(try await ben.exchange(with: house.peer(ben)).failure == nil)
      #expect(try ben.vector() == ada.vector())
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `members know the hub by its certificate`() async throws {
    try await ServedHub.run { house in
      let (ada, _) = try await house.members()
      #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
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

  @Test(.timeLimit(.minutes(5)), arguments: ServedHub.Network.allCases)
  func `who follows over the network hears at once, and the hub stops while somebody waits`(
    _ network: ServedHub.Network
  ) async throws {
    try await ServedHub.run(over: network) { house in
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

  @Test(.timeLimit(.minutes(5)), arguments: ServedHub.Network.allCases)
  func `a phone joins with a link over the network, and a closed link lets nobody in`(
    _ network: ServedHub.Network
  ) async throws {
    try await ServedHub.run(over: network) { house in
      let (ada, _) = try await house.members()
      let peer = try house.peer(ada)
      try await ada.exchange(with: peer)
      let link = try JoinLink("\(try await peer.invite())")
      let far = try network.transport(to: link.hub)
      let key = try ReplicaKey.load(at: house.folder.path("cleo.key"), creating: true)
      let asked = try await HubPeer.ask(with: link, key: key, device: "Cleo's phone", over: far)
      let request = try #require(try await peer.request(with: link))
      #expect(request.request.checkDigits == asked.request.checkDigits)
      try await peer.admit(request, with: link, by: ada, member: "Cleo")
      let invitation = try #require(try await HubPeer.invitation(with: link, over: far))
      let cleo = try Replication.join(
        at: house.folder.path + "/cleo", schema: Schema().entity(Note.self), key: key,
        invitation: invitation)
      #expect(try await cleo.exchange(with: house.peer(cleo)).failure == nil)
      #expect(try cleo.vector() == ada.vector())
      let other = try await peer.invite()
      try await peer.close(other)
      await #expect(throws: SyncError.self) {
        try await HubPeer.invitation(with: other, over: far)
      }
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: ServedHub.Network.allCases)
  func `many transactions travel whole, and the hub has what a phone has`(
    _ network: ServedHub.Network
  ) async throws {
    try await ServedHub.run(over: network) { house in
      let (ada, ben) = try await house.members()
      for number in 0..<40 {
        let text = String(repeating: "\(number) ", count: 20_000)
        try await ada.store.append { try $0.append(Noted(text: text), to: UUID()) }
      }
      #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
      #expect(try await ben.exchange(with: house.peer(ben)).failure == nil)
      #expect(try ben.vector() == ada.vector())
      #expect(try await ben.store.compare(with: house.peer(ben)).isEqual)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is no call is answered, and nothing is read for who has no session`() async throws {
    try await ServedHub.run { house in
      for (path, wanted) in [
        ("/", "404"), ("/daybook/1/terms/x", "404"), ("/daybook/2/terms", "404"),
        ("/daybook/1/\(UUID().uuidString.lowercased())/push", "401"),
      ] {
        // It waits for an answer before it sends the body, which nobody reads.
        let answer = try await status(
          of: house.address + path, "-H", "Expect: 100-continue", "--data-binary", "@/bin/true")
        #expect(answer == wanted, "\(path)")
      }
    }
  }
}
