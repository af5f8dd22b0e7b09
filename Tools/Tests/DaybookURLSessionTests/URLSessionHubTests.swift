import DaybookSync
import DaybookURLSession
import Foundation
import LocalServers
import Testing

/// Calls of a hub by `URLSession`, to servers that are none.
struct URLSessionHubTests {
  /// Nobody listens on a port of the system's own.
  private static let nobody = "http://127.0.0.1:1"

  private static func text(_ addresses: String..., fingerprint: [UInt8]? = nil) -> HubText {
    HubText(
      addresses: addresses, fingerprint: fingerprint, key: [UInt8](repeating: 1, count: 32),
      secret: [UInt8](repeating: 2, count: 32))
  }

  @Test(.timeLimit(.minutes(2)))
  func `a call is a POST of its body to its path, with its session`() async throws {
    let server = try LocalServer { _ in
      .init("\u{1}\u{2}", status: 429, headers: ["Retry-After": "7"])
    }
    let network = try URLSessionHubTransport(to: Self.text(server.address))
    let space = UUID()
    for call in [
      HubCall(.terms), HubCall(.pull, space: space, session: "abc", body: [1, 2, 3]),
      HubCall(.snapshots, space: space, session: "abc"),
    ] {
      let answer = try await network.send(call, patience: .seconds(30))
      #expect(answer == HubAnswer(status: 429, body: [1, 2], retryAfter: 7))
      let asked = try #require(server.requests.last)
      #expect(asked.method == "POST" && asked.path == call.path && asked.body == call.body)
      #expect(asked.headers["content-length"] == "\(call.body.count)")
      #expect(asked.headers["authorization"] == call.session.map { "Daybook \($0)" })
    }
    #expect(server.requests.count == 3)
  }

  @Test(.timeLimit(.minutes(2)))
  func `the address that has answered is asked first, and before a long call whether one is there`()
    async throws
  {
    let server = try LocalServer { _ in .init("here") }
    let network = try URLSessionHubTransport(to: Self.text(Self.nobody, server.address))
    for _ in 0..<2 {
      let call = HubCall(.changed, space: UUID(), session: "abc")
      #expect(try await network.send(call, patience: .seconds(75)).status == 200)
    }
    let names = server.requests.map { $0.path.split(separator: "/").last.map(String.init) }
    #expect(names == ["terms", "changed", "changed"])
    #expect(server.requests[0].headers["authorization"] == nil)
  }

  @Test(.timeLimit(.minutes(2)))
  func `where nobody answers, the last reason is told with the address`() async throws {
    let network = try URLSessionHubTransport(to: Self.text(Self.nobody))
    let failure = await #expect(throws: SyncError.self) {
      try await network.send(HubCall(.terms), patience: .seconds(30))
    }
    #expect(failure?.code == .peer)
    #expect(
      failure?.message
        == "the hub at \(Self.nobody) cannot be reached: nobody takes connections there")
  }

  @Test(.timeLimit(.minutes(2)))
  func `a redirect does not carry a session elsewhere`() async throws {
    let other = try LocalServer { _ in .init("stolen") }
    let server = try LocalServer { _ in
      .init("", status: 307, headers: ["Location": other.address + "/daybook/1/terms"])
    }
    let network = try URLSessionHubTransport(to: Self.text(server.address))
    let call = HubCall(.pull, space: UUID(), session: "abc", body: [1])
    #expect(try await network.send(call, patience: .seconds(30)).status == 307)
    #expect(other.requests.isEmpty)
  }

  @Test(arguments: ["", "pi", "ftp://pi", "https://"])
  func `a text whose address is none is refused`(_ address: String) {
    let failure = #expect(throws: SyncError.self) {
      try URLSessionHubTransport(to: Self.text(address))
    }
    #expect(failure?.code == .text)
  }

  @Test func `a certificate is compared, or the text refused, and never passed over`() throws {
    let fingerprint = [UInt8](repeating: 3, count: 32)
    let plain = #expect(throws: SyncError.self) {
      try URLSessionHubTransport(to: Self.text("http://pi:4711", fingerprint: fingerprint))
    }
    #expect(plain?.code == .text)
    let own = Self.text("https://pi:4711", fingerprint: fingerprint)
    #if canImport(FoundationNetworking)
    let failure = #expect(throws: SyncError.self) { try URLSessionHubTransport(to: own) }
    #expect(failure?.code == .text)
    #expect(failure?.message.contains("async-http-client") == true)
    #else
    _ = try URLSessionHubTransport(to: own)
    #endif
  }
}
