import DaybookSync
import Foundation
import HubServer
import TemporaryFolders
import Testing

/// What the operator of a hub relies on: how it is, its certificate, and that nobody holds it up.
struct HubUpkeepTests {
  @Test(.timeLimit(.minutes(5)))
  func `the hub tells its operator how it is, on a port of its own`() async throws {
    try await ServedHub.run(over: .urlSession) { house in
      let (ada, _) = try await house.members()
      #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
      #expect(try await status(of: house.address + "/daybook/1/nothing", "-X", "POST") == "404")
      let health = "http://127.0.0.1:\(house.healthPort)"
      #expect(try await printed("curl", "-s", health + "/healthz").0 == "ok\n")
      let metrics = try await printed("curl", "-s", health + "/metrics").0
      let lines = Set(metrics.split(separator: "\n"))
      #expect(lines.contains("daybook_hub_sessions 1"))
      #expect(lines.contains("daybook_hub_open_spaces 1"))
      #expect(lines.contains("daybook_hub_answers_total{status=\"404\"} 1"))
      #expect(
        lines.contains { $0.hasPrefix("daybook_hub_answers_total{status=\"200\"} ") })
      // Prometheus reads a type before the values.
      #expect(lines.contains("# TYPE daybook_hub_answers_total counter"))
      // Neither of the two ports has what the other one has.
      for path in ["/healthz", "/metrics"] {
        #expect(try await status(of: house.address + path) == "404")
      }
      #expect(try await status(of: health + "/daybook/1/terms", "-X", "POST") == "404")
    }
  }

  @Test func `nobody else can look into a folder that is made for a certificate`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let made = try HubCertificate(in: folder.path + "/hub")
    #expect(FileManager.default.fileExists(atPath: made.key))
    let mode = try #require(
      try FileManager.default.attributesOfItem(atPath: folder.path + "/hub")[.posixPermissions]
        as? NSNumber)
    #expect(mode.intValue & 0o077 == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a certificate that was renewed is shown without a new beginning`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let (old, new) = try (
      HubCertificate(in: folder.path + "/old"), HubCertificate(in: folder.path + "/new")
    )
    let oldCopy = folder.path("old.pem")
    try FileManager.default.copyItem(atPath: old.certificate, toPath: oldCopy)
    var patience = HubPatience()
    patience.certificate = .milliseconds(50)
    try await ServedHub.run(patience: patience, certificate: old) { house in
      func isShown(_ certificate: String) async throws -> Bool {
        try await printed(
          "curl", "-s", "-o", "/dev/null", "--cacert", certificate, "--resolve",
          "daybook.hub:\(house.port):127.0.0.1", "https://daybook.hub:\(house.port)/"
        ).status == 0
      }
      #expect(try await isShown(oldCopy))
      #expect(try await !isShown(new.certificate))
      // One file comes after the other: meanwhile they do not fit, and the old ones stay.
      for (from, to) in [(new.certificate, old.certificate), (new.key, old.key)] {
        try Data(contentsOf: URL(fileURLWithPath: from))
          .write(to: URL(fileURLWithPath: to), options: .atomic)
      }
      // The limit of time cancels the test, and what `curl` says does not end by that.
      while try await !isShown(new.certificate) { try Task.checkCancellation() }
      #expect(try await !isShown(oldCopy))
    }
  }

  /// Short, so that the test does not wait for what it checks.
  private static var impatience: HubPatience {
    var patience = HubPatience()
    patience.handshake = .milliseconds(300)
    patience.firstHead = .milliseconds(300)
    patience.nextHead = .milliseconds(300)
    patience.body = .milliseconds(300)
    return patience
  }

  private static let post =
    #"POST /daybook/1/00000000-0000-0000-0000-000000000000/letters HTTP/1.1\r\nHost: hub\r\n"#

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [("", false), (HubUpkeepTests.post + "X-A: ", false), ("", true)])
  func `a connection on which no request comes is closed`(
    _ sent: String, _ isEncrypted: Bool
  ) async throws {
    try await ServedHub.run(
      over: isEncrypted ? .asyncHTTPClient : .urlSession, patience: Self.impatience
    ) { house in
      // It ends, because the hub closes it.
      let answer = try await received(from: house.port, after: sent)
      #expect(answer.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a request whose body does not come is answered with 408, and others are served meanwhile`()
    async throws
  {
    // Who is served has time, also on a machine that has little.
    var patience = HubPatience()
    patience.body = .seconds(3)
    try await ServedHub.run(over: .urlSession, patience: patience) { house in
      async let slow = received(
        from: house.port, after: Self.post + #"Content-Length: 4000\r\n\r\nhalf of it"#)
      let (ada, _) = try await house.members()
      #expect(try await ada.exchange(with: house.peer(ada)).failure == nil)
      #expect(try await slow.hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `the defaults are those that the guide tells`() throws {
    let page = try String(
      contentsOf: Repository.file("Sources/Engine/Daybook/Daybook.docc/RunningAHub.md"),
      encoding: .utf8)
    let (patience, second) = (HubPatience(), Duration.seconds(1))
    #expect(patience.firstHead == patience.body)
    #expect(
      page.contains(
        "| a request arrives within | \(Int(patience.body / second)) seconds; the handshake before it, \(Int(patience.handshake / second)) |"
      ))
  }
}
