import Daybook
import Foundation
import Interchange
import LocalServers
import Nursery
@_spi(Tools) import NurseryInterchange
import NurseryServers
import Synchronization
import TemporaryFolders
import Testing

/// A running Baby Buddy is read whole or not at all, politely, and the token stays with it.
struct BabyBuddyServerTests {
  /// Pauses that nobody waits for.
  private final class Pauses: Sendable {
    let all = Mutex<[Double]>([])
    var seconds: [Double] { all.withLock { $0 } }
  }

  private static let now = Date(timeIntervalSince1970: 1_795_209_463)

  private func client(
    _ server: LocalServer, _ pauses: Pauses = Pauses(), pageSize: Int = 10
  ) throws -> BabyBuddyServer {
    var client = try BabyBuddyServer(server.address + "/", token: FakeBabyBuddy.token + "\n")
    client.pageSize = pageSize
    client.now = { Self.now }
    client.sleep = { seconds in pauses.all.withLock { $0.append(seconds) } }
    return client
  }

  private func failure(
    _ buddy: FakeBabyBuddy, _ pauses: Pauses = Pauses(),
    _ change: (inout BabyBuddyServer) -> Void = { _ in }
  ) async throws -> InterchangeError {
    let server = try buddy.serve()
    var client = try client(server, pauses)
    change(&client)
    let folder = try TemporaryFolder()
    let error = await #expect(throws: InterchangeError.self) {
      try await client.download(to: folder.path)
    }
    let found = try #require(error)
    #expect(!"\(found)".contains(FakeBabyBuddy.token))
    #expect(!"\(found)".contains("limit="))
    // Nothing imports half a download.
    #expect(throws: InterchangeError.self) {
      try BabyBuddyPages(folder.path, options: options)
    }
    return found
  }

  private let options = BabyBuddyOptions(units: [.volume: "mL"], now: now)

  @Test func `all pages are read, and an import of them is one of files`() async throws {
    let buddy = FakeBabyBuddy()
    let server = try buddy.serve()
    let folder = try TemporaryFolder()
    let progress = Mutex<[String]>([])
    let download = try await client(server).download(to: folder.path) { endpoint, rows, all in
      progress.withLock { $0.append("\(endpoint) \(rows)/\(all)") }
    }
    #expect(download.rows["feedings"] == 25)
    #expect(download.rows["timers"] == 1)
    #expect(download.rows.count == BabyBuddyPages.endpoints.count)
    #expect(download.absent.isEmpty)
    #expect(
      progress.withLock { $0 }.filter { $0.hasPrefix("feedings") }
        == ["feedings 10/25", "feedings 20/25", "feedings 25/25"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names.filter { $0.hasPrefix("feedings") }
        == ["feedings.json", "feedings.page0002.json", "feedings.page0003.json"])
    #expect(names.allSatisfy { $0.hasSuffix(".json") })
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 0)).importing())
    let report = try await Import(BabyBuddyPages(folder.path, options: options)).run(into: store)
    #expect(report.counts.imported == 29)
    #expect(server.requests.allSatisfy { $0.headers["authorization"] != nil })
    // Again: nothing new.
    try await client(server).download(to: folder.path)
    let again = try await Import(BabyBuddyPages(folder.path, options: options)).run(into: store)
    #expect(again.counts.unchanged == 29)
  }

  @Test func `a recorded household comes over as its recorded files do`() async throws {
    let recorded = Repository.file(
      "Tests/Nursery/NurseryInterchangeTests/Corpus/small-1child-100d/api")
    var rows: [String: [String]] = [:]
    for endpoint in BabyBuddyPages.endpoints {
      let file = recorded.appendingPathComponent(endpoint + ".json")
      let page = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
      rows[endpoint] = page["results"]?.array?.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    let server = try FakeBabyBuddy(rows).serve()
    let folder = try TemporaryFolder()
    let download = try await client(server, pageSize: 100).download(to: folder.path)
    #expect(download.rows["pumping"] == 801)
    var options = BabyBuddyOptions(now: Self.now)
    for unit in BabyBuddyUnit.allCases { options.units[unit] = "" }
    let stores = try [folder.url, recorded].map { url in
      let store = try EventStore.temporary(
        schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 0)).importing())
      return (store, Import(try BabyBuddyPages(url.path, options: options)))
    }
    for (store, work) in stores { _ = try await work.run(into: store) }
    #expect(try stores[0].0.digests() == stores[1].0.digests())
  }

  @Test func `what fails now and then is asked again after growing pauses`() async throws {
    let buddy = FakeBabyBuddy()
    let asked = Mutex(0)
    buddy.setFault { _, request in
      guard request.path == "/api/feedings/", request.query["offset"] == "10" else { return nil }
      let number = asked.withLock { count in
        count += 1
        return count
      }
      switch number {
      case 1, 2: return .init("", status: 500)
      case 3: return .init("", status: 429, headers: ["Retry-After": "17"])
      case 4:
        return .init(
          "", status: 503, headers: ["Retry-After": "Fri, 20 Nov 2026 21:21:43 GMT"])
      case 5:
        var answer = LocalServer.Answer(FakeBabyBuddy.page(25, []))
        answer.cut = 10
        return answer
      default: return nil
      }
    }
    let pauses = Pauses()
    let server = try buddy.serve()
    let folder = try TemporaryFolder()
    let download = try await client(server, pauses).download(to: folder.path)
    #expect(download.rows["feedings"] == 25)
    #expect(pauses.seconds == [1, 2, 17, 240, 16])
  }

  @Test func `a server that goes on failing is left in peace`() async throws {
    let pauses = Pauses()
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, _ in .init("", status: 502) }
    let error = try await failure(buddy, pauses)
    #expect(error.code == .serverFailed)
    #expect(error.message.hasSuffix("answers with status 502, 6 times."))
    #expect(pauses.seconds == [1, 2, 4, 8, 16])
    let patient = Pauses()
    buddy.setFault { _, _ in .init("", status: 429, headers: ["Retry-After": "3600"]) }
    #expect(try await failure(buddy, patient).code == .serverFailed)
    #expect(patient.seconds == [])
  }

  @Test(arguments: [
    (401, "does not know the token"), (403, "its user may not read /api/feedings"),
    (404, "has nothing at /api/feedings"), (400, "refuses /api/feedings with status 400"),
  ])
  func `what is refused is not asked again`(status: Int, words: String) async throws {
    let pauses = Pauses()
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, request in
      // Such an answer asks for a password, and Linux would ask again and again without one.
      request.path == "/api/feedings/"
        ? .init("", status: status, headers: ["WWW-Authenticate": "Token"]) : nil
    }
    let error = try await failure(buddy, pauses)
    #expect(error.code == .serverRefused)
    #expect(error.message.contains(words))
    #expect(pauses.seconds == [])
  }

  @Test func `a server that sends elsewhere does not get the token there`() async throws {
    let other = FakeBabyBuddy()
    let elsewhere = try other.serve()
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, request in
      .init(
        "", status: 302,
        headers: ["Location": elsewhere.address + request.path + "?token=\(FakeBabyBuddy.token)"])
    }
    let error = try await failure(buddy)
    #expect(error.code == .serverMoved)
    #expect(error.message.contains(elsewhere.address))
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func `another place on the same server is followed, but not forever`() async throws {
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, request in
      request.path == "/api/feedings/" && request.query["moved"] == nil
        ? .init(
          "", status: 301,
          headers: [
            "Location":
              "/api/feedings/?moved=1&limit=\(request.query["limit"] ?? "")&offset=\(request.query["offset"] ?? "")"
          ]) : nil
    }
    let server = try buddy.serve()
    let folder = try TemporaryFolder()
    #expect(try await client(server).download(to: folder.path).rows["feedings"] == 25)
    buddy.setFault { _, request in .init("", status: 301, headers: ["Location": request.path]) }
    #expect(try await failure(buddy).code == .serverMoved)
  }

  @Test(arguments: [
    ("<!DOCTYPE html><html>Log in</html>", "is a web page"), ("", "is no JSON"),
    (#"{"count":1}"#, "has no “count” and “results”"),
    (#"{"count":-1,"results":[]}"#, "has no “count” and “results”"),
    (#"{"count":1,"results":[{"start":1}]}"#, "has a row without an id"),
  ])
  func `what is no page of the API is refused`(body: String, words: String) async throws {
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, request in request.path == "/api/sleep/" ? .init(body) : nil }
    let error = try await failure(buddy)
    #expect(error.code == .notJSON)
    #expect(error.message.contains(words))
    #expect(error.message.contains("sleep"))
  }

  @Test func `a web page in the place of the API is no Baby Buddy`() async throws {
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, _ in .init("<html></html>") }
    #expect(try await failure(buddy).code == .notJSON)
  }

  @Test(arguments: [true, false])
  func `a page that is too large is not read to its end`(isCounted: Bool) async throws {
    let buddy = FakeBabyBuddy()
    let server = try buddy.serve()
    let body = String(repeating: " ", count: 2_000_000)
    buddy.setFault { _, _ in
      var answer = LocalServer.Answer(body)
      answer.isCounted = isCounted
      return answer
    }
    await #expect(throws: HTTPFailure("sends more than 100000 bytes at once", isPassing: false)) {
      try await URLSessionTransport().get(
        HTTPRequest(
          url: try #require(URL(string: server.address + "/api/")),
          headers: ["Authorization": "Token \(FakeBabyBuddy.token)"], timeout: 60, limit: 100_000))
    }
  }

  @Test func `a server that never answers is given up`() async throws {
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, _ in
      var answer = LocalServer.Answer()
      answer.hangs = true
      return answer
    }
    let pauses = Pauses()
    let error = try await failure(buddy, pauses) {
      $0.timeout = 0.2
      $0.policy.attempts = 2
    }
    #expect(error.code == .serverUnreachable)
    #expect(pauses.seconds == [1])
  }

  @Test func `a server that is not there is told, and asked again`() async throws {
    // Nobody listens on a port of the system's own, and nobody gets it meanwhile.
    let port = 1
    var client = try BabyBuddyServer("http://127.0.0.1:\(port)", token: "x")
    let pauses = Pauses()
    client.sleep = { seconds in pauses.all.withLock { $0.append(seconds) } }
    let folder = try TemporaryFolder()
    let error = await #expect(throws: InterchangeError.self) {
      try await client.download(to: folder.path)
    }
    #expect(error?.code == .serverUnreachable)
    let reason = "cannot be reached: nobody takes connections there"
    #expect(error?.message == "http://127.0.0.1:\(port) \(reason), 6 times.")
  }

  // MARK: Somebody logs meanwhile

  @Test func `rows that come in while pages are read are read too`() async throws {
    let buddy = FakeBabyBuddy()
    let grown = Mutex(0)
    buddy.setFault { buddy, request in
      guard request.path == "/api/feedings/", request.query["offset"] == "10" else { return nil }
      // One row more before the second page, twice.
      let number = grown.withLock { count in
        count += 1
        return count
      }
      if number <= 2 {
        buddy.change { $0["feedings"]?.insert(FakeBabyBuddy.feed(25 + number), at: 0) }
      }
      return nil
    }
    let server = try buddy.serve()
    let folder = try TemporaryFolder()
    let download = try await client(server).download(to: folder.path)
    #expect(download.rows["feedings"] == buddy.count("feedings"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("feedings") } == ["feedings.json"])
  }

  @Test func `one row more and one less on another page is noticed`() async throws {
    let buddy = FakeBabyBuddy()
    let done = Mutex(false)
    buddy.setFault { buddy, request in
      guard request.path == "/api/feedings/", request.query["offset"] == "10",
        done.withLock({ done in
          defer { done = true }
          return !done
        })
      else { return nil }
      buddy.change { rows in
        rows["feedings"]?.insert(FakeBabyBuddy.feed(26), at: 0)
        rows["feedings"]?.removeLast()
      }
      return nil
    }
    let server = try buddy.serve()
    let folder = try TemporaryFolder()
    #expect(try await client(server).download(to: folder.path).rows["feedings"] == 25)
    let pages = try BabyBuddyPages(folder.path, options: options)
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 0)).importing())
    #expect(try await Import(pages).run(into: store).counts.imported == 29)
  }

  @Test func `a child that comes in later is read before the end`() async throws {
    let buddy = FakeBabyBuddy()
    buddy.setFault { buddy, request in
      if request.path == "/api/timers/", buddy.count("children") == 2 {
        buddy.change { $0["children"]?.append(FakeBabyBuddy.child(3, "Noor")) }
      }
      return nil
    }
    let server = try buddy.serve()
    let folder = try TemporaryFolder()
    #expect(try await client(server).download(to: folder.path).rows["children"] == 3)
  }

  @Test func `a server that changes all the time is an error`() async throws {
    let buddy = FakeBabyBuddy()
    buddy.setFault { buddy, request in
      if request.path == "/api/feedings/" {
        let next = buddy.count("feedings") + 1
        buddy.change { $0["feedings"]?.insert(FakeBabyBuddy.feed(next), at: 0) }
      }
      return nil
    }
    let error = try await failure(buddy)
    #expect(error.code == .incomplete)
  }

  @Test func `a count that no page fulfils is an error`() async throws {
    let buddy = FakeBabyBuddy()
    buddy.setFault { _, request in
      request.path == "/api/notes/" ? .init(FakeBabyBuddy.page(3, [])) : nil
    }
    #expect(try await failure(buddy).code == .incomplete)
  }

  // MARK: Interruptions

  @Test func `an interrupted download goes on, and starts anew after a day`() async throws {
    let buddy = FakeBabyBuddy()
    let server = try buddy.serve()
    let folder = try TemporaryFolder()
    var client = try client(server)
    buddy.setFault { _, request in
      request.path == "/api/notes/" ? .init("", status: 403) : nil
    }
    await #expect(throws: InterchangeError.self) { try await client.download(to: folder.path) }
    buddy.setFault { _, _ in nil }
    let first = server.requests.count
    _ = try await client.download(to: folder.path)
    let resumed = server.requests.dropFirst(first).filter { $0.path == "/api/feedings/" }
    #expect(resumed.map { $0.query["limit"] } == ["1"])
    // A download that is whole is not gone on with.
    let second = server.requests.count
    _ = try await client.download(to: folder.path)
    #expect(server.requests.dropFirst(second).count { $0.path == "/api/feedings/" } == 4)
    buddy.setFault { _, request in
      request.path == "/api/notes/" ? .init("", status: 403) : nil
    }
    await #expect(throws: InterchangeError.self) { try await client.download(to: folder.path) }
    buddy.setFault { _, _ in nil }
    client.now = { Self.now.addingTimeInterval(86_400) }
    let third = server.requests.count
    _ = try await client.download(to: folder.path)
    #expect(server.requests.dropFirst(third).count { $0.path == "/api/feedings/" } == 4)
  }

  @Test func `a download can be cancelled`() async throws {
    let buddy = FakeBabyBuddy()
    let server = try buddy.serve()
    let client = try client(server)
    let folder = try TemporaryFolder()
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    buddy.setFault { _, request in
      guard request.path == "/api/feedings/" else { return nil }
      ask.yield()
      var answer = LocalServer.Answer()
      answer.hangs = true
      return answer
    }
    let task = Task { try await client.download(to: folder.path) }
    for await _ in asked { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Arguments

  @Test(arguments: [
    "", "baby.example.org", "ftp://baby.example.org", "https://", "https://u:p@baby.example.org",
    "https://baby.example.org/?x=1",
  ])
  func `what is no address of a server is refused`(address: String) {
    let error = #expect(throws: InterchangeError.self) {
      try BabyBuddyServer(address, token: "x")
    }
    #expect(error?.code == .badServer)
    #expect(error?.message.contains("u:p") == false)
  }

  @Test(arguments: [
    "https://b.example/sub", "https://b.example/sub/", "https://b.example/sub/api/",
  ])
  func `the address may end with a slash or the API`(address: String) throws {
    #expect(
      try BabyBuddyServer(address, token: "x").address.absoluteString == "https://b.example/sub")
  }

  @Test(arguments: ["", " \n", "a b", "a\r\nHost: x", "é"])
  func `what is no token is refused, and not repeated`(token: String) {
    let error = #expect(throws: InterchangeError.self) {
      try BabyBuddyServer("https://b.example", token: token)
    }
    #expect(error?.code == .badServer)
  }

  @Test func `nothing that is printed has the token in it`() throws {
    let server = try BabyBuddyServer("https://b.example", token: FakeBabyBuddy.token)
    var text = "\(server) \(String(reflecting: server))"
    dump(server, to: &text)
    #expect(!text.contains(FakeBabyBuddy.token))
  }
}
