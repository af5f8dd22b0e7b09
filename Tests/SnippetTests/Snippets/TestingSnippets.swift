// snippet: scenario
import Daybook
import DaybookTesting
import Testing

@Suite struct GroceryTests {
  private let rice = UUID()

  @Test func `what was bought is not to be bought`() throws {
    let rows = try Scenario(schema: .groceries)
      .given { [rice] in try $0.append(Grocery.Event.added(name: "rice", aisle: "dry"), to: rice) }
      .when { [rice] in try $0.append(Grocery.Event.bought, to: rice) }
      .then { try $0.view(ToBuy.self).rows(ToBuy.items).count }
    #expect(rows == 0)
  }
}
// end

// snippet: fold-alone
@Suite struct GroceryFoldTests {
  @Test func `what was moved lies in the other aisle`() {
    var item: Grocery?
    Grocery.fold(&item, .added(name: "rice", aisle: "dry"))
    Grocery.fold(&item, .moved(aisle: "front"))
    #expect(item?.aisle == "front")
  }
}
// end

// snippet: laws
@Suite struct ToBuyTests {
  @Test func `rows do not depend on the order of arrival`() throws {
    let (rice, milk) = (UUID(), UUID())
    let laws = ProjectionLaws(
      schema: .groceries,
      transactions: [
        { try $0.append(Grocery.Event.added(name: "rice", aisle: "dry"), to: rice) },
        { try $0.append(Grocery.Event.added(name: "milk", aisle: "cold"), to: milk) },
        { try $0.append(Grocery.Event.moved(aisle: "front"), to: rice) },
        { try $0.append(Grocery.Event.bought, to: milk) },
        { try $0.append(Grocery.Event.removed, to: rice) },
      ])
    let violations = try laws.violations(seed: 7).map(\.description)
    #expect(violations == [])
  }
}
// end

// snippet: stored-format
@Suite struct StoredFormatTests {
  @Test func `what the app stores is what it stored`() throws {
    let rice = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let check = StoredFormatCheck(
      schema: .groceries,
      transactions: [
        { try $0.append(Grocery.Event.added(name: "rice", aisle: "dry"), to: rice) },
        { try $0.append(Grocery.Event.moved(aisle: "front"), to: rice) },
        { try $0.append(Grocery.Event.bought, to: rice) },
        { try $0.append(Grocery.Event.removed, to: rice) },
      ])
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("StoredFormat.txt").path
    let differences = try check.differences(from: file)
    #expect(differences == [])
  }
}
// end

// snippet: clock
@Suite struct ClockTests {
  @Test func `a transaction has the time of the clock`() throws {
    let clock = TestClock()
    let store = try EventStore.temporary(schema: .groceries, options: clock.options)
    clock.advance(by: 60)
    try store.append {
      try $0.append(Grocery.Event.added(name: "rice", aisle: "dry"), to: UUID())
    }
    let time = try store.read { try $0.transaction(1)?.wallTime }
    #expect(time == clock.now)
  }
}
// end

// snippet: faults
@Suite struct FullDiskTests {
  @Test func `a full disk loses nothing, and the store goes on`() throws {
    let faults = FaultPlan()
    var options = StoreOptions()
    faults.install(in: &options)
    let store = try EventStore.temporary(schema: .groceries, options: options)
    let event = Grocery.Event.added(name: "rice", aisle: "dry")
    faults.failNextCommit(.diskFull)
    let error = #expect(throws: StoreError.self) {
      try store.append { try $0.append(event, to: UUID()) }
    }
    #expect(error?.code == .diskFull)
    try store.append { try $0.append(event, to: UUID()) }
  }
}
// end
