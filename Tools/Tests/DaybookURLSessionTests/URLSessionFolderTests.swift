import DaybookRemoteFolders
import DaybookURLSession
import Foundation
import LocalServers
import Testing

/// What an app's network does with servers that answer badly, lead astray or say nothing.
struct URLSessionFolderTests {
  private let network = URLSessionFolderTransport()

  private func get(_ server: LocalServer, upTo limit: Int = 1 << 20) -> FolderRequest {
    FolderRequest(
      "GET", server.address + "/noor", headers: ["Authorization": "secret"], limit: limit)
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["PUT", "PROPFIND", "MKCOL", "DELETE"])
  func `a request has its method, head and body, and the answer comes whole`(
    _ method: String
  ) async throws {
    let server = try LocalServer { request in
      .init("what is there", status: 207, headers: ["ETag": "\"1\""])
    }
    let body = Array(repeating: UInt8(7), count: method == "PUT" ? 300_000 : 0)
    let answer = try await network.send(
      FolderRequest(
        method, server.address + "/noor/a%20b?list=1", headers: ["X-Sign": "abc"], body: body))
    #expect(answer.status == 207)
    #expect(answer.headers["etag"] == "\"1\"")
    #expect(answer.body == Array("what is there".utf8))
    let asked = try #require(server.requests.first)
    #expect(asked.method == method && asked.path == "/noor/a b" && asked.query == ["list": "1"])
    #expect(asked.headers["x-sign"] == "abc")
    #expect(asked.body == body)
    if method == "PUT" { #expect(asked.headers["content-length"] == "\(body.count)") }
  }

  @Test(.timeLimit(.minutes(2)), arguments: [true, false])
  func `an answer of more bytes than are wanted is refused, whether its head counts them or not`(
    _ isCounted: Bool
  ) async throws {
    let server = try LocalServer { _ in
      var answer = LocalServer.Answer(String(repeating: "x", count: 200_001))
      answer.isCounted = isCounted
      return answer
    }
    await #expect(throws: FolderAnswerTooLarge.self) {
      try await network.send(get(server, upTo: 200_000))
    }
    #expect(try await network.send(get(server, upTo: 200_001)).body.count == 200_001)
  }

  @Test(.timeLimit(.minutes(2)))
  func `an answer that breaks off is none, and says nothing of what was sent`() async throws {
    let server = try LocalServer { _ in
      var answer = LocalServer.Answer("half of it")
      answer.cut = 5
      return answer
    }
    let failure = await #expect(throws: (any Error).self) { try await network.send(get(server)) }
    let words = try #require(failure).localizedDescription + "\(try #require(failure))"
    #expect(!(failure is FolderAnswerTooLarge))
    #expect(!words.contains("secret") && !words.contains("127.0.0.1"))
  }

  @Test(.timeLimit(.minutes(2)), arguments: [301, 302, 303, 307, 308])
  func `a redirect is the answer, and where it leads nobody is asked`(_ status: Int) async throws {
    let other = try LocalServer { _ in .init("stolen") }
    let server = try LocalServer { _ in
      .init("elsewhere", status: status, headers: ["Location": other.address + "/noor"])
    }
    #expect(try await network.send(get(server)).status == status)
    #expect(other.requests.isEmpty)
    #expect(server.requests.count == 1)
  }

  @Test(.timeLimit(.minutes(2)))
  func `nothing is kept: no cookie goes back, and each question is asked`() async throws {
    let server = try LocalServer { _ in
      .init(
        "x", headers: ["Set-Cookie": "a=b; Path=/", "Cache-Control": "max-age=1000", "ETag": "1"])
    }
    for _ in 0..<2 { #expect(try await network.send(get(server)).status == 200) }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil })
    #expect(server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
  }

  @Test(.timeLimit(.minutes(2)))
  func `a server that asks for a password gets none of the system's, and is not asked again`()
    async throws
  {
    let server = try LocalServer { _ in
      .init("who are you?", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"noor\""])
    }
    #expect(try await network.send(get(server)).status == 401)
    #expect(server.requests.map { $0.headers["authorization"] } == ["secret"])
  }

  private static func silent() throws -> LocalServer {
    try LocalServer { _ in
      var answer = LocalServer.Answer()
      answer.hangs = true
      return answer
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `a server that says nothing is given up`() async throws {
    let server = try Self.silent()
    var request = get(server)
    request.patience = .milliseconds(200)
    let failure = await #expect(throws: (any Error).self) { try await network.send(request) }
    #expect(failure.map { "\($0)" } == "no answer came in time")
  }

  @Test(.timeLimit(.minutes(2)))
  func `who cancels waits for no answer`() async throws {
    let server = try Self.silent()
    let task = Task { [network, request = get(server)] in try await network.send(request) }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.timeLimit(.minutes(2)))
  func `many questions at once get their own answers`() async throws {
    let server = try LocalServer { request in .init(request.path) }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask { [network] in
          let request = FolderRequest("GET", server.address + "/\(number)")
          return try await network.send(request).body == Array("/\(number)".utf8)
        }
      }
      for try await isOwn in group { #expect(isOwn) }
    }
  }
}
