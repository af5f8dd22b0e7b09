import Daybook
import DaybookSync
import DaybookTesting
import TemporaryFolders
import Testing

/// A thing on a shared list.
struct Item: Entity, CodablePayload {
  static let kind = "item"
  /// Random members edit what nobody made.
  static let takesEventsBeforeCreation = true
  var name: String
  var isBought = false
  var note = ""
  var picture: Daybook.Attachment?

  /// Half a megabyte.
  static let long = String(repeating: "milk ", count: 100_000)

  static func fold(_ item: inout Item?, _ event: ItemEvent) {
    switch event {
    case .added(let name): if item == nil { item = Item(name: name) }
    case .named(let name): item?.name = name
    case .bought: item?.isBought = true
    case .noted(let note): item?.note = note
    case .pictured(let picture): item?.picture = picture
    }
  }
}

enum ItemEvent: CodableEntityEvent {
  static let type = EventType("item.event")
  case added(name: String)
  case named(String)
  case bought
  case noted(String)
  case pictured(Daybook.Attachment)
}

struct OpenItems: Index {
  static let name = "openItems"
  static func key(_ item: Stamped<Item>) -> Key2<String, ID<Item>>? {
    item.isBought ? nil : Key2(item.name, item.id)
  }
}

/// Members of a space, each with a key and a store of its own, on one clock.
final class SyncHouse {
  static let schema = Schema().entity(Item.self).projection(OpenItems())

  let folder: TemporaryFolder
  let clock = TestClock()
  /// The founder's.
  let first: Replication

  init() async throws {
    folder = try TemporaryFolder(inMemory: true)
    let key = try ReplicaKey.load(at: folder.path("first.key"), creating: true)
    let store = try EventStore.open(
      at: folder.path + "/first", schema: Self.schema, options: Self.options(clock))
    first = try Replication(of: store, key: key)
  }

  /// A house whose space is created.
  static func founded() async throws -> SyncHouse {
    let house = try await SyncHouse()
    try await house.first.createSpace(named: "Kitchen", member: "Ada")
    return house
  }

  static func options(_ clock: TestClock, ahead seconds: TimeInterval = 0) -> StoreOptions {
    var options = StoreOptions()
    options.now = { clock.now.addingTimeInterval(seconds) }
    return options
  }

  /// Opens the store of a name.
  func open(_ name: String, _ options: StoreOptions? = nil) throws -> EventStore {
    try EventStore.open(
      at: folder.path(name), schema: Self.schema, options: options ?? Self.options(clock))
  }

  func key(_ name: String) throws -> ReplicaKey {
    try ReplicaKey.load(at: folder.path("\(name).key"), creating: true)
  }

  /// Makes the store of a name with an invitation.
  func join(_ name: String, key: ReplicaKey, _ invitation: Invitation) throws -> Replication {
    try Replication.join(
      at: folder.path(name), schema: Self.schema, key: key, invitation: invitation,
      options: Self.options(clock))
  }

  /// Another member's store, which has joined and has nothing yet.
  func join(
    _ name: String, as role: SpaceRole = .writer, limit: PageLimit = .standard
  ) async throws -> Replication {
    let key = try key(name)
    let request = Replication.request(of: key)
    let invitation = try await first.enrol(
      EnrolmentRequest("\(request)"), as: role, member: name)
    let joined = try join(name, key: key, Invitation("\(invitation)"))
    return try Replication(of: joined.store, key: key, limit: limit)
  }

  @discardableResult
  func add(_ name: String, to replication: Replication) async throws -> UUID {
    clock.advance(by: 1)
    let id = UUID()
    try await replication.store.append { try $0.append(ItemEvent.added(name: name), to: id) }
    return id
  }

  /// Puts a snapshot of some chunks into a shared folder, which stand for files that are gone.
  /// Returns the paths of the chunks.
  func putSnapshotOfChunks(in folder: () throws -> FolderPeer) async throws -> [String] {
    for number in 0..<4 {
      let id = try await add("\(number)", to: first)
      try await first.store.append { try $0.append(ItemEvent.noted(Item.long), to: id) }
    }
    try await first.setFrontier(first.vector())
    try first.purgeAll()
    try await first.exchange(with: folder())
    let manifest = try await first.snapshot().manifest
    #expect(manifest.chunks.count > 1)
    return manifest.chunks.map { hash in
      let name = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ".chunk"
      return "\(first.store.space.uuidString.lowercased())/snapshot/1/\(name)"
    }
  }

  func names(_ replication: Replication) throws -> [String] {
    try replication.store.read { try $0.rows(OpenItems.all).map(\.key.first) }
  }

  func digests(_ replication: Replication) throws -> [String: Digest] {
    try replication.store.digests()
  }
}

extension Replication {
  /// Purges all that is final, whoever lacks it.
  @discardableResult
  func purgeAll() throws -> PurgeResult {
    try store.purge(before: store.read { try $0.token() }, forced: true)
  }
}
