import Daybook
import DaybookTesting
import Testing

/// Looks at the draft in the middle of an append, whose values only its end checks.
struct UniqueLookTests {
  private static let schema = Schema().entity(PantryItem.self).projection(ItemNames())
  private let ids = (1...5).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

  private let clock = TestClock(step: 0.001)

  private func store() throws -> EventStore {
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    return try EventStore.temporary(schema: Self.schema, options: options)
  }

  /// A store with items of these names.
  private func store(_ names: String...) throws -> EventStore {
    let store = try store()
    for (name, id) in zip(names, ids) { try store.buy(name, as: id) }
    return store
  }

  /// Names an item, and looks at the names when it is done.
  private static func name(_ id: UUID, _ name: String, _ draft: inout Draft) throws
    -> [Duplicate<ItemNames>]
  {
    try draft.append(PantryEvent.bought(PantryItem(name: name, amount: 1)), to: id)
    return try draft.view(ItemNames.self).duplicates()
  }

  private func names(_ store: EventStore) throws -> [String?] {
    try store.read { reader in
      try ids.map { try reader.entity(PantryItem.self, $0)?.name }
    }
  }

  @Test func `a look within a swap shows both, and the swap is taken`() throws {
    let store = try store("rice", "salt")
    try store.append { [ids] draft in
      let between = try Self.name(ids[0], "salt", &draft)
      #expect(between == [Duplicate(value: "salt", ids: [ID(ids[0]), ID(ids[1])])])
      let after = try Self.name(ids[1], "rice", &draft)
      #expect(after == [])
    }
    #expect(try names(store)[...1] == ["salt", "rice"])
    #expect(try store.complaints() == [])
  }

  @Test func `a rotation of three with looks is taken`() throws {
    let store = try store("rice", "salt", "bread")
    try store.append { [ids] draft in
      for (id, name) in zip(ids, ["salt", "bread", "rice"]) {
        _ = try Self.name(id, name, &draft)
      }
    }
    #expect(try names(store)[...2] == ["salt", "bread", "rice"])
    #expect(try store.complaints() == [])
  }

  @Test(arguments: [false, true])
  func `a duplicate that a look has shown is refused at the end`(looksAtEnd: Bool) throws {
    let store = try store("rice", "salt")
    let digests = try store.digests()
    let error = expectError(.refusedByView) {
      try store.append { [ids] draft in
        let shown = try Self.name(ids[1], "rice", &draft)
        #expect(shown.count == 1)
        try draft.append(PantryEvent.counted(3), to: ids[1])
        if looksAtEnd { _ = try draft.now() }
      }
    }
    #expect(error?.message.contains("\(ids[0])") == true, "\(error as Any)")
    #expect(error?.message.contains("\(ids[1])") == true, "\(error as Any)")
    #expect(error?.message.contains(ItemNames.name) == true, "\(error as Any)")
    #expect(try names(store)[...1] == ["rice", "salt"])
    #expect(try store.digests() == digests)
    #expect(try store.statistics().transactions == 2)
    try store.buy("bread", as: ids[1])
    #expect(try store.complaints() == [])
  }

  @Test func `a duplicate that is made after a look is refused`() throws {
    let store = try store("rice")
    #expect(throws: StoreError.self) {
      try store.append { [ids] draft in
        _ = try Self.name(ids[1], "salt", &draft)
        try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: ids[2])
      }
    }
    #expect(try names(store)[...2] == ["rice", nil, nil])
  }

  @Test func `a duplicate that is mended before the end is taken`() throws {
    let store = try store("rice")
    try store.append { [ids] draft in
      let shown = try Self.name(ids[1], "rice", &draft)
      #expect(shown.count == 1)
      let mended = try Self.name(ids[1], "salt", &draft)
      #expect(mended == [])
    }
    #expect(try names(store)[...1] == ["rice", "salt"])
    #expect(try store.complaints() == [])
  }

  @Test func `the next append of the same commit is checked by itself`() throws {
    let store = try store("rice")
    try store.append(durability: .bulk) { [ids] draft in
      _ = try Self.name(ids[1], "salt", &draft)
    }
    #expect(throws: StoreError.self) {
      try store.append(durability: .bulk) { [ids] draft in
        try draft.append(PantryEvent.bought(PantryItem(name: "salt", amount: 1)), to: ids[2])
      }
    }
    try store.flush()
    #expect(try names(store)[...2] == ["rice", "salt", nil])
  }

  @Test func `a duplicate that arrived may change and change back`() throws {
    let store = try store("rice")
    let other = try self.store()
    try other.buy("rice", as: ids[1])
    try store.absorb(try other.newestMessage())
    try store.append { [ids] draft in
      for name in ["salt", "", "rice"] {
        let shown = try Self.name(ids[1], name, &draft)
        #expect(shown.count == (name == "rice" ? 1 : 0))
      }
    }
    #expect(throws: StoreError.self) {
      try store.append { [ids] draft in _ = try Self.name(ids[2], "rice", &draft) }
    }
    #expect(try names(store)[...2] == ["rice", "rice", nil])
  }

  @Test func `an undo with a look is refused only for what the end leaves`() throws {
    let store = try store("rice")
    try store.buy("salt", as: ids[0])
    try store.buy("rice", as: ids[1])
    #expect(throws: StoreError.self) {
      try store.append { draft in
        try draft.retract(transaction: 2)
        let shown = try draft.view(ItemNames.self).duplicates()
        #expect(shown.count == 1)
      }
    }
    #expect(try names(store)[...1] == ["salt", "rice"])
    try store.append { [ids] draft in
      try draft.retract(transaction: 2)
      let shown = try draft.view(ItemNames.self).duplicates()
      #expect(shown.count == 1)
      _ = try Self.name(ids[1], "bread", &draft)
    }
    #expect(try names(store)[...1] == ["rice", "bread"])
    #expect(try store.complaints() == [])
  }

  @Test func `rows that are being built beside the live ones take the same`() throws {
    let store = try store("rice", "salt", "bread")
    try store.startRebuild(of: ItemNames.name)
    #expect(try !store.advanceRebuild(of: ItemNames.name, limit: 1))
    try store.append { [ids] draft in
      _ = try Self.name(ids[0], "salt", &draft)
      _ = try Self.name(ids[1], "rice", &draft)
    }
    #expect(throws: StoreError.self) {
      try store.append { [ids] draft in _ = try Self.name(ids[0], "bread", &draft) }
    }
    while try !store.advanceRebuild(of: ItemNames.name) {}
    #expect(try names(store)[...2] == ["salt", "rice", "bread"])
    #expect(try store.complaints() == [])
  }

  // MARK: Against a model

  private struct Step {
    let id: UUID
    /// Nil for an item that is eaten; empty for one without a value.
    let name: String?
  }

  /// What an append leaves, or nil when a value that it changed is another one's too.
  private static func outcome(
    _ before: [UUID: String], _ steps: [Step]
  ) -> [UUID: String]? {
    var after = before
    for step in steps { after[step.id] = step.name == "" ? nil : step.name }
    let isTaken = after.contains { id, name in
      before[id] != name && after.contains { $0.key != id && $0.value == name }
    }
    return isTaken ? nil : after
  }

  private static func write(_ steps: [Step], _ store: EventStore, isLooking: Bool) -> Bool {
    do {
      try store.append(durability: .relaxed) { draft in
        for step in steps {
          let event = step.name.map { PantryEvent.bought(PantryItem(name: $0, amount: 1)) }
          try draft.append(event ?? .eaten, to: step.id)
          if isLooking { _ = try draft.view(ItemNames.self).duplicates() }
        }
      }
      return true
    } catch { return false }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `appends with a look after each event do as the model and those without`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let (looking, blind) = (try store(), try store())
    var model: [UUID: String] = [:]
    var (taken, refused) = (0, 0)
    for round in 0..<150 {
      if round % 25 == 24 {
        // A duplicate, perhaps, that arrives.
        let elsewhere = try store()
        let id = try elsewhere.buy("rice", as: ids[Int.random(in: 0..<2, using: &random)])
        for store in [looking, blind] { try store.absorb(try elsewhere.newestMessage()) }
        model[id] = try looking.read { try $0.entity(PantryItem.self, id)?.name }
        continue
      }
      let steps = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Step(
          id: ids.randomElement(using: &random) ?? ids[0],
          name: ["rice", "salt", "bread", "oil", "", nil].randomElement(using: &random) ?? nil)
      }
      let expected = Self.outcome(model, steps)
      #expect(Self.write(steps, looking, isLooking: true) == (expected != nil), "\(seed) \(round)")
      #expect(Self.write(steps, blind, isLooking: false) == (expected != nil), "\(seed) \(round)")
      model = expected ?? model
      if expected == nil { refused += 1 } else { taken += 1 }
      let rows = try looking.read { try $0.view(ItemNames.self).rows(ItemNames.rows) }
      #expect(
        Dictionary(uniqueKeysWithValues: rows.map { ($0.key.second.rawValue, $0.key.first) })
          == model)
    }
    #expect(taken > 20 && refused > 20)
    #expect(try looking.digests() == blind.digests())
    #expect(try looking.complaints() == [])
  }
}
