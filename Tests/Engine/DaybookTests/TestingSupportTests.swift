import Daybook
import DaybookTesting
import Testing

/// The support that apps get for their own tests.
struct TestingSupportTests {
  private let id = CountingIDs().next()

  private func rice(_ amount: Int64 = 1, shelf: String? = "top") -> PantryEvent {
    .bought(PantryItem(name: "rice", amount: amount, shelf: shelf))
  }

  @Test func `a scenario tells given, when and then`() throws {
    let amount = try Scenario(schema: pantry)
      .given { [id] in try $0.append(rice(3), to: id) }
      .when { [id] in try $0.append(PantryEvent.counted(2), to: id) }
      .then { try $0.entity(PantryItem.self, id)?.amount }
    #expect(amount == 2)
  }

  @Test func `a scenario keeps what was thrown`() throws {
    let scenario = try Scenario(schema: pantry)
      .given { [id] in try $0.append(rice(), to: id) }
      .when { [id] in try $0.append(PantryEvent.counted(-1), to: id) }
    #expect(scenario.thrown as? PantryError == .negative)
    #expect(throws: PantryError.negative) { _ = try scenario.then { _ in 0 } }
  }

  @Test func `a fold can be tested alone`() throws {
    var item: PantryItem?
    try PantryItem.fold(&item, rice(3))
    try PantryItem.fold(&item, .counted(2))
    #expect(item?.amount == 2)
    #expect(throws: PantryError.negative) { try PantryItem.fold(&item, .counted(-1)) }
  }

  @Test func `a context is made without a store`() {
    let clock = TestClock()
    #expect(EventContext(id: id).time == HybridTime(clock.now))
    #expect(EventContext(id: id, at: clock.now + 60).time.milliseconds == 1_762_459_560_000)
  }

  @Test func `a lawful projection breaks no law`() throws {
    #expect(try laws(pantry).violations().map(\.description) == [])
  }

  @Test func `a projection that looks at its own rows is found out`() throws {
    let found = try laws(Schema().entity(PantryItem.self).projection(FirstComeFirstServed()))
      .violations()
    #expect(found.contains { $0.law == "the order of arrival does not matter" })
  }

  @Test func `what creates and overwrites is found out`() throws {
    let found = try laws(pantry).lateCreations(of: PantryItem.self)
    // Of those that were changed since, `bought` takes the place of what is there.
    #expect(found.count == 3)
    #expect(found.allSatisfy { $0.detail.hasPrefix("item.bought has changed rows of") })
    let careful = ProjectionLaws(
      schema: Schema().entity(Jar.self).projection(FullJars()),
      transactions: [
        { [id] in try $0.append(JarEvent.made(amount: 1), to: id) },
        { [id] in try $0.append(JarEvent.filled(amount: 5), to: id) },
      ])
    #expect(try careful.lateCreations(of: Jar.self).map(\.description) == [])
    #expect(try careful.violations().map(\.description) == [])
  }

  private func laws(_ schema: Schema) -> ProjectionLaws {
    let ids = CountingIDs()
    let items = (0..<6).map { _ in ids.next() }
    let bought: [@Sendable (inout Draft) throws -> Void] = items.map { id in
      { try $0.append(rice(2), to: id) }
    }
    let changed: [@Sendable (inout Draft) throws -> Void] = [
      { try $0.append(PantryEvent.moved("low"), to: items[0]) },
      { try $0.append(PantryEvent.counted(9), to: items[1]) },
      { try $0.append(PantryEvent.eaten, to: items[2]) },
    ]
    return ProjectionLaws(schema: schema, transactions: bought + changed)
  }

  /// A store with rice.
  private func store(with faults: FaultPlan) throws -> EventStore {
    var options = StoreOptions()
    faults.install(in: &options)
    let store = try EventStore.temporary(schema: pantry, options: options)
    try store.append { [id] in try $0.append(rice(), to: id) }
    return store
  }

  @discardableResult
  private func count(_ amount: Int64, in store: EventStore) throws -> History.Token {
    try store.append { [id] in try $0.append(PantryEvent.counted(amount), to: id) }
  }

  @Test func `a full disk loses nothing acknowledged, and the store goes on`() throws {
    let faults = FaultPlan()
    let store = try store(with: faults)
    faults.failNextCommit(.diskFull)
    expectError(.diskFull) { try count(2, in: store) }
    let next = try count(3, in: store)
    #expect(next.number == 2)
    #expect(try store.verify().ok)
  }

  @Test func `a disk that is full when a commit is flushed stops the writer`() throws {
    let faults = FaultPlan()
    let store = try store(with: faults)
    faults.failNextCommit(.diskFullInFlush)
    expectError(.storage) { try count(2, in: store) }
    expectError(.writerStopped) { try count(3, in: store) }
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 1)
  }

  @Test func `a failing disk stops the writer, and readers go on`() throws {
    let faults = FaultPlan()
    let store = try store(with: faults)
    faults.failNextCommit(.diskFailure)
    #expect(throws: StoreError.self) { try count(2, in: store) }
    expectError(.writerStopped) { try count(2, in: store) }
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 1)
  }

  @Test func `a file that has to grow at commit runs the transactions again`() throws {
    let faults = FaultPlan()
    var options = StoreOptions()
    options.mapSize = 1 << 20
    faults.install(in: &options)
    let store = try EventStore.temporary(schema: pantry, options: options)
    faults.failNextCommit(.growth)
    try store.append { [id] in try $0.append(rice(), to: id) }
    #expect(try store.statistics().transactions == 1)
    #expect(try store.statistics().mapSize > 1 << 20)
  }
}

/// Keeps the first item of each name: its rows depend on who came first.
private struct FirstComeFirstServed: Projection {
  static let name = "pantry.first"
  static let firsts = ViewTable<String, PantryID>("firsts", at: 0)
  static let tables: [any AnyViewTable] = [firsts]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      guard let new = change.new else { return }
      try rows.update(Self.firsts, new.name) { $0 = $0 ?? PantryID(id: change.id.rawValue) }
    }
  }
}

private struct PantryID: PayloadCodable {
  var id: UUID

  init(id: UUID) { self.id = id }

  init(from reader: inout PayloadReader) throws {
    guard try reader.next() == 1 else { throw PayloadError.missing(1) }
    id = try reader.uuid()
  }

  func encode(into writer: inout PayloadWriter) { writer.uuid(1, id) }
}

/// What is made once.
private struct Jar: Entity, CodablePayload {
  static let kind = "jar"
  var amount: Int

  static func fold(_ jar: inout Jar?, _ event: JarEvent) {
    switch event {
    case .made(let amount): if jar == nil { jar = Jar(amount: amount) }
    case .filled(let amount): jar?.amount = amount
    }
  }
}

private enum JarEvent: CodableEntityEvent {
  static let type = EventType("jar.event")
  case made(amount: Int)
  case filled(amount: Int)
}

private struct FullJars: Index {
  static let name = "fullJars"
  static func key(_ jar: Stamped<Jar>) -> Key2<Int64, ID<Jar>>? {
    Key2(Int64(jar.amount), jar.id)
  }
}
