import DaybookHub
import DaybookMacros
import DaybookSync
import Foundation
import Pantry
import Testing

struct HouseholdHubTests {
  @Test func `phones that are never on together have the same lists by way of a hub`() async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pantry-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func place(_ name: String) -> String { folder.appendingPathComponent(name).path }
    // In a test the hub is an object; over a network `daybookctl sync serve` runs it.
    let hub = try Hub(at: place("hub"), name: "our Pi")
    let text = hub.text(at: ["https://pi.local:4711"])

    let filled = try await FilledPantry(household("Ada"))
    let ada = try await SharedHousehold.share(filled.household, as: "Home", key: place("ada.key"))
    let adas = ada.hub(text, over: hub)
    try await ada.exchange(with: adas)
    // Ada sends a link, and Ben's phone asks with it.
    let link = try JoinLink("\(try await adas.invite())")
    let key = try ReplicaKey.load(at: place("ben.key"), creating: true)
    let asked = try await HubPeer.ask(with: link, key: key, device: "Ben's phone", over: hub)
    let request = try #require(try await adas.request(with: link))
    #expect(request.request.checkDigits == asked.request.checkDigits)
    try await ada.admit(request, with: link, of: "Ben", at: adas)
    let invitation = try #require(try await HubPeer.invitation(with: link, over: hub))
    let ben = try SharedHousehold.join(
      invitation, at: place("ben"), person: "Ben", key: place("ben.key"))
    let bens = ben.hub(text, over: hub)
    #expect(try await ben.exchange(with: bens).failure == nil)
    #expect(try ben.household.records() == ada.household.records())

    // Each is on while the other is off.
    try await ben.household.shop(for: filled.week, onto: filled.list)
    try await ben.exchange(with: bens)
    try await ada.household.add("bread", to: filled.list)
    try await ada.exchange(with: adas)
    try await ben.exchange(with: bens)
    #expect(try ada.household.texts(of: filled.list).contains("bread"))
    #expect(try ben.household.texts(of: filled.list) == ada.household.texts(of: filled.list))
    #expect(try ada.household.store.digests() == ben.household.store.digests())

    // A phone that is lost hears no more, and the hub keeps what the rest writes.
    try await ada.replication.revoke(try ben.replication.replica())
    try await ada.exchange(with: adas)
    #expect(try await ben.exchange(with: bens).failure?.code == .revoked)
  }
}
