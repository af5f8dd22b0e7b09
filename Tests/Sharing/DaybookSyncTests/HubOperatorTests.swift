import Daybook
import DaybookHub
import DaybookTesting
import Foundation
import Testing

@testable import DaybookSync

/// What whoever runs a hub is told: each failure of its files once, until the hub can use them
/// again.
struct HubOperatorTests {
  /// Another process of a house's hub, and what it tells.
  private final class WatchedHub {
    let hub: Hub
    private let told: AsyncStream<HubFailure>
    private let telling: AsyncStream<HubFailure>.Continuation

    init(of house: HubHouse) throws {
      house.hub.close()
      let (told, telling) = AsyncStream.makeStream(of: HubFailure.self)
      (self.told, self.telling) = (told, telling)
      hub = try Hub(
        at: house.path, name: "our Pi", failed: { telling.yield($0) },
        now: { [clock = house.members.clock] in clock.now })
    }

    /// Exchanges with it once. Returns what kept the member from it.
    func exchange(_ member: Replication, _ text: HubText) async throws -> SyncError? {
      try await member.exchange(with: HubPeer(text, for: member, over: hub)).failure
    }

    /// All that it told.
    func failures() async -> [HubFailure] {
      telling.finish()
      return await told.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `two spaces that fail in turn are told of once each`() async throws {
    let house = try await HubHouse()
    let (ada, other) = (house.members.first, try await SyncHouse.founded())
    let spaces = [ada, other.first].map(\.store.space)
    let stores = spaces.map { "\(house.path)/spaces/\($0.uuidString.lowercased())" }
    for member in [ada, other.first] {
      #expect(try await member.exchange(with: house.peer(member)).failure == nil)
    }
    house.hub.close()
    for store in stores { #expect(truncate(store + "/data.mdb", 8192) == 0) }
    let watched = try WatchedHub(of: house)
    for _ in 0..<3 {
      for member in [ada, other.first] {
        #expect(try await watched.exchange(member, house.text)?.code == .peer)
      }
    }
    let failures = await watched.failures()
    #expect(failures.compactMap(\.space) == spaces)
    #expect(zip(failures, stores).allSatisfy { $0.message.contains($1) }, "\(failures)")
  }

  @Test func `a folder beside the stores is told of once, and again after it was mended`()
    async throws
  {
    let house = try await HubHouse()
    let ada = house.members.first
    let watched = try WatchedHub(of: house)
    #expect(try await watched.exchange(ada, house.text) == nil)
    let kept = house.path + "/kept"
    for _ in 0..<2 {
      try FileManager.default.moveItem(atPath: kept, toPath: kept + " aside")
      try Data().write(to: URL(fileURLWithPath: kept))
      for _ in 0..<3 {
        #expect(try await watched.exchange(ada, house.text)?.code == .peer)
      }
      try FileManager.default.removeItem(atPath: kept)
      try FileManager.default.moveItem(atPath: kept + " aside", toPath: kept)
      #expect(try await watched.exchange(ada, house.text) == nil)
    }
    let failures = await watched.failures()
    let space = ada.store.space
    #expect(failures.compactMap(\.space) == [space, space])
    #expect(failures.allSatisfy { $0.message.contains(kept) }, "\(failures)")
  }

  @Test func `letters that cannot be read are told of once, though all else is answered`()
    async throws
  {
    let house = try await HubHouse()
    let ada = house.members.first
    let watched = try WatchedHub(of: house)
    #expect(try await watched.exchange(ada, house.text) == nil)
    let hub = watched.hub
    let link = try await HubPeer(house.text, for: ada, over: hub).invite()
    let mail = house.path + "/mail"
    try FileManager.default.moveItem(atPath: mail, toPath: mail + " aside")
    try Data().write(to: URL(fileURLWithPath: mail))
    for _ in 0..<3 {
      // Not that the link was closed, which nobody knows.
      let failure = await #expect(throws: SyncError.self) {
        try await HubPeer.invitation(with: link, over: hub)
      }
      #expect(failure?.code == .peer)
      #expect(try await watched.exchange(ada, house.text) == nil)
    }
    // Whoever asks for spaces that there are not fills no log.
    for _ in 0..<3 {
      let other = JoinLink(to: UUID(), by: house.text)
      await #expect(throws: SyncError.self) {
        try await HubPeer.invitation(with: other, over: hub)
      }
    }
    let failures = await watched.failures()
    let spaces: [UUID?] = [ada.store.space, nil]
    #expect(failures.map(\.space) == spaces, "\(failures)")
    #expect(failures.allSatisfy { $0.message.contains(mail) }, "\(failures)")
  }

  @Test func `spaces that cannot be made are told of once, however many they are`() async throws {
    let house = try await HubHouse()
    let watched = try WatchedHub(of: house)
    let spaces = house.path + "/spaces"
    try? FileManager.default.removeItem(atPath: spaces)
    try Data().write(to: URL(fileURLWithPath: spaces))
    for _ in 0..<3 {
      let other = try await SyncHouse.founded()
      #expect(try await watched.exchange(other.first, house.text)?.code == .peer)
    }
    let failures = await watched.failures()
    #expect(failures.count == 1 && failures.compactMap(\.space).isEmpty, "\(failures)")
  }

  @Test func `that spaces cannot be made is told again after one could be made`() async throws {
    let house = try await HubHouse()
    let watched = try WatchedHub(of: house)
    let (spaces, files) = (house.path + "/spaces", FileManager.default)
    for turn in 1...2 {
      if files.fileExists(atPath: spaces) {
        try files.moveItem(atPath: spaces, toPath: "\(spaces) \(turn)")
      }
      try Data().write(to: URL(fileURLWithPath: spaces))
      let other = try await SyncHouse.founded()
      #expect(try await watched.exchange(other.first, house.text)?.code == .peer)
      try files.removeItem(atPath: spaces)
      #expect(try await watched.exchange(other.first, house.text) == nil)
    }
    let failures = await watched.failures()
    #expect(failures.count == 2 && failures.compactMap(\.space).isEmpty, "\(failures)")
  }

  @Test func `a directory that is gone is told of once for all spaces`() async throws {
    let house = try await HubHouse()
    let (ada, other) = (house.members.first, try await SyncHouse.founded())
    let watched = try WatchedHub(of: house)
    for member in [ada, other.first] {
      #expect(try await watched.exchange(member, house.text) == nil)
    }
    try FileManager.default.moveItem(atPath: house.path, toPath: house.path + " aside")
    for _ in 0..<2 {
      for member in [ada, other.first] {
        #expect(try await watched.exchange(member, house.text)?.code == .peer)
      }
    }
    let failures = await watched.failures()
    #expect(failures.count == 1 && failures.compactMap(\.space).isEmpty, "\(failures)")
    #expect(failures.first?.message.hasPrefix("\(house.path) is gone") == true)
  }
}
