import DaybookMacros
import DaybookSync
import Foundation
import Pantry
import Testing

struct ShareTests {
  @Test func `a list that two phones change apart is the same on both`() async throws {
    let own = try household("Ada")
    let list = try await own.makeList("Saturday")
    let milk = try await own.add("milk", to: list)
    let phones = try await Phones(own)
    try await phones.meet()
    let (ada, ben) = (phones.ada.household, phones.ben.household)
    #expect(try ben.texts(of: list) == ["milk"])
    // Both are offline.
    try await ada.change(milk, .renamed("oat milk"))
    try await ada.add("rice", to: list)
    try await ben.buy(milk)
    try await ben.add("leeks", to: list)
    try await phones.meet()
    for phone in [ada, ben] {
      #expect(try phone.texts(of: list) == ["leeks", "rice", "oat milk"])
    }
    #expect(try ada.store.compare(with: ben.store).isEqual)
    #expect(try ada.store.digests() == ben.store.digests())
  }

  @Test func `each person takes back his own, from his own phone`() async throws {
    let own = try household("Ada")
    let list = try await own.makeList("Saturday")
    let phones = try await Phones(own)
    try await phones.meet()
    let (ada, ben) = (phones.ada.household, phones.ben.household)
    try await ada.add("milk", to: list)
    try await ben.add("rice", to: list)
    try await phones.meet()
    try await ben.change(list, .deleted)
    try await phones.meet()
    #expect(try ada.texts(of: list) == [])
    try await ben.undo()
    try await ada.undo()
    try await phones.meet()
    for phone in [ada, ben] { #expect(try phone.texts(of: list) == ["rice"]) }
  }

  @Test func `two lists of one name are both there, and told, until one is renamed`() async throws {
    let phones = try await Phones(try household("Ada"))
    try await phones.meet()
    let (ada, ben) = (phones.ada.household, phones.ben.household)
    _ = try await ada.makeList("Party")
    let other = try await ben.makeList("party")
    try await phones.meet()
    for phone in [ada, ben] {
      let twice = try phone.store.read { try $0.view(ListNames.self).duplicates().count }
      #expect(twice == 1)
    }
    try await ben.change(other, .deleted)
    try await phones.meet()
    for phone in [ada, ben] {
      let twice = try phone.store.read { try $0.view(ListNames.self).duplicates().count }
      #expect(twice == 0)
    }
  }

  @Test func `a phone that starts again goes on where it was`() async throws {
    let own = try household("Ada")
    let list = try await own.makeList("Saturday")
    let phones = try await Phones(own)
    try await phones.meet()
    try await phones.ben.household.store.close()
    let ben = try SharedHousehold.open(
      at: phones.folder.appendingPathComponent("ben").path, person: "Ben",
      key: phones.folder.appendingPathComponent("ben.key").path)
    #expect(!ben.replication.wasMinted)
    try await ben.household.add("rice", to: list)
    let drive = phones.folder.appendingPathComponent("drive").path
    try await ben.exchange(over: drive)
    try await phones.ada.exchange(over: drive)
    #expect(try phones.ada.household.texts(of: list) == ["rice"])
  }

  @Test func `FG-4: relations are whole on a member's phone, and after it was installed anew`()
    async throws
  {
    let filled = try await FilledPantry(household("Ada"))
    let phones = try await Phones(filled.household)
    try await phones.meet()
    let ben = phones.ben.household
    #expect(try ben.records() == filled.household.records())
    try await ben.change(filled.dinner, .served(6))
    try await ben.shop(for: filled.week, onto: filled.list)
    try await phones.meet()
    try await ben.store.close()
    let again = try await phones.join(of: "Ben", named: "new").household
    #expect(try again.records() == filled.household.records())
    #expect(try again.texts(of: filled.list) == ["3 cups cream", "1.2 kg leeks", "salt"])
    try await again.takeBack(filled.week, from: filled.list)
    #expect(try again.texts(of: filled.list) == [])
  }
}
