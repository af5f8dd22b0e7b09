import Daybook
import DaybookSync
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// Whoever lacks what others have purged begins with a snapshot, and ends with the same.
struct BootstrapTests {
  /// Sets a frontier over all that the founder has, and purges its store up to it.
  private func purgeFirst(_ house: SyncHouse) async throws {
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
  }

  private func expectSame(_ one: Replication, _ other: Replication, _ house: SyncHouse) throws {
    #expect(try house.digests(one) == house.digests(other))
    #expect(try one.vector() == other.vector())
    for member in [one, other] {
      let verification = try member.store.verify()
      #expect(verification.ok, "\(verification)")
    }
  }

  @Test func `a new member gets what was purged`() async throws {
    let house = try await SyncHouse.founded()
    let milk = try await house.add("Milk", to: house.first)
    try await house.add("Eggs", to: house.first)
    try await house.first.store.append { try $0.append(ItemEvent.bought, to: milk) }
    try await purgeFirst(house)
    try await house.add("Flour", to: house.first)

    let ben = try await house.join("ben")
    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.failure == nil)
    #expect(report.hasBootstrapped)
    #expect(try house.names(ben) == ["Eggs", "Flour"])
    try expectSame(ben, house.first, house)

    try await house.add("Salt", to: ben)
    try await ben.store.append { try $0.append(ItemEvent.named("Oat milk"), to: milk) }
    try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    try expectSame(ben, house.first, house)
  }

  @Test func `a store that was purged before can be shared`() async throws {
    let house = try await SyncHouse()
    let milk = try await house.add("Milk", to: house.first)
    try await house.first.store.append { try $0.append(ItemEvent.bought, to: milk) }
    try house.first.purgeAll()
    try await house.add("Eggs", to: house.first)
    try await house.first.createSpace(named: "Kitchen", member: "Ada")
    try await house.add("Flour", to: house.first)
    let ben = try await house.join("ben")
    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.failure == nil)
    #expect(report.hasBootstrapped)
    #expect(try house.names(ben) == ["Eggs", "Flour"])
    try await house.add("Salt", to: ben)
    try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    try expectSame(ben, house.first, house)
  }

  @Test func `whoever has purged sends a snapshot to one that lacks it`() async throws {
    let house = try await SyncHouse.founded()
    try await house.add("Milk", to: house.first)
    let ben = try await house.join("ben")
    try await purgeFirst(house)
    let report = try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    #expect(report.failure == nil && !report.hasBootstrapped)
    try expectSame(ben, house.first, house)
  }

  @Test func `what was written meanwhile stays and goes out`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let milk = try await house.add("Milk", to: house.first)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))

    // Ben is away, and both write.
    let eggs = try await house.add("Eggs", to: ben)
    try await ben.store.append { try $0.append(ItemEvent.named("Ben's milk"), to: milk) }
    house.clock.advance(by: 60)
    try await house.first.store.append { try $0.append(ItemEvent.bought, to: milk) }
    try await house.add("Flour", to: house.first)
    try await purgeFirst(house)

    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.failure == nil && report.hasBootstrapped && report.sent == 2)
    try expectSame(ben, house.first, house)
    #expect(try house.names(ben) == ["Eggs", "Flour"])
    // What was late comes after what is final.
    let item = try house.first.store.read { try $0.entity(Item.self, milk) }
    #expect(item == Item(name: "Ben's milk", isBought: true))
    #expect(try ben.store.read { try $0.entity(Item.self, eggs) }?.name == "Eggs")
  }

  @Test func `members make the same snapshot whatever they have purged`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    let milk = try await house.add("Milk", to: house.first)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try await ben.store.append { try $0.append(ItemEvent.bought, to: milk) }
    try await house.add("Eggs", to: ben)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    let undone = try await house.first.store.append {
      try $0.append(ItemEvent.named("Oops"), to: milk)
    }
    try await house.first.store.append { try $0.retract(transaction: undone.number) }
    try await purgeFirst(house)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    let cleo = try await house.join("cleo")
    try await cleo.exchange(with: StorePeer(house.first, name: "first"))
    try await house.add("Later", to: ben)

    let snapshots = [
      try await house.first.snapshot(), try await ben.snapshot(), try await cleo.snapshot(),
    ]
    for snapshot in snapshots.dropFirst() {
      #expect(snapshot.chunks == snapshots[0].chunks)
      #expect(snapshot.manifest.isSame(as: snapshots[0].manifest))
      #expect(snapshot.manifest.maker != snapshots[0].manifest.maker)
    }
    let read = try SpaceManifest(bytes: snapshots[1].manifest.bytes)
    #expect(read == snapshots[1].manifest)
  }

  @Test func `a fetch goes on where it ended, and a wrong chunk is refused by name`() async throws {
    let house = try await SyncHouse.founded()
    let long = Item.long
    for index in 0..<6 {
      let id = try await house.add("\(index)", to: house.first)
      try await house.first.store.append { try $0.append(ItemEvent.noted(long), to: id) }
    }
    try await purgeFirst(house)
    let snapshot = try await house.first.snapshot()
    let manifest = snapshot.manifest
    #expect(manifest.chunks.count == 3)
    let ben = try await house.join("ben")

    struct Gone: Error {}
    var asked: [[UInt8]] = []
    await #expect(throws: Gone.self) {
      try await ben.bootstrap(from: manifest) { hash in
        asked.append(hash)
        if asked.count == 2 { throw Gone() }
        return try snapshot.chunk(hash)
      }
    }
    asked = []
    let wrong = await #expect(throws: SyncError.self) {
      try await ben.bootstrap(from: manifest) { hash in
        asked.append(hash)
        var chunk = try snapshot.chunk(hash)
        if hash == manifest.chunks[2] { chunk[7] ^= 1 }
        return chunk
      }
    }
    #expect(asked == Array(manifest.chunks[1...]))
    #expect(wrong?.code == .malformed)
    let digits = manifest.chunks[2].flatMap { [$0 >> 4, $0 & 15] }
    let name = digits.map { String($0, radix: 16) }.joined()
    #expect(wrong?.message.contains(name) == true)
    #expect(try ben.vector() == VersionVector())

    asked = []
    try await ben.bootstrap(from: manifest) { hash in
      asked.append(hash)
      return try snapshot.chunk(hash)
    }
    #expect(asked == [manifest.chunks[2]])
    #expect(!FileManager.default.fileExists(atPath: ben.store.path + "/bootstrap"))
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try expectSame(ben, house.first, house)
  }

  @Test func `a purge waits for a peer until it was silent for 90 days`() async throws {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben")
    try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    try await house.add("Milk", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    func purge() throws -> PurgeResult {
      try house.first.store.purge(before: house.first.store.read { try $0.token() })
    }
    house.clock.advance(by: 89 * 86_400)
    let held = try purge()
    #expect(held.heldBackBy == "sync/ben" && held.events == 0)
    house.clock.advance(by: 2 * 86_400)
    let passed = try purge()
    #expect(passed.heldBackBy == nil && passed.events == 1)
    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.failure == nil && report.hasBootstrapped)
    try expectSame(ben, house.first, house)
  }

  @Test func `a snapshot of a member who is no owner is refused`() async throws {
    let house = try await SyncHouse.founded()
    try await house.add("Milk", to: house.first)
    let ben = try await house.join("ben")
    let cleo = try await house.join("cleo")
    try await house.first.setFrontier(house.first.vector())
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try ben.purgeAll()
    let report = try await cleo.exchange(with: StorePeer(ben, name: "ben"))
    #expect(report.failure?.code == .badSignature && !report.hasBootstrapped)
    #expect(try cleo.vector() == VersionVector())

    try await house.first.setRole(.owner, of: ben.replica())
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    // Who has invited is known before anything else is.
    let request = try Replication.request(of: house.key("dan"))
    let invitation = try await ben.enrol(request, as: .writer, member: "Dan")
    let joined = try house.join("dan", key: house.key("dan"), Invitation("\(invitation)"))
    let second = try await joined.exchange(with: StorePeer(ben, name: "ben"))
    #expect(second.failure == nil && second.hasBootstrapped)
    try expectSame(joined, ben, house)
  }

  @Test func `a snapshot that says something else than its manifest changes nothing`()
    async throws
  {
    let house = try await SyncHouse.founded()
    try await house.add("Milk", to: house.first)
    try await house.first.setFrontier(house.first.vector())
    let snapshot = try await house.first.snapshot()
    let other = try await SyncHouse.founded()
    let stranger = try await other.join("ben")
    let error = await #expect(throws: SyncError.self) {
      try await stranger.bootstrap(from: snapshot.manifest) { try snapshot.chunk($0) }
    }
    #expect(error?.code == .foreignSpace)
    #expect(try stranger.vector() == VersionVector())
  }

  /// A house whose founder has purged to a frontier that another owner did not know when it made
  /// itself the keeper.
  private func housePurgedTooFar() async throws -> (SyncHouse, ben: Replication) {
    let house = try await SyncHouse.founded()
    let ben = try await house.join("ben", as: .owner)
    let milk = try await house.add("Milk", to: house.first)
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    house.clock.advance(by: 10)
    try await house.first.store.append { try $0.append(ItemEvent.named("Oat milk"), to: milk) }
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try await purgeFirst(house)
    // It comes after what is final, or, without a frontier, before the other name.
    let stamp = HybridTime(house.clock.now.addingTimeInterval(-5))
    try await ben.store.append(stamp: stamp) {
      try $0.append(ItemEvent.named("Cream"), to: milk)
    }
    try await ben.setKeeper(ben.replica())
    return (house, ben)
  }

  @Test func `one that has purged to a frontier which was cut off starts again`() async throws {
    let (house, ben) = try await housePurgedTooFar()
    let cleo = try await house.join("cleo")
    let mustStartAgain = { try house.first.store.read { try $0.mustStartAgain() } }
    #expect(try !mustStartAgain())
    _ = try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    #expect(try mustStartAgain())
    #expect(try house.names(ben) == ["Oat milk"])
    // It purges no further, and gives no snapshot.
    try await house.add("Eggs", to: house.first)
    let oldest = try house.first.store.read { try $0.oldestToken() }
    try house.first.purgeAll()
    #expect(try house.first.store.read { try $0.oldestToken() } == oldest)
    await #expect(throws: SyncError.self) { try await house.first.snapshot() }

    try await cleo.exchange(with: StorePeer(ben, name: "ben"))
    try await ben.setFrontier(ben.vector())
    try await ben.exchange(with: StorePeer(cleo, name: "cleo"))
    try await house.add("Flour", to: house.first)
    try await house.first.exchange(with: StorePeer(ben, name: "ben"))
    #expect(try !mustStartAgain())
    #expect(try house.names(house.first) == ["Eggs", "Flour", "Oat milk"])
    try await ben.exchange(with: StorePeer(house.first, name: "first"))
    try expectSame(house.first, ben, house)
    try await house.first.store.rebuild()
    try expectSame(house.first, ben, house)
  }

  @Test func `a snapshot from a clock far ahead is refused by its code`() async throws {
    let house = try await SyncHouse.founded()
    try await house.add("Milk", to: house.first)
    let ben = try await house.join("ben")
    house.clock.advance(by: 40 * 86_400)
    try await purgeFirst(house)
    house.clock.advance(by: -40 * 86_400)
    let report = try await ben.exchange(with: StorePeer(house.first, name: "first"))
    #expect(report.failure?.code == .clockAhead)
  }
}
