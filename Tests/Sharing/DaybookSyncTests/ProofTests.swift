import Daybook
import DaybookSync
import Foundation
import StoreFixtures
import TemporaryFolders
import Testing

/// Who keeps a proof notices later that the past of a store is another one.
struct ProofTests {
  /// A founder and a member who have exchanged, and the member's key.
  func pair() async throws -> (house: SyncHouse, second: Replication, key: ReplicaKey) {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.add("bread", to: house.first)
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    try await house.add("milk", to: second)
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    return (house, second, try house.key("ben"))
  }

  func reopen(_ name: String, _ house: SyncHouse) throws -> EventStore {
    var options = SyncHouse.options(house.clock)
    options.readsSamples = false
    return try house.open(name, options)
  }

  @Test func `a proof is checked without a store, and every member's store fits it`()
    async throws
  {
    let (house, second, key) = try await pair()
    let proof = try second.store.proof(signedBy: key)
    #expect(proof.signature != nil)
    #expect(proof.transactions == 4)
    #expect(proof.writers.compactMap(\.member).count == 2)
    #expect(proof.writers.allSatisfy { proof.keyDigits(of: $0) != nil && $0.signed != nil })
    #expect(proof.views.map(\.name) == ["openItems"])
    let read = try StoreProof(text: proof.text)
    #expect(read == proof)
    try read.check()
    for store in [second.store, house.first.store] {
      let comparison = try store.compare(with: read)
      #expect(comparison.isEqual && comparison.common == 4 && comparison.notCompared.isEmpty)
    }
  }

  @Test(arguments: ["digest", "member", "chain", "sequence", "space", "log", "token"])
  func `a proof in which something was changed is refused`(key: String) async throws {
    let (house, second, own) = try await pair()
    let text = try withExtendedLifetime(house) { try second.store.proof(signedBy: own).text }
    let lines = text.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.contains("\"\(key)\" :") })
    var changed = lines
    let last = try #require(lines[place].lastIndex { $0.isHexDigit })
    let other = lines[place][last] == "1" ? "2" : "1"
    changed[place].replaceSubrange(last...last, with: other)
    let proof = try? StoreProof(text: changed.joined(separator: "\n"))
    let error = #expect(throws: SyncError.self) { try proof?.check() }
    #expect(error?.code == .badSignature)
  }

  @Test func `text that is no proof is refused`() {
    for text in ["", "{}", "[1]", "not a proof"] {
      let error = #expect(throws: SyncError.self) { try StoreProof(text: text) }
      #expect(error?.code == .malformed)
    }
  }

  @Test func `a store whose past was changed does not fit, and proves nothing`() async throws {
    let (house, second, key) = try await pair()
    let proof = try second.store.proof(signedBy: key)
    try await second.store.close()
    #expect(
      try StoreFixtures.change("events", 3, at: house.folder.path("ben"), "bread", to: "brood"))
    let changed = try reopen("ben", house)
    let comparison = try changed.compare(with: proof)
    #expect(comparison.differences.map(\.code) == [.changed, .changed])
    let error = #expect(throws: StoreError.self) { try changed.proof() }
    #expect(error?.code == .damaged)
    #expect(try await changed.verify().checks.filter { !$0.isSound }.map(\.name).contains("chain"))
    // What is compared is what is stored, also by another member.
    let others = try house.first.store.compare(with: changed)
    #expect(others.differences.map(\.code) == [.changed])
    #expect(others.differences.first?.message.hasPrefix("the other one") == true)
    #expect(try changed.compare(with: house.first.store).differences.map(\.code) == [.changed])
  }

  @Test func `a store that went on still fits, and one that lacks something says so`() async throws
  {
    let (house, second, key) = try await pair()
    let before = try second.store.proof(signedBy: key)
    try await house.add("eggs", to: second)
    let went = try second.store.compare(with: before)
    #expect(went.isEqual && went.notCompared.map(\.code) == [.otherTransactions])
    let after = try second.store.proof(signedBy: key)
    let lacks = try house.first.store.compare(with: after)
    #expect(lacks.differences.map(\.code) == [.ahead])
    let other = try await SyncHouse.founded()
    #expect(try other.first.store.compare(with: after).differences.map(\.code) == [.otherSpace])
  }

  /// Between the newest mark of the log's chain and the proof nothing has changed.
  @Test func `a change long before the proof is noticed`() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path, schema: SyncHouse.schema)
    for number in 1...1_100 {
      try store.append(durability: .relaxed) {
        try $0.append(ItemEvent.added(name: "thing \(number)."), to: UUID())
      }
    }
    let proof = try store.proof()
    try store.close()
    #expect(try StoreFixtures.change("events", 5, at: folder.path, "thing 5.", to: "thing 6."))
    var options = StoreOptions()
    options.readsSamples = false
    let changed = try EventStore.open(at: folder.path, schema: SyncHouse.schema, options: options)
    #expect(try changed.compare(with: proof).differences.first?.code == .changed)
    #expect(throws: StoreError.self) { try changed.proof() }
  }

  @Test func `a purge of what was proved leaves nothing to compare`() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path, schema: SyncHouse.schema)
    for name in ["bread", "milk", "eggs"] {
      try store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    let proof = try store.proof()
    try store.append { try $0.append(ItemEvent.added(name: "tea"), to: UUID()) }
    try store.purge(before: store.read { try $0.token() })
    let comparison = try store.compare(with: proof)
    #expect(comparison.common == 0)
    #expect(comparison.notCompared.map(\.code).contains(.purged))
  }

  @Test func `a member who has written nothing signs as well`() async throws {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.add("bread", to: house.first)
    try await second.exchange(with: StorePeer(house.first, name: "first"))
    let proof = try second.store.proof(signedBy: house.key("ben"))
    #expect(proof.signature != nil)
    try proof.check()
    #expect(try house.first.store.compare(with: proof).isEqual)
  }

  @Test(arguments: [false, true])
  func `a store that nobody shares proves its log, also after a purge`(isPurged: Bool) throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path, schema: SyncHouse.schema)
    for name in ["bread", "milk", "eggs"] {
      try store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    if isPurged {
      try store.purge(before: store.read { try $0.token(at: Date.distantFuture) })
      try store.append { try $0.append(ItemEvent.added(name: "tea"), to: UUID()) }
    }
    let proof = try store.proof()
    try proof.check()
    #expect(proof.signature == nil)
    #expect(try store.compare(with: proof).isEqual)
    try store.append { try $0.append(ItemEvent.added(name: "salt"), to: UUID()) }
    #expect(try store.compare(with: proof).isEqual)
    try store.close()
    let last: (UInt64, String) = isPurged ? (4, "tea") : (2, "milk")
    #expect(try StoreFixtures.change("events", last.0, at: folder.path, last.1, to: "x"))
    var options = StoreOptions()
    options.readsSamples = false
    let changed = try EventStore.open(at: folder.path, schema: SyncHouse.schema, options: options)
    #expect(try changed.compare(with: proof).differences.first?.code == .changed)
  }

  private func append(_ name: String, to store: EventStore) throws {
    try store.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
  }

  @Test func `a view that lacks transactions is named, and nothing is said of its rows`() throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.open(at: folder.path, schema: SyncHouse.schema)
    try append("bread", to: store)
    #expect(try !store.proof().text.contains("viewsBehind"))
    try store.close()
    // A program that does not have the view.
    let other = try EventStore.open(at: folder.path, schema: Schema().entity(Item.self))
    try append("milk", to: other)
    let proof = try StoreProof(text: other.proof().text)
    #expect(proof.viewsBehind == ["openItems"] && proof.views.isEmpty)
    try proof.check()
    let compared = try other.compare(with: proof)
    #expect(compared.isEqual && compared.notCompared.map(\.view) == ["openItems"])
    #expect(compared.notCompared.map(\.code) == [.viewBehind])
    try other.close()
    let copies = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path, toPath: copies.path("copy"))
    // The rows that are there now are not those of which the proof says nothing.
    let caught = try EventStore.open(at: folder.path, schema: SyncHouse.schema)
    try caught.rebuild()
    #expect(try caught.compare(with: proof).notCompared.map(\.code) == [.viewBehind])
    let whole = try caught.proof()
    #expect(whole.viewsBehind == [] && whole.views.map(\.name) == ["openItems"])
    #expect(try caught.compare(with: whole).notCompared == [])
    let copy = try EventStore.open(at: copies.path("copy"), schema: Schema().entity(Item.self))
    #expect(try copy.compare(with: whole).notCompared.map(\.code) == [.viewBehind])
  }
}
