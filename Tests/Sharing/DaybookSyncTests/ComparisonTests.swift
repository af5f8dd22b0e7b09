import Daybook
import DaybookSync
import Foundation
import TemporaryFolders
import Testing

struct ComparisonTests {
  /// A founder and a member who have exchanged, with something from each.
  private func pair() async throws -> (house: SyncHouse, second: Replication) {
    let house = try await SyncHouse.founded()
    let second = try await house.join("ben")
    try await house.add("bread", to: house.first)
    try await second.exchange(with: peer(house))
    try await house.add("milk", to: second)
    try await second.exchange(with: peer(house))
    return (house, second)
  }

  private func peer(_ house: SyncHouse) -> StorePeer { StorePeer(house.first, name: "first") }

  /// A member's store closed and opened with another schema.
  private func reopened(
    _ second: Replication, _ house: SyncHouse, _ schema: Schema, readsSamples: Bool = true
  ) async throws -> EventStore {
    try await second.store.close()
    var options = SyncHouse.options(house.clock)
    options.readsSamples = readsSamples
    return try EventStore.open(at: house.folder.path("ben"), schema: schema, options: options)
  }

  /// A copy of a store's directory.
  private func copy(_ name: String, as other: String, _ house: SyncHouse) throws -> EventStore {
    try FileManager.default.copyItem(
      atPath: house.folder.path(name), toPath: house.folder.path(other))
    return try house.open(other)
  }

  @Test func `two that have exchanged are equal`() async throws {
    let (house, second) = try await pair()
    let comparison = try house.first.store.compare(with: second.store)
    #expect(comparison.isEqual)
    #expect(comparison.common == 4)
    #expect(comparison.differences.isEmpty && comparison.notCompared.isEmpty)
  }

  @Test func `who lacks what is said of each writer`() async throws {
    let (house, second) = try await pair()
    for name in ["eggs", "tea"] { try await house.add(name, to: house.first) }
    try await house.add("salt", to: second)
    let comparison = try house.first.store.compare(with: second.store)
    #expect(!comparison.isEqual)
    #expect(comparison.common == 4)
    let (own, other) = (try house.first.replica(), try second.replica())
    let found = Set(comparison.differences.map { [$0.code.rawValue, "\($0.sequences!)"] })
    #expect(found == [["behind", "4...5"], ["ahead", "2...2"]])
    #expect(Set(comparison.differences.map(\.replica)) == [own, other])
    #expect(comparison.notCompared.map(\.code) == [.otherTransactions])
    let back = try second.store.compare(with: house.first.store)
    #expect(Set(back.differences.map(\.code)) == [.ahead, .behind])
  }

  @Test func `what a peer lacks and was purged takes a snapshot`() async throws {
    let (house, second) = try await pair()
    for name in ["eggs", "tea"] { try await house.add(name, to: house.first) }
    try await house.first.setFrontier(house.first.vector())
    try house.first.purgeAll()
    let comparison = try house.first.store.compare(with: second.store)
    let finding = try #require(comparison.differences.first)
    #expect(comparison.differences.map(\.code) == [.behind])
    #expect(finding.message.contains("snapshot"))
    // What both have is vouched for by signatures, purged or not.
    #expect(comparison.notCompared.map(\.code) == [.otherTransactions])
  }

  @Test func `a purged store and a whole one are equal`() async throws {
    let (house, second) = try await pair()
    try await house.first.setFrontier(house.first.vector())
    try await second.exchange(with: peer(house))
    try await house.first.exchange(with: StorePeer(second, name: "second"))
    #expect(try house.first.purgeAll().transactions > 0)
    let comparison = try house.first.store.compare(with: second.store)
    #expect(comparison.isEqual, "\(comparison.differences)")
    #expect(comparison.notCompared.isEmpty)
  }

  @Test func `what was purged before anybody signed it cannot be compared`() async throws {
    let house = try await SyncHouse()
    for name in ["bread", "milk"] { try await house.add(name, to: house.first) }
    let store = house.first.store
    try await store.purge(before: store.read { try $0.token() })
    let other = try copy("first", as: "copy", house)
    let comparison = try store.compare(with: other)
    #expect(comparison.isEqual)
    #expect(comparison.notCompared.map(\.code) == [.purged])
    #expect(comparison.notCompared.map(\.sequences) == [1...2])
  }

  @Test func `two copies that wrote on as one replica are a fork from where they differ`()
    async throws
  {
    let (house, second) = try await pair()
    let other = try copy("ben", as: "copy", house)
    try await house.add("eggs", to: second)
    try await second.exchange(with: peer(house))
    for name in ["tea", "salt"] {
      try await other.append { try $0.append(ItemEvent.added(name: name), to: UUID()) }
    }
    let comparison = try other.compare(with: house.first.store)
    let fork = try #require(comparison.differences.first { $0.code == .fork })
    #expect(try fork.replica == second.replica())
    #expect(fork.sequences == 2...2)
    #expect(comparison.differences.map(\.code) == [.behind, .fork])
  }

  @Test func `stores of two spaces have nothing in common`() async throws {
    let house = try await SyncHouse.founded()
    let other = try await SyncHouse.founded()
    let comparison = try house.first.store.compare(with: other.first.store)
    #expect(comparison.differences.map(\.code) == [.otherSpace])
    #expect(comparison.common == 0)
  }

  @Test func `a folder is compared by what is in its files`() async throws {
    let (house, second) = try await pair()
    let drive = house.folder.url.appendingPathComponent("drive")
    try await house.first.exchange(with: FolderPeer(at: drive.path))
    var comparison = try await second.store.compare(with: FolderPeer(at: drive.path))
    #expect(comparison.isEqual && comparison.common == 4)
    #expect(comparison.notCompared.map(\.code) == [.noViews])
    try await house.add("eggs", to: second)
    comparison = try await second.store.compare(with: FolderPeer(at: drive.path))
    #expect(comparison.differences.map(\.code) == [.behind])
    #expect(comparison.differences.map(\.sequences) == [2...2])
    try await second.exchange(with: FolderPeer(at: drive.path))
    comparison = try await house.first.store.compare(with: FolderPeer(at: drive.path))
    #expect(comparison.differences.map(\.code) == [.ahead])
    // It lacks nothing: it is another folder.
    let empty = FolderPeer(at: house.folder.path("empty"))
    comparison = try await house.first.store.compare(with: empty)
    #expect(comparison.differences.map(\.code) == [.otherSpace])
  }

  @Test func `two branches in a folder are a fork, also where nobody has the second one`()
    async throws
  {
    let (house, second) = try await pair()
    let drive = house.folder.url.appendingPathComponent("drive")
    try FileManager.default.copyItem(
      atPath: house.folder.path("ben.key"), toPath: house.folder.path("copy.key"))
    let copied = try Replication(
      of: try copy("ben", as: "copy", house), key: house.key("copy"))
    try await second.exchange(with: FolderPeer(at: drive.path))
    try await house.add("eggs", to: second)
    try await second.exchange(with: FolderPeer(at: drive.path))
    for name in ["tea", "salt"] { try await house.add(name, to: copied) }
    // In a folder where it does not see what the other one has put, which becomes one with it.
    let apart = house.folder.url.appendingPathComponent("apart")
    try await copied.exchange(with: FolderPeer(at: apart.path))
    for file in try FileManager.default.subpathsOfDirectory(atPath: apart.path)
    where file.hasSuffix(".dbs") {
      try FileManager.default.copyItem(
        at: apart.appendingPathComponent(file), to: drive.appendingPathComponent(file))
    }
    let comparison = try await second.store.compare(with: FolderPeer(at: drive.path))
    let fork = try #require(comparison.differences.first { $0.code == .fork })
    #expect(try fork.replica == second.replica())
    #expect(fork.sequences == 2...2)
  }

  @Test func `views of another schema are not compared`() async throws {
    let (house, second) = try await pair()
    let other = try await reopened(
      second, house,
      Schema().entity(Item.self).projection(NewerItems()).projection(MoreItems()))
    let comparison = try house.first.store.compare(with: other)
    #expect(comparison.isEqual)
    #expect(comparison.notCompared.map(\.code) == [.otherSchema, .otherSchema])
    #expect(comparison.notCompared.map(\.view) == ["moreItems", "openItems"])
  }

  @Test func `a view of another zone database is not compared, and the words say what to do`()
    async throws
  {
    let (house, second) = try await pair()
    let other = try await reopened(
      second, house, Schema().entity(Item.self).projection(ClockItems()))
    let comparison = try house.first.store.compare(with: other)
    #expect(comparison.isEqual)
    #expect(comparison.notCompared.map(\.code) == [.otherSchema])
    #expect(
      comparison.notCompared.map(\.message) == [
        "the two make the view openItems with other parameters, such as another time zone, by other "
          + "versions of the app, or by other zone databases: give both the same parameters, then the "
          + "same version, then update the older system"
      ])
  }

  @Test func `views that left something out are not compared`() async throws {
    let (house, second) = try await pair()
    let other = try await reopened(second, house, Schema().entity(PickyItem.self))
    _ = try other.requeue()
    let comparison = try house.first.store.compare(with: other)
    #expect(comparison.isEqual)
    #expect(comparison.notCompared.map(\.code).contains(.quarantine))
  }

  @Test func `other rows of the same transactions are told`() async throws {
    let (house, second) = try await pair()
    let other = try await reopened(
      second, house, Schema().entity(Item.self).projection(LoudItems()), readsSamples: false)
    try await other.rebuild()
    let comparison = try house.first.store.compare(with: other)
    #expect(comparison.differences.map(\.code) == [.otherRows])
    #expect(comparison.differences.map(\.view) == ["openItems"])
  }
}

/// A view as `OpenItems`, of a newer version of the app.
private struct NewerItems: Index {
  static let name = "openItems"
  static let revision = 2
  static func key(_ item: Stamped<Item>) -> Key2<String, ID<Item>>? {
    Key2(item.name, item.id)
  }
}

/// A view as `OpenItems`, with what another zone database knows of the clocks.
private struct ClockItems: Index {
  static let name = "openItems"
  var dataVersion: String { "other changes" }
  static func key(_ item: Stamped<Item>) -> Key2<String, ID<Item>>? {
    item.isBought ? nil : Key2(item.name, item.id)
  }
}

private struct MoreItems: Index {
  static let name = "moreItems"
  static func key(_ item: Stamped<Item>) -> Key2<String, ID<Item>>? {
    Key2(item.name, item.id)
  }
}

/// Items of an app that cannot fold milk.
private struct PickyItem: Entity, CodablePayload {
  static let kind = "item"
  static let revision = 2
  var name: String

  struct Refusal: Error {}

  static func fold(_ item: inout PickyItem?, _ event: PickyEvent) throws {
    if case .added(let name) = event {
      if name == "milk" { throw Refusal() }
      item = PickyItem(name: name)
    }
  }
}

private enum PickyEvent: CodableEntityEvent {
  static let type = EventType("item.event")
  case added(name: String)
  case named(String)
  case bought
}

/// A view that makes other rows and does not say so.
private struct LoudItems: Index {
  static let name = "openItems"
  static func key(_ item: Stamped<Item>) -> Key2<String, ID<Item>>? {
    item.isBought ? nil : Key2(item.name.uppercased(), item.id)
  }
}
