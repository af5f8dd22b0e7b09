import DaybookSync
import Foundation
import RemoteServers
import Synchronization
import Testing

@testable import DaybookRemoteFolders

/// Shared folders in buckets and on servers, in memory and with faults.
struct RemoteFolderTests {
  private func exchange(
    _ member: Replication, _ memory: RemoteMemory
  ) async throws -> ExchangeReport {
    try await member.exchange(with: try memory.peer())
  }

  @Test(arguments: RemoteMemory.Dialect.allCases, [1, 2, 3] as [UInt64])
  func `three stores have the same over a server that fails in every way`(
    dialect: RemoteMemory.Dialect, seed: UInt64
  ) async throws {
    let house = try await SyncHouse.founded()
    let members = [house.first, try await house.join("ben"), try await house.join("cleo")]
    let memory = RemoteMemory(dialect, .all, seed: seed)
    let peers = try members.map { _ in try memory.peer() }
    try await house.add("bread", to: house.first)
    for round in 0..<4 {
      for (member, peer) in zip(members, peers) {
        let report = try await member.exchange(with: peer)
        #expect(report.failure == nil && report.refused.isEmpty, "\(report)")
        if round < 2 { try await house.add("milk \(round)", to: member) }
      }
    }
    memory.state.withLock { $0.faults = .none }
    for _ in 0..<2 {
      for member in members { #expect(try await exchange(member, memory).failure == nil) }
    }
    for member in members {
      #expect(try house.digests(member) == house.digests(house.first))
      #expect(try member.vector() == house.first.vector())
    }
    #expect(try house.names(house.first).count == 7)
    #expect(peers.allSatisfy { $0.problems.isEmpty })
  }

  // MARK: What a look costs

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `a look that finds nothing new is one question`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let house = try await SyncHouse.founded()
    let memory = RemoteMemory(dialect)
    let peer = try memory.peer()
    // The second one sees what this side has told others.
    for _ in 0..<2 { try await house.first.exchange(with: peer) }
    _ = memory.takeRequests()
    try await house.first.exchange(with: peer)
    let asked = memory.takeRequests()
    #expect(asked.count == 1 && asked.allSatisfy { $0.hasPrefix("GET ") && $0.hasSuffix("/poke") })
  }

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `what was written without a word is found in good time`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let memory = RemoteMemory(dialect)
    let peer = try memory.peer()
    for _ in 0..<2 { try await house.first.exchange(with: peer) }
    _ = try await exchange(ben, memory)
    let poke = memory.state.withLock { state in state.files.first { $0.key.hasSuffix("/poke") } }
    for _ in 0..<2 { try await house.first.exchange(with: peer) }
    try await house.add("bread", to: ben)
    _ = try await exchange(ben, memory)
    // As if Ben's device had been switched off before its last request.
    memory.state.withLock { state in
      if let poke { state.files[poke.key] = poke.value }
    }
    for _ in 0..<2 { try await house.first.exchange(with: peer) }
    var looks = 0
    while try house.names(house.first).isEmpty, looks < 50 {
      try await house.first.exchange(with: peer)
      looks += 1
    }
    #expect(try house.names(house.first) == ["bread"] && looks < 25)
  }

  @Test func `a bucket's list goes on from the newest file that is known`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let memory = RemoteMemory(.bucket)
    let (own, bens) = (try memory.peer(), try memory.peer())
    for number in 0..<10 {
      try await house.add("\(number)", to: house.first)
      try await house.first.exchange(with: own)
    }
    try await ben.exchange(with: bens)
    try await house.add("bread", to: house.first)
    try await house.first.exchange(with: own)
    _ = memory.takeRequests()
    #expect(try await ben.exchange(with: bens).absorbed == 1)
    let lists = memory.takeRequests().filter { $0.contains("list-type") }
    // Of the space, of both replicas; each in one page, which holds three names here.
    #expect(lists.count <= 4 && lists.contains { $0.contains("start-after") })
    #expect(try house.digests(ben) == house.digests(house.first))
  }

  /// As a member does that writes its own tail again.
  @Test func `a file under a name that was given back is read`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let memory = RemoteMemory(.bucket)
    let (own, bens) = (try memory.peer(), try memory.peer())
    for name in ["bread", "milk", "salt"] {
      try await house.add(name, to: house.first)
      try await house.first.exchange(with: own)
      try await ben.exchange(with: bens)
    }
    let files = memory.state.withLock { $0.files.keys.filter { $0.hasSuffix(".dbs") }.sorted() }
    try #require(files.count == 3)
    memory.state.withLock { state in
      state.files[files[2]] = nil
      state.files[files[1]] = state.files[files[0]]
      state.writes[files[1], default: 0] += 1
      for key in state.files.keys where key.hasSuffix("/poke") { state.files[key] = [1] }
    }
    _ = memory.takeRequests()
    try await ben.exchange(with: bens)
    let asked = memory.takeRequests()
    #expect(asked.contains { $0.hasPrefix("GET ") && $0.hasSuffix(files[1]) })
  }

  // MARK: Servers that are not to be trusted

  /// One that replaces them all the same, and one that says it cannot.
  @Test(
    arguments: RemoteMemory.Dialect.allCases, [RemoteFaults.Conditions.ignored, .refused])
  func `a server that cannot leave files as they are gets names of which no two are alike`(
    dialect: RemoteMemory.Dialect, conditions: RemoteFaults.Conditions
  ) async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let memory = RemoteMemory(dialect, RemoteFaults(conditions: conditions))
    _ = try await exchange(house.first, memory)
    // Two processes of one store, neither of which sees what the other writes.
    let peers = [try memory.peer(), try memory.peer()]
    for peer in peers { _ = try await peer.hello(house.first.hello()) }
    for (number, peer) in peers.enumerated() {
      let known = try house.first.vector()
      try await house.add("\(number)", to: house.first)
      _ = try await peer.push(try await house.first.page(lackedBy: known))
    }
    let names = memory.paths.filter { $0.hasSuffix(".dbs") }.compactMap {
      $0.split(separator: "/").last?.split(separator: "-")
    }
    #expect(names.count == 3 && names.allSatisfy { $0.count == 3 })
    #expect(Set(names.map { $0.dropLast() }).count == 2)
    #expect(try await exchange(ben, memory).failure == nil)
    #expect(try house.names(ben) == ["0", "1"])
  }

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `a page whose answer was lost is there once`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let house = try await SyncHouse.founded()
    let memory = RemoteMemory(dialect, RemoteFaults(lostAnswers: 60), seed: 7)
    let peer = try memory.peer()
    for number in 0..<5 {
      try await house.add("\(number)", to: house.first)
      #expect(try await house.first.exchange(with: peer).failure == nil)
    }
    let contents = memory.state.withLock { state in
      state.files.filter { $0.key.hasSuffix(".dbs") }.map(\.value)
    }
    #expect(Set(contents).count == contents.count && contents.count == 5)
  }

  @Test func `a refusal names the reason, and no secret`() async throws {
    let house = try await SyncHouse.founded()
    for (dialect, status) in [(RemoteMemory.Dialect.bucket, 403), (.server, 401)] {
      let memory = RemoteMemory(dialect)
      let body =
        "<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message>"
        + "<StringToSign>hidden</StringToSign></Error>"
      memory.state.withLock {
        $0.forced = Array(
          repeating: FolderResponse(status: status, body: Array(body.utf8)), count: 9)
      }
      let failure = try #require(try await exchange(house.first, memory).failure)
      #expect(failure.code == .peer && failure.message.contains("does not let this device in"))
      #expect(dialect == .server || failure.message.contains("SignatureDoesNotMatch"))
      #expect(!failure.message.contains("hidden"))
      let heads = memory.state.withLock { $0.heads }
      #expect(heads.allSatisfy { $0["authorization"]?.contains("hidden") == false })
    }
    let key = RemoteCredentials.key("id", secret: "hidden")
    #expect(!"\(key)\(String(reflecting: key))".contains("hidden"))
    var text = ""
    dump(key, to: &text)
    dump(RemoteCredentials.login("ada", password: "hidden"), to: &text)
    #expect(!text.contains("hidden"))
  }

  @Test(arguments: [
    "", "<", "<ListBucketResult>", "<other/>", String(repeating: "<a>", count: 10_000),
    "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x"
      + "</NextContinuationToken></ListBucketResult>",
    "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
      + "<ListBucketResult>&b;</ListBucketResult>",
  ])
  func `an answer that is no list ends the exchange with a sentence`(body: String) async throws {
    let house = try await SyncHouse.founded()
    let memory = RemoteMemory(.bucket)
    memory.state.withLock {
      $0.forced =
        [FolderResponse(status: 404)]
        + Array(repeating: FolderResponse(status: 200, body: Array(body.utf8)), count: 3)
    }
    let failure = try await exchange(house.first, memory).failure
    #expect(failure == nil || failure?.code == .peer)
  }
}
