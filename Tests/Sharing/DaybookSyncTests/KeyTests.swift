import Daybook
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import DaybookSync

/// Keys, and the texts that a device asks and is invited with.
struct KeyTests {
  @Test func `a request and an invitation are read as they were written`() throws {
    let key = try ReplicaKey.load(
      at: FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).key").path,
      creating: true)
    defer { try? FileManager.default.removeItem(atPath: key.path) }
    let request = Replication.request(of: key)
    #expect(try EnrolmentRequest("\(request)") == request)
    #expect(request.checkDigits.wholeMatch(of: /\d{5}( \d{5}){3}/) != nil)
    let other = EnrolmentRequest(
      replica: request.replica, publicKey: request.publicKey.reversed())
    #expect(
      zip(request.checkDigits.split(separator: " "), other.checkDigits.split(separator: " "))
        .allSatisfy { $0 != $1 })
    for text in ["", "daybook-request-1:", "\(request)x", String("\(request)".dropLast(4))] {
      let error = #expect(throws: SyncError.self) { try EnrolmentRequest(text) }
      #expect(error?.code == .text)
    }
  }

  @Test func `of many who make a key, one does, and all have that one`() async throws {
    let house = try await SyncHouse()
    for round in 0..<20 {
      let url = house.folder.url.appendingPathComponent("shared\(round).key")
      let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<8 {
          group.addTask { try ReplicaKey.load(at: url.path, creating: true).publicKey }
        }
        return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
      }
      #expect(keys.count == 1)
    }
  }

  @Test func `a key that cannot be made is named`() throws {
    let path = try TemporaryFolder(inMemory: true).path("none/own.key")
    let error = #expect(throws: SyncError.self) {
      try ReplicaKey.load(at: path, creating: true)
    }
    #expect(error?.code == .unwritable)
    let message = error?.message ?? ""
    #expect(message.contains("none/own.key cannot be made: "), "\(message)")
  }

  #if os(Linux)
  @Test(.enabled(if: MountedFolder.isAllowed))
  func `a key and a guard that a full disk does not hold are not called missing`() throws {
    let disk = try MountedFolder(kibibytes: 32)
    let url = URL(fileURLWithPath: disk.path + "/own.key")
    let key = try ReplicaKey.load(at: url.path, creating: true)
    let filling = FileManager.default.createFile(
      atPath: disk.path + "/filling", contents: Data(count: 28 << 10))
    #expect(filling)
    let noted = #expect(throws: SyncError.self) { try KeyGuard(key).add(ReplicaID(UUID())) }
    #expect(noted?.code == .unwritable, "\(String(describing: noted))")
    let made = #expect(throws: SyncError.self) {
      try ReplicaKey.load(at: disk.path + "/other.key", creating: true)
    }
    #expect(made?.code == .unwritable, "\(String(describing: made))")
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
    #expect(names.filter { $0.hasPrefix(".daybook-") } == [])
  }
  #endif

  @Test func `a draft of a guard whose writer was killed goes with a later guard`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let key = try ReplicaKey.load(at: folder.path("own.key"), creating: true)
    let (old, new) = (".daybook-1-old", ".daybook-2-new")
    for name in [old, new] { _ = try folder.file(name, "draft") }
    try FileManager.default.setModified(folder.path(old), to: Date() - 7200)
    try KeyGuard(key).add(ReplicaID(UUID()))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains(old) && names.contains(new), "\(names)")
  }

  @Test func `what many note beside a key at once is all there`() async throws {
    let house = try await SyncHouse()
    let url = house.folder.url.appendingPathComponent("noted.key")
    let keyGuard = KeyGuard(try ReplicaKey.load(at: url.path, creating: true))
    let replicas = (0..<16).map { _ in ReplicaID(UUID()) }
    let space = house.first.store.space
    try await withThrowingTaskGroup(of: Void.self) { group in
      for replica in replicas {
        group.addTask {
          for sequence in 1...UInt64(20) {
            let dot = Dot(replica: replica, sequence: sequence)
            let chain = Chain(through: dot, hash: [7], space: space)
            try keyGuard.raise(replica, to: chain) { _ in }
          }
        }
      }
      try await group.waitForAll()
    }
    let sent = KeyGuard.Sent(sequence: 20, chain: "07")
    #expect(try keyGuard.read() == Dictionary(uniqueKeysWithValues: replicas.map { ($0, sent) }))
  }

  @Test func `a guard of numbers alone is read, and a damaged one is told`() async throws {
    let house = try await SyncHouse()
    let key = try house.key("old")
    let (replica, file) = (ReplicaID(UUID()), house.folder.path("old.key.guard"))
    try "\(replica) 3\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try KeyGuard(key).read() == [replica: KeyGuard.Sent(sequence: 3, chain: "")])
    for text in ["\(replica)\n", "\(replica) three\n", "\(replica) 3 07 8\n", "x 3 07\n"] {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let error = #expect(throws: SyncError.self) { try KeyGuard(key).read() }
      #expect(error?.code == .key, "\(text)")
    }
  }

  @Test func `names are seen and are one line`() async throws {
    let house = try await SyncHouse()
    for name in [
      "", " ", "\u{200B}", "\u{2060}\u{FE0F}", "A\u{2028}B", "A\u{2029}B", "A\nB", "A\u{85}B",
      String(repeating: "x", count: 201),
    ] {
      let error = await #expect(throws: SyncError.self) {
        try await house.first.createSpace(named: name, member: "Ada")
      }
      #expect(error?.code == .text, "\(name.unicodeScalars)")
    }
    try await house.first.createSpace(named: "👩‍👧 Noor", member: "أدا")
  }

  @Test func `a key that others can read is refused, and one in a store`() async throws {
    let house = try await SyncHouse()
    let url = house.folder.url.appendingPathComponent("first.key")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    #expect(throws: SyncError.self) { try ReplicaKey.load(at: url.path) }
    let inside = house.folder.url.appendingPathComponent("first/own.key")
    #expect(throws: SyncError.self) { try ReplicaKey.load(at: inside.path, creating: true) }
    let missing = house.folder.url.appendingPathComponent("none.key")
    #expect(throws: SyncError.self) { try ReplicaKey.load(at: missing.path) }
  }

  /// A power cut would else leave a store that lacks what it is said to have sent, and nobody who
  /// has it.
  @Test func `what the guard says has left is on the disk before`() async throws {
    let house = try await SyncHouse.founded()
    let guarded = house.folder.path("first.key.guard")
    let own = try house.first.replica()
    try await house.first.store.close()
    let seen = Mutex<[String]>([])
    var options = SyncHouse.options(house.clock)
    options.didCommit = { durability in
      guard durability == .durable else { return }
      let text = (try? String(contentsOfFile: guarded, encoding: .utf8)) ?? ""
      seen.withLock { $0.append(text) }
    }
    let store = try house.open("first", options)
    let first = try Replication(of: store, key: house.key("first"))
    try await store.append(durability: .relaxed) {
      try $0.append(ItemEvent.added(name: "bread"), to: UUID())
    }
    #expect(seen.withLock { $0 }.isEmpty)
    let page = try await first.page(lackedBy: VersionVector())
    #expect(page.messages.count == 2)
    // The commit of the signature flushes what it signs, and nothing is noted by then.
    #expect(seen.withLock { $0 }.map { $0.contains("\(own) 2") } == [false])
    let chain = try store.chain(through: Dot(replica: own, sequence: 2)).hash.hexadecimal
    let noted = "\(own) 2 \(chain)\n"
    #expect(try String(contentsOfFile: guarded, encoding: .utf8) == noted)
    // Who was killed before it was noted, notes it with the next page.
    try FileManager.default.removeItem(atPath: guarded)
    _ = try await first.page(lackedBy: VersionVector())
    #expect(try String(contentsOfFile: guarded, encoding: .utf8) == noted)
  }

  @Test func `a page is read without a write, and signing it is the write`() async throws {
    let (house, second) = try await SyncHouse.pair()
    try await house.add("bread", to: second)
    let own = try second.replica()
    let guarded = house.folder.path("ben.key.guard")
    func signed() throws -> UInt64? {
      try second.store.read { try $0.head(of: own, through: .max)?.dot.sequence }
    }
    let (head, text) = (try signed(), try String(contentsOfFile: guarded, encoding: .utf8))
    let page = try second.unsignedPage(lackedBy: house.first.vector(), limit: nil)
    let last = try #require(page.lastOwn)
    #expect(page.messages.count == 1 && page.heads.isEmpty)
    #expect(try signed() == head && head != last)
    #expect(try String(contentsOfFile: guarded, encoding: .utf8) == text)
    #expect(try await second.sign(page).heads.map(\.dot.sequence) == [last])
    #expect(try signed() == last)
    #expect(try String(contentsOfFile: guarded, encoding: .utf8).contains("\(own) \(last)"))
    // The same page again has the signature already.
    let again = try second.unsignedPage(lackedBy: house.first.vector(), limit: nil)
    #expect(again.heads.map(\.dot.sequence) == [last] && again.ownChain == nil)
  }
}
