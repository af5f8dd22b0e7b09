import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import DaybookRemoteFolders

/// Shared folders in buckets and on servers, in memory and with faults.
@Suite struct RemoteFolderTests {
  static let retries = {
    var retries = FolderRetries()
    retries.attempts = 40
    retries.total = .seconds(1_000_000)
    retries.sleep = { _ in }
    retries.random = { 0.5 }
    return retries
  }()

  static func peer(
    of memory: RemoteMemory, retries: FolderRetries = retries
  ) throws -> FolderPeer {
    switch memory.dialect {
    case .bucket:
      try RemoteFolder("s3://bucket/shared/noor", endpoint: "https://s3.test")
        .peer(over: memory, credentials: .key("id", secret: "hidden"), retries: retries)
    case .server:
      try RemoteFolder("https://cloud.test/dav/noor")
        .peer(over: memory, credentials: .login("ada", password: "hidden"), retries: retries)
    }
  }

  /// A server; a folder there has to be made by somebody.
  static func memory(
    _ dialect: RemoteMemory.Dialect, _ faults: RemoteFaults = .none, seed: UInt64 = 1
  ) -> RemoteMemory {
    let memory = RemoteMemory(dialect, faults, seed: seed)
    memory.state.withLock { $0.folders = ["dav", "dav/noor"] }
    return memory
  }

  private func exchange(
    _ member: Replication, _ memory: RemoteMemory
  ) async throws -> ExchangeReport {
    try await member.exchange(with: try Self.peer(of: memory))
  }

  @Test(arguments: RemoteMemory.Dialect.allCases, [1, 2, 3] as [UInt64])
  func `three stores have the same over a server that fails in every way`(
    dialect: RemoteMemory.Dialect, seed: UInt64
  ) async throws {
    let house = try await SyncHouse.founded()
    let members = [house.first, try await house.join("ben"), try await house.join("cleo")]
    let memory = Self.memory(dialect, .all, seed: seed)
    let peers = try members.map { _ in try Self.peer(of: memory) }
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

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `files that a snapshot stands for are removed, and whoever comes begins with it`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let memory = Self.memory(dialect)
    let own = try Self.peer(of: memory)
    for _ in 0..<3 {
      try await house.add("bread", to: house.first)
      try await house.first.exchange(with: own)
      _ = try await exchange(ben, memory)
    }
    try await house.first.setFrontier(house.first.vector())
    try await house.first.exchange(with: own)
    _ = try await exchange(ben, memory)
    func segments() -> Int {
      memory.state.withLock { $0.files.keys.count { $0.hasSuffix(".dbs") } }
    }
    let before = segments()
    _ = try await ben.putSnapshot(in: try Self.peer(of: memory))
    let removed = try await house.first.putSnapshot(in: own).removedFiles
    #expect(removed > 0 && segments() == before - removed)
    let cleo = try await house.join("cleo")
    try await house.first.exchange(with: own)
    let report = try await exchange(cleo, memory)
    #expect(report.failure == nil && report.hasBootstrapped)
    #expect(try house.digests(cleo) == house.digests(house.first))
  }

  // MARK: What a look costs

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `a look that finds nothing new is one question`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let house = try await SyncHouse.founded()
    let memory = Self.memory(dialect)
    let peer = try Self.peer(of: memory)
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
    let memory = Self.memory(dialect)
    let peer = try Self.peer(of: memory)
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
    let memory = Self.memory(.bucket)
    let (own, bens) = (try Self.peer(of: memory), try Self.peer(of: memory))
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
    let memory = Self.memory(.bucket)
    let (own, bens) = (try Self.peer(of: memory), try Self.peer(of: memory))
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

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `a server that replaces what it was told to leave is refused before anything is there`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let house = try await SyncHouse.founded()
    var faults = RemoteFaults.none
    faults.ignoresConditions = true
    let memory = Self.memory(dialect, faults)
    let failure = try await exchange(house.first, memory).failure
    #expect(failure?.code == .peer && failure?.message.contains("If-None-Match") == true)
    let names = memory.state.withLock { $0.files.keys.map { $0.split(separator: "/").last } }
    #expect(names == ["poke"])
  }

  @Test(arguments: RemoteMemory.Dialect.allCases)
  func `a page whose answer was lost is there once`(
    dialect: RemoteMemory.Dialect
  ) async throws {
    let house = try await SyncHouse.founded()
    let memory = Self.memory(dialect, RemoteFaults(lostAnswers: 60), seed: 7)
    let peer = try Self.peer(of: memory)
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
      let memory = Self.memory(dialect)
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
    let memory = Self.memory(.bucket)
    memory.state.withLock {
      $0.forced =
        [FolderResponse(status: 404)]
        + Array(repeating: FolderResponse(status: 200, body: Array(body.utf8)), count: 3)
    }
    let failure = try await exchange(house.first, memory).failure
    #expect(failure == nil || failure?.code == .peer)
  }
}
