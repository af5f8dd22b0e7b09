import DaybookMacros
import DaybookTesting
import Pantry
import Synchronization
import Testing

/// Identifiers that count, each device its own, and which of them were drawn.
final class DrawnIDs: Sendable {
  private let state = Mutex<(count: UInt64, drawn: [UUID])>((0, []))
  private let device: UInt8

  init(device: UInt8) { self.device = device }

  @Sendable func next() -> UUID {
    state.withLock { state in
      state.count += 1
      let (high, low) = (UInt8(state.count >> 8 & 255), UInt8(state.count & 255))
      let id = UUID(uuid: (device, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, high, low))
      state.drawn.append(id)
      return id
    }
  }

  /// The newest ones, in the order in which they were drawn.
  func last(_ count: Int) -> [UUID] { state.withLock { $0.drawn.suffix(count) } }
}

/// A device with its store, and what the model says of it.
struct LawPhone {
  let household: Household
  let ids: DrawnIDs
  var model = NaivePantry()
  /// How many of the transactions here the other device has been told.
  var told = 0

  init(_ person: String, device: UInt8, _ clock: TestClock) throws {
    ids = DrawnIDs(device: device)
    var options = StoreOptions()
    options.now = { clock.now }
    // Each device is a replica of its own, and the same one whenever a seed is run again.
    options.makeID = DrawnIDs(device: 100 + device).next
    household = Household(
      store: try .temporary(schema: .pantry, options: options), person: person, makeID: ids.next)
  }

  /// The same device in the hands of somebody else.
  func household(of person: String) -> Household {
    Household(store: household.store, person: person, makeID: ids.next)
  }

  /// How many transactions there are.
  var count: UInt64 { get throws { try household.store.read { try $0.token().number } } }

  /// What the export says, without what follows from the rest.
  func records() throws -> [(id: UUID, thing: NaiveThing)] {
    try household.records().map { record in
      var thing = NaiveThing(type: String(record.type.dropFirst(3)), fields: [:])
      for (name, value) in record.fields {
        let plain = String(name.dropFirst(3))
        if !NaivePantry.derived.contains(plain) { thing.fields[plain] = value }
      }
      return (id: try #require(UUID(uuidString: record.name)), thing: thing)
    }
  }

  /// What the export says and the model does not, or the other way round.
  func differences() throws -> [String] {
    var found: [String] = []
    var expected = model.records
    for (id, actual) in try records() {
      let wanted = expected.removeValue(forKey: id)
      if wanted != actual { found.append("\(id) is \(actual), should be \(wanted as Any)") }
    }
    found += expected.map { "\($0.key) is missing: \($0.value)" }
    return try found + references()
  }

  /// The references that readers see otherwise; the export leaves out what leads nowhere.
  private func references() throws -> [String] {
    try household.store.read { reader in
      let items = try reader.entities(of: GroceryListItem.self)
        .map { (id: $0.id.rawValue, name: "category", other: $0.category?.rawValue) }
      let templates = try reader.entities(of: IngredientTemplate.self)
        .map { (id: $0.id.rawValue, name: "category", other: $0.category?.rawValue) }
      let meals = try reader.entities(of: MealPlanRecipe.self)
        .map { (id: $0.id.rawValue, name: "recipe", other: $0.recipe?.rawValue) }
      return (items + templates + meals)
        .filter { model.seen[$0.id]?.id($0.name) != $0.other }
        .map { "\($0.id) has the \($0.name) \($0.other as Any)" }
    }
  }
}
