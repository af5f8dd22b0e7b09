import Daybook
import DaybookSync
import Foundation
import Nursery
import Observation
import TemporaryFolders
import Testing

// snippet: several-open
/// The stores of one app, each in a directory of one folder.
struct Shelf {
  let folder: String
  let schema: Schema

  func place(_ name: String) -> String { "\(folder)/\(name)" }

  /// All of them, those that are shared as members of their spaces.
  func open() throws -> (stores: [EventStore], shared: [Replication]) {
    var (stores, shared): ([EventStore], [Replication]) = ([], [])
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      guard name.hasSuffix(".daybook") else { continue }
      let store = try EventStore.open(at: place(name), schema: schema)
      stores.append(store)
      // Without its key a shared store must not be written to, as after a restore.
      guard try store.isShared() else { continue }
      shared.append(try Replication(of: store, key: .load(at: place("\(name).key"))))
    }
    return (stores, shared)
  }
}
// end

// snippet: several-follow
/// Every baby on this phone, and the store that it is kept in.
@MainActor @Observable
final class AllBabies {
  private let places: [(store: EventStore, profiles: ObservedValue<[CurrentProfile]>)]

  init(_ stores: [EventStore]) {
    places = stores.map { store in
      (store, ObservedValue(store.values(of: CurrentProfiles.self, id: 0) { try $0.all() }))
    }
  }

  /// One list, by name.
  var list: [CurrentProfile] {
    places.flatMap(\.profiles.value).sorted {
      ($0.profile.name, $0.id.uuidString) < ($1.profile.name, $1.id.uuidString)
    }
  }

  /// Where the entries of a baby belong.
  func store(of baby: UUID) -> EventStore? {
    places.first { $0.profiles.value.contains { $0.id == baby } }?.store
  }
}
// end

private enum SeveralStores {
  @MainActor static func write(
    _ babies: AllBabies, _ noor: UUID, _ feed: FeedSession
  ) async throws {
    // snippet: several-write
    if let store = babies.store(of: noor) {
      try await store.append(author: "Ada") {
        try $0.append(FeedEvent.recorded(feed), to: UUID.timeOrdered())
      }
    }
    // end
  }

  static func follow(_ shared: [Replication], _ drive: String) async throws {
    // snippet: several-exchange
    try await withThrowingTaskGroup(of: Void.self) { group in
      for member in shared {
        group.addTask { try await member.follow(FolderPeer(at: drive)) }
      }
      try await group.waitForAll()
    }
    // end
  }

  static func leave(_ store: EventStore, _ shelf: Shelf) async throws {
    // snippet: several-leave
    try await store.close()
    for name in ["noor.daybook", "noor.daybook.key", "noor.daybook.key.guard"] {
      try FileManager.default.removeItem(atPath: shelf.place(name))
    }
    // end
  }
}

struct SeveralStoresRuns {
  /// Writes down a baby in a store of its own.
  private func add(_ name: String, to store: EventStore) async throws -> UUID {
    let id = UUID.timeOrdered()
    try await store.append {
      try $0.append(BabyEvent.created(BabyProfile(name: name, createdAt: Date())), to: id)
    }
    return id
  }

  @Test(.timeLimit(.minutes(10)))
  @MainActor func `a private store and a shared one are shown as one list`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let schema = try Schema.nursery(boundary: DayBoundary(zone: "Europe/Amsterdam"))
    // Ada has a baby to herself, and shares another one with Ben.
    let own = Shelf(folder: folder.path("ada"), schema: schema)
    let mina = try await add(
      "Mina", to: try EventStore.open(at: own.place("mina.daybook"), schema: schema))
    let shared = try EventStore.open(at: own.place("noor.daybook"), schema: schema)
    let noor = try await add("Noor", to: shared)
    let ada = try Replication(
      of: shared, key: .load(at: own.place("noor.daybook.key"), creating: true))
    try await ada.createSpace(named: "Noor", member: "Ada")
    let key = try ReplicaKey.load(at: folder.path("ben.key"), creating: true)
    let invitation = try await ada.enrol(
      Replication.request(of: key), as: .writer, member: "Ben")
    let ben = try Replication.join(
      at: folder.path("ben"), schema: schema, key: key, invitation: invitation)
    try await shared.close()

    let opened = try own.open()
    #expect(opened.stores.count == 2 && opened.shared.count == 1)
    let babies = AllBabies(opened.stores)
    #expect(babies.list.map(\.id) == [mina, noor])
    #expect(babies.store(of: noor) === opened.shared[0].store)
    #expect(babies.store(of: UUID()) == nil)
    try await SeveralStores.write(babies, noor, FeedSession(baby: noor, start: Date()))

    let drive = folder.path("drive")
    let following = Task { try await SeveralStores.follow(opened.shared, drive) }
    let reading = Task { try await ben.follow(FolderPeer(at: drive), every: .milliseconds(10)) }
    for try await count in ben.store.values({ try $0.entities(of: FeedSession.self).count })
    where count == 1 { break }
    #expect(
      try ben.store.read { try $0.entities(of: BabyProfile.self).map(\.id.rawValue) } == [noor])
    for task in [following, reading] {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    try await SeveralStores.leave(opened.shared[0].store, own)
    #expect(FileManager.default.fileExists(atPath: own.place("mina.daybook")))
    #expect(!FileManager.default.fileExists(atPath: own.place("noor.daybook")))
  }
}
