// snippet: scenario
import Daybook
import DaybookTesting
import Testing

struct GroceryTests {
  private let rice = ID<Grocery>.timeOrdered()

  @Test func `what was bought is not to be bought`() throws {
    let rows = try Scenario(schema: .groceries)
      .given { [rice] in try $0.append(.added(name: "rice", aisle: "dry"), to: rice) }
      .when { [rice] in try $0.append(.bought, to: rice) }
      .then { try $0.rows(ToBuy.all).count }
    #expect(rows == 0)
  }
}
// end

// snippet: fold-alone
struct GroceryFoldTests {
  @Test func `what was moved lies in the other aisle`() {
    var item: Grocery?
    Grocery.fold(&item, .added(name: "rice", aisle: "dry"))
    Grocery.fold(&item, .moved(aisle: "front"))
    #expect(item?.aisle == "front")
  }
}
// end

// snippet: laws
struct ToBuyTests {
  @Test func `rows do not depend on the order of arrival`() throws {
    let (rice, milk) = (ID<Grocery>.timeOrdered(), ID<Grocery>.timeOrdered())
    let laws = ProjectionLaws(
      schema: .groceries,
      transactions: [
        { try $0.append(.added(name: "rice", aisle: "dry"), to: rice) },
        { try $0.append(.added(name: "milk", aisle: "cold"), to: milk) },
        { try $0.append(.moved(aisle: "front"), to: rice) },
        { try $0.append(.bought, to: milk) },
        { try $0.append(.removed, to: rice) },
      ])
    let violations = try laws.violations(seed: 7).map(\.description)
    #expect(violations == [])
  }
}
// end

// snippet: stored-format
struct StoredFormatTests {
  @Test func `what the app stores is what it stored`() throws {
    let rice = ID<Grocery>(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
    let check = StoredFormatCheck(
      schema: .groceries,
      transactions: [
        { try $0.append(.added(name: "rice", aisle: "dry"), to: rice) },
        { try $0.append(.moved(aisle: "front"), to: rice) },
        { try $0.append(.bought, to: rice) },
        { try $0.append(.removed, to: rice) },
      ])
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("StoredFormat.txt").path
    let differences = try check.differences(from: file)
    #expect(differences == [])
  }
}
// end

// snippet: clock
struct ClockTests {
  @Test func `a transaction has the time of the clock`() throws {
    let clock = TestClock()
    let store = try EventStore.temporary(schema: .groceries, options: clock.options)
    clock.advance(by: 60)
    try store.append {
      try $0.append(.added(name: "rice", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    let time = try store.read { try $0.transaction(1)?.wallTime }
    #expect(time == clock.now)
  }
}
// end

// snippet: two-devices
struct TwoDeviceTests {
  private let clock = TestClock()

  /// Not `clock.options`: identifiers that count would make both devices one replica.
  private func device() throws -> EventStore {
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    return try EventStore.temporary(schema: .groceries, options: options)
  }

  /// What is there already counts once.
  private func send(_ one: EventStore, to other: EventStore) async throws {
    for transaction in try one.read({ try $0.transactions() }) {
      if let message = try one.read({ try $0.message(of: transaction.number) }) {
        try await other.absorb(message)
      }
    }
  }

  @Test func `an edit that arrives late does not win over a later one`() async throws {
    let (phone, tablet, rice) = (try device(), try device(), ID<Grocery>.timeOrdered())
    try await phone.append { try $0.append(.added(name: "rice", aisle: "dry"), to: rice) }
    try await send(phone, to: tablet)
    clock.advance(by: 60)
    try await tablet.append { try $0.append(.moved(aisle: "front"), to: rice) }
    clock.advance(by: 60)
    try await phone.append { try $0.append(.moved(aisle: "sale"), to: rice) }
    try await send(tablet, to: phone)
    try await send(phone, to: tablet)
    for device in [phone, tablet] {
      let aisle = try device.read { try $0.entity(rice)?.aisle }
      #expect(aisle == "sale")
    }
    #expect(try phone.digests() == tablet.digests())
  }
}
// end

// snippet: faults
struct FullDiskTests {
  @Test func `a full disk loses nothing, and the store goes on`() throws {
    let faults = FaultPlan()
    var options = StoreOptions()
    faults.install(in: &options)
    let store = try EventStore.temporary(schema: .groceries, options: options)
    let event = Grocery.Event.added(name: "rice", aisle: "dry")
    faults.failNextCommit(.diskFull)
    let error = #expect(throws: StoreError.self) {
      try store.append { try $0.append(event, to: .timeOrdered()) }
    }
    #expect(error?.code == .diskFull)
    try store.append { try $0.append(event, to: .timeOrdered()) }
  }
}
// end
