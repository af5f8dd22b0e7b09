public import Daybook

/// The laws that every projection must keep, checked on example transactions.
///
/// ```swift
/// let laws = ProjectionLaws(schema: schema, transactions: [
///   { try $0.append(PantryEvent.bought(rice), to: id) },
///   { try $0.append(PantryEvent.eaten, to: id) },
/// ])
/// #expect(try laws.violations(seed: 7).isEmpty)
/// ```
/// A projection that breaks one has rows that depend on the order of arrival, so a rebuild or
/// another device would show something else.
public struct ProjectionLaws {
  /// A law that does not hold.
  public struct Violation: Sendable, CustomStringConvertible {
    /// The projection.
    public let projection: String
    /// The law, as a sentence.
    public let law: String
    /// What was found instead.
    public let detail: String

    public var description: String { "\(projection): \(law), but \(detail)" }
  }

  private let schema: Schema
  private let steps: [@Sendable (inout Draft) throws -> Void]

  /// Takes the transactions of an example, in order.
  ///
  /// They should create, change, move and delete entities; each runs on several stores.
  public init(schema: Schema, transactions: [@Sendable (inout Draft) throws -> Void]) {
    self.schema = schema
    steps = transactions
  }

  /// The laws that the projections of the schema break.
  ///
  /// - Parameters:
  ///   - seed: decides the orders of arrival that are tried.
  ///   - orders: how many of them.
  /// - Throws: what the transactions throw.
  public func violations(seed: UInt64 = 1, orders: Int = 3) throws -> [Violation] {
    var found: [Violation] = []
    let store = try written()
    let expected = try store.digests()
    func compare(_ digests: [String: Digest], _ law: String) {
      for (name, digest) in expected.sorted(by: { $0.key < $1.key }) where digests[name] != digest {
        let other = digests[name].map(\.description) ?? "nothing"
        found.append(Violation(projection: name, law: law, detail: "\(digest) became \(other)"))
      }
    }
    for item in try store.quarantine() {
      found.append(
        Violation(
          projection: item.projection ?? item.kind, law: "every entity can be taken in",
          detail: "\(item.entity) threw \(item.error)"))
    }
    try store.rebuild()
    compare(try store.digests(), "a rebuild gives the same rows")
    var random = SeededGenerator(seed: seed)
    found += try Self.unsummed(in: store)
    for order in 0..<orders {
      let other = try rearranged(store, &random)
      compare(try other.digests(), "the order of arrival does not matter")
      guard order == orders - 1 else { continue }
      try takeBack(of: other, &random)
      found += try Self.unsummed(in: other)
    }
    let before = try undone(store)
    for (name, digest) in before.sorted(by: { $0.key < $1.key }) where digest.rows > 0 {
      found.append(
        Violation(
          projection: name, law: "undoing everything leaves no row",
          detail: "\(digest.rows) are left"))
    }
    return found
  }

  /// The projections that show something else when an event that creates an entity of a kind comes
  /// late.
  ///
  /// It is for kinds of which two devices may both create one: those with identifiers made from a
  /// name, a date or a row of a file. What a device wrote that was silent for long comes after what
  /// is final by then, so such an event must change nothing of an entity that is there. Here the
  /// first event of each comes once more at the end, in a transaction of another replica. What has
  /// a random identifier is created once, and whoever edits it has seen that.
  ///
  /// A row that tells when its entity was changed last tells of the late event, too, whatever the
  /// fold does with it; take the time from the state.
  ///
  /// - Returns: a violation for each projection and entity; and one for each that cannot be taken
  ///   in.
  /// - Throws: what the transactions throw.
  public func lateCreations<E: Entity>(of kind: E.Type) throws -> [Violation] {
    let (store, clock) = try writtenByClock()
    let expected = try store.digests()
    let all = try store.read { reader in
      try reader.transactions().flatMap { transaction in
        try transaction.positions.map { try reader.event($0) }
      }
    }
    var (known, found): (Set<UUID>, [Violation]) = ([], [])
    var random = SeededGenerator(seed: 1)
    for event in all
    where event.kind == E.kind && known.insert(event.entity).inserted {
      clock.advance(by: 1)
      try store.absorb(
        TransactionMaker.message([event], at: HybridTime(clock.now), replica: random.uuid()),
        durability: .relaxed)
      let digests = try store.digests()
      for (name, digest) in expected.sorted(by: { $0.key < $1.key }) where digests[name] != digest {
        found.append(
          Violation(
            projection: name,
            law: "an event that creates changes nothing of an entity that is there",
            detail: "\(event.type.name) has changed rows of \(event.kind) \(event.entity)"))
      }
      for item in try store.quarantine() {
        found.append(
          Violation(
            projection: item.projection ?? item.kind, law: "every entity can be taken in",
            detail: "\(item.entity) threw \(item.error)"))
      }
      let newest = try store.read { try $0.token().number }
      try store.append(durability: .relaxed) { try $0.retract(transaction: newest) }
    }
    return found
  }

  /// The rows of a store that are not what all entities together give to them.
  ///
  /// It is for a store that a test of yours has filled, such as one at the end of a random history
  /// with undo, late arrivals and deletions; `violations` asks it of stores of its own. It copies
  /// the store once for each view and blocks meanwhile, O(n) for n entities and each view: ask at
  /// the end of a history, not after each step. A view whose handlers look at other rows has no
  /// shares to add up, and is passed over.
  ///
  /// - Returns: a violation for each row, and one for a view of which the digest is another one
  ///   than that of all rows together.
  /// - Throws: as `EventStore.contributions(to:)`.
  public static func unsummed(in store: EventStore) throws -> [Violation] {
    try store.digests().keys.sorted().flatMap { name in
      try (store.contributions(to: name).problems() ?? []).map {
        Violation(projection: name, law: "what entities give adds up to the rows", detail: $0)
      }
    }
  }

  private func written() throws -> EventStore { try writtenByClock().store }

  private func writtenByClock() throws -> (store: EventStore, clock: TestClock) {
    let clock = TestClock()
    let store = try EventStore.temporary(schema: schema, options: clock.options)
    for step in steps {
      clock.advance(by: 1)
      try store.append(durability: .relaxed, step)
    }
    return (store, clock)
  }

  /// Takes back every third transaction or so.
  private func takeBack(of store: EventStore, _ random: inout SeededGenerator) throws {
    for transaction in try store.read({ try $0.transactions() })
    where Int.random(in: 0..<3, using: &random) == 0 {
      let number = transaction.number
      try store.append(durability: .relaxed) { try $0.retract(transaction: number) }
    }
  }

  /// A store that got each transaction from a replica of its own, shuffled and twice.
  private func rearranged(
    _ store: EventStore, _ random: inout SeededGenerator
  ) throws -> EventStore {
    let all = try store.read { try $0.transactions() }
    let target = try EventStore.temporary(schema: schema)
    for transaction in all.shuffled(using: &random) {
      let events = try store.read { reader in
        try transaction.positions.map { try reader.event($0) }
      }
      let message = TransactionMaker.message(
        events, at: transaction.time, replica: random.uuid())
      for _ in 1...2 { try target.absorb(message, durability: .relaxed) }
    }
    return target
  }

  private func undone(_ store: EventStore) throws -> [String: Digest] {
    let newest = try store.statistics().transactions
    for number in (1...max(newest, 1)).reversed() where newest > 0 {
      try store.append(durability: .relaxed) { try $0.retract(transaction: UInt64(number)) }
    }
    return try store.digests()
  }
}
