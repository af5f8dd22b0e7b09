import Daybook
import DaybookTesting
import Synchronization
import Testing

/// What a transaction sees of itself while it is written.
struct DraftViewTests {
  private let rice = UUID()
  private let store: EventStore

  init() throws { store = try EventStore.temporary(schema: pantry) }

  private static func names(_ view: borrowing ProjectionReader<Shelves>) throws -> [String] {
    try view.rows(Shelves.items).map { "\($0.key.shelf)/\($0.key.name)" }
  }

  private func names() throws -> [String] {
    try store.read { try Self.names(try $0.view(Shelves.self)) }
  }

  private static func bought(_ name: String, _ amount: Int64 = 1, _ shelf: String? = nil)
    -> PantryEvent
  {
    .bought(PantryItem(name: name, amount: amount, shelf: shelf))
  }

  @Test func `a view shows what the draft appended before`() throws {
    let seen = Mutex<[[String]]>([])
    try store.append { [rice] draft in
      var all = [try Self.names(try draft.view(Shelves.self))]
      try draft.append(Self.bought("rice", 1, "top"), to: rice)
      all.append(try Self.names(try draft.view(Shelves.self)))
      try draft.append(PantryEvent.moved("low"), to: rice)
      try draft.append(Self.bought("salt", 1, "low"), to: UUID())
      all.append(try Self.names(try draft.view(Shelves.self)))
      try draft.append(PantryEvent.eaten, to: rice)
      seen.withLock { [all] in $0 = all }
    }
    #expect(seen.withLock { $0 } == [[], ["top/rice"], ["low/rice", "low/salt"]])
    #expect(try names() == ["low/salt"])
    #expect(try store.verify().ok)
  }

  @Test func `what was looked at stays one transaction with all its events`() throws {
    let head = Mutex<UInt64>(0)
    let token = try store.append(author: "Ada", context: "test") { [rice] draft in
      try draft.append(Self.bought("rice"), to: rice)
      _ = try draft.view(Shelves.self)
      try draft.append(PantryEvent.counted(5), to: rice)
      let number = try draft.now().newestTransactions(limit: 1).first?.number ?? 0
      head.withLock { $0 = number }
      try draft.append(PantryEvent.counted(6), to: rice)
    }
    let transactions = try store.read { try $0.transactions() }
    #expect(transactions.map(\.number) == [token.number])
    #expect(head.withLock { $0 } == token.number)
    #expect(transactions.first?.author == "Ada")
    #expect(transactions.first?.positions == 1..<4)
    #expect(try store.read { try $0.events(of: PantryItem.self, rice) }.count == 3)
    #expect(try store.verify().ok)
  }

  @Test func `a draft that is refused after it was looked at leaves no trace`() throws {
    let first = try store.append(durability: .bulk) {
      try $0.append(Self.bought("rice"), to: UUID())
    }
    #expect(throws: PantryError.self) {
      try store.append { [rice] draft in
        try draft.append(Self.bought("salt"), to: rice)
        _ = try draft.view(Shelves.self)
        try draft.append(PantryEvent.counted(-1), to: rice)
      }
    }
    let last = try store.append { try $0.append(Self.bought("tea"), to: UUID()) }
    #expect(try names() == ["/rice", "/tea"])
    #expect(last.number == first.number + 1)
    #expect(try store.read { try $0.isKnown(PantryItem.self, rice) } == false)
    #expect(try store.verify().ok)
  }

  @Test func `neighbours in a commit stay when one that was looked at is refused`() async throws {
    let results = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<40 {
        group.addTask { [store] in
          let token = try? await store.append { draft in
            let id = UUID()
            try draft.append(Self.bought("item \(index)"), to: id)
            _ = try draft.view(Shelves.self)
            if index % 4 == 0 { try draft.append(PantryEvent.counted(-1), to: id) }
          }
          return token != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(results == 30)
    #expect(try names().count == 30)
    #expect(try await store.verify().ok)
  }

  @Test func `an entity with an older stamp is seen as it will be folded`() throws {
    let late = try store.read { try $0.transactions().last?.time } ?? HybridTime(rawValue: 1 << 40)
    try store.append { [rice] draft in try draft.append(Self.bought("rice", 1, "top"), to: rice)
    }
    let seen = Mutex<String?>(nil)
    // Bought before, by its stamp: what was written first comes last and decides.
    try store.append(stamp: late) { [rice] draft in
      try draft.append(Self.bought("barley", 1, "low"), to: rice)
      let item = try draft.entity(PantryItem.self, rice)
      seen.withLock { $0 = item?.name }
    }
    #expect(seen.withLock { $0 } == "rice")
    #expect(try store.read { try $0.entity(PantryItem.self, rice) }?.name == "rice")
  }

  @Test
  func `a draft that takes a transaction back sees what is left, and cannot take back itself`()
    throws
  {
    let token = try store.append { [rice] in try $0.append(Self.bought("rice"), to: rice) }
    let seen = Mutex<[String]?>(nil)
    try store.append { draft in
      try draft.append(Self.bought("salt"), to: UUID())
      try draft.retract(transaction: token.number)
      let names = try Self.names(try draft.view(Shelves.self))
      seen.withLock { $0 = names }
      #expect(throws: StoreError.self) { try draft.retract(transaction: token.number + 1) }
    }
    #expect(seen.withLock { $0 } == ["/salt"])
    #expect(try names() == ["/salt"])
    #expect(try store.verify().ok)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `operations in one draft do what they do in one draft each`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ids = (0..<4).map { _ in random.uuid() }
    let steps = (0..<60).map { _ in Step(&random, ids) }
    let apart = try EventStore.temporary(schema: pantry)
    let seen = try steps.map { step in
      let shown = Mutex<[String]>([])
      try apart.append { draft in
        try step.run(&draft)
        guard step.looks else { return }
        let names = try Self.names(try draft.view(Shelves.self))
        shown.withLock { $0 = names }
      }
      return shown.withLock { $0 }
    }
    let together = Mutex<[[String]]>([])
    try store.append { draft in
      var all: [[String]] = []
      for step in steps {
        try step.run(&draft)
        all.append(step.looks ? try Self.names(draft.view(Shelves.self)) : [])
      }
      together.withLock { [all] in $0 = all }
    }
    #expect(together.withLock { $0 } == seen)
    #expect(try store.digests() == apart.digests())
    for id in ids {
      let one = try store.read { try $0.entity(PantryItem.self, id) }
      #expect(try one == apart.read { try $0.entity(PantryItem.self, id) })
    }
    #expect(try store.verify().ok)
  }

  private struct Step: Sendable {
    let id: UUID
    let event: PantryEvent
    let looks: Bool

    init(_ random: inout SeededGenerator, _ ids: [UUID]) {
      id = ids[Int(random.next() % 4)]
      looks = random.next() % 3 == 0
      let number = Int64(random.next() % 5)
      switch random.next() % 4 {
      case 0: event = .bought(PantryItem(name: "item \(number)", amount: number, shelf: "a"))
      case 1: event = .moved("shelf \(number)")
      case 2: event = .counted(number)
      default: event = .eaten
      }
    }

    func run(_ draft: inout Draft) throws { try draft.append(event, to: id) }
  }
}
