public import Daybook

/// The laws that the relations of a schema must keep, checked on random histories.
///
/// ```swift
/// let laws = RelationLaws(schema: schema, transactions: [
///   { try $0.append(.made(name: "Saturday"), to: list) },
///   { try $0.append(.added(Item(list: list)), to: item) },
///   { try $0.append(.deleted, to: list) },
/// ])
/// #expect(try laws.violations(seed: 7).isEmpty)
/// ```
/// Each history hands the transactions to two stores in an order of its own, each as another
/// replica wrote it, takes some of them back, and lets the stores exchange what they have. So
/// children arrive before their parents, and after these were deleted. At every step no reference
/// leads to what is deleted, except as its rule allows, and where merges lead in a circle one of it
/// stays; in the end both stores show the same.
public struct RelationLaws {
  /// A law that does not hold.
  public struct Violation: Sendable, CustomStringConvertible {
    /// The relation, or another projection of the schema.
    public let relation: String
    /// The law, as a sentence.
    public let law: String
    /// What was found instead.
    public let detail: String

    public var description: String { "\(relation): \(law), but \(detail)" }
  }

  private let schema: Schema
  private let steps: [@Sendable (inout Draft) throws -> Void]

  /// Takes the transactions of an example, in order.
  ///
  /// They should create parents and children, move some of these, and delete parents of each kind;
  /// where parents may be merged, merge some of them into each other.
  public init(schema: Schema, transactions: [@Sendable (inout Draft) throws -> Void]) {
    self.schema = schema
    steps = transactions
  }

  /// The laws that the relations of the schema break.
  ///
  /// - Parameters:
  ///   - seed: decides the histories that are tried.
  ///   - histories: how many of them.
  /// - Throws: what the transactions throw.
  public func violations(seed: UInt64 = 1, histories: Int = 10) throws -> [Violation] {
    let messages = try written()
    var random = SeededGenerator(seed: seed)
    var found: [Violation] = []
    for _ in 0..<histories {
      let stores = [try store(), try store()]
      for message in messages.shuffled(using: &random) {
        let store = stores[Int.random(in: 0...1, using: &random)]
        try store.absorb(message, durability: .relaxed)
        try found += broken(store)
        guard Int.random(in: 0...2, using: &random) == 0 else { continue }
        try takeBack(in: store, &random)
        try found += broken(store)
      }
      try exchange(stores)
      try found += compared(stores)
      if !found.isEmpty { break }
    }
    return found
  }

  /// The transactions as messages, each of another replica.
  private func written() throws -> [[UInt8]] {
    let clock = TestClock()
    let store = try EventStore.temporary(schema: schema, options: clock.options)
    for step in steps {
      clock.advance(by: 1)
      try store.append(durability: .relaxed, step)
    }
    var ids = SeededGenerator(seed: 1)
    return try store.read { reader in
      try reader.transactions().map { transaction in
        TransactionMaker.message(
          try transaction.positions.map { try reader.event($0) }, at: transaction.time,
          replica: ids.uuid())
      }
    }
  }

  /// A store whose clock is later than all that the transactions say.
  private func store() throws -> EventStore {
    let clock = TestClock()
    clock.advance(by: Double(steps.count + 1))
    var options = StoreOptions()
    options.now = { clock.now }
    return try EventStore.temporary(schema: schema, options: options)
  }

  /// Takes some transaction back, unless the schema refuses what that would leave.
  private func takeBack(in store: EventStore, _ random: inout SeededGenerator) throws {
    let newest = try store.read { try $0.token().number }
    let number = UInt64.random(in: 1...newest, using: &random)
    do {
      try store.append(durability: .relaxed) { try $0.retract(transaction: number) }
    } catch let error as StoreError
      where [.refusedByRelation, .refusedByView].contains(error.code)
    {}
  }

  /// Hands to each store what the other has written or got.
  private func exchange(_ stores: [EventStore]) throws {
    let messages = try stores.map { store in
      try store.read { reader in
        try reader.transactions().compactMap { try reader.message(of: $0.number) }
      }
    }
    for message in messages[0] { try stores[1].absorb(message, durability: .relaxed) }
    for message in messages[1] { try stores[0].absorb(message, durability: .relaxed) }
  }

  // MARK: The laws

  private func compared(_ stores: [EventStore]) throws -> [Violation] {
    var found = try stores.flatMap { try broken($0) }
    let digests = try stores[0].digests()
    func compare(_ others: [String: Digest], _ law: String) {
      for (name, digest) in digests.sorted(by: { $0.key < $1.key }) where others[name] != digest {
        let other = others[name].map(\.description) ?? "nothing"
        found.append(Violation(relation: name, law: law, detail: "\(digest) became \(other)"))
      }
    }
    compare(try stores[1].digests(), "two stores with the same events show the same")
    try stores[0].rebuild()
    compare(try stores[0].digests(), "a rebuild gives the same rows")
    return found
  }

  private func broken(_ store: EventStore) throws -> [Violation] {
    try schema.projections.flatMap { projection -> [Violation] in
      guard let relation = projection as? any Relation else { return [] }
      return try broken(relation, store)
    }
  }

  private func broken<R: Relation>(_ relation: R, _ store: EventStore) throws -> [Violation] {
    try store.read { reader in
      var found: [Violation] = []
      var references = Set<R.Key>()
      try reader.forEachEntity(of: R.Child.self) { child in
        guard let parent = R.parent(of: child.state) else { return true }
        references.insert(Key2(parent, child.id))
        let isThere = try reader.entity(parent) != nil
        if !isThere, R.rule != .deny, try reader.isKnown(R.Parent.self, parent.rawValue) {
          found.append(
            Violation(
              relation: R.name, law: "no reference leads to what is deleted",
              detail: "\(R.Child.kind) \(child.id) refers to \(R.Parent.kind) \(parent)"))
        }
        return true
      }
      let rows = Set(try reader.rows(R.all).map(\.key))
      if rows != references {
        found.append(
          Violation(
            relation: R.name, law: "its rows are the references that readers see",
            detail: "it has \(rows.count) rows for \(references.count) references"))
      }
      found += brokenCircles(of: relation, try parents(of: relation, reader))
      return found
    }
  }

  // MARK: Merges

  /// A parent by its own events, and whether readers see it.
  private typealias Parent<R: Relation> = (state: R.Parent?, isSeen: Bool)

  private func parents<R: Relation>(
    of relation: R, _ reader: borrowing Reader
  ) throws -> [ID<R.Parent>: Parent<R>] {
    var found: [ID<R.Parent>: Parent<R>] = [:]
    for transaction in try reader.transactions() {
      for position in transaction.positions {
        let event = try reader.event(position)
        let id = ID<R.Parent>(event.entity)
        if event.kind != R.Parent.kind || found[id] != nil { continue }
        found[id] = (
          try reader.state(R.Parent.self, event.entity),
          try reader.entity(R.Parent.self, event.entity) != nil
        )
      }
    }
    return found
  }

  private func brokenCircles<R: Relation>(
    of relation: R, _ parents: [ID<R.Parent>: Parent<R>]
  ) -> [Violation] {
    let mayBeHidden = schema.projections.contains { hides($0, R.Parent.kind) }
    return parents.keys.sorted().compactMap { start in
      var circle = [start]
      while let next = parents[circle[circle.count - 1]]?.state?.mergedInto, next != start {
        if circle.contains(next) { return nil }
        circle.append(next)
      }
      guard parents[circle[circle.count - 1]]?.state?.mergedInto == start else { return nil }
      let seen = circle.filter { parents[$0]?.isSeen == true }
      let mayBeGone = mayBeHidden || circle.contains { parents[$0]?.state?.isDeleted == true }
      if seen.count == 1 || mayBeGone && seen.isEmpty { return nil }
      return Violation(
        relation: R.name, law: "where merges lead in a circle, one of it stays",
        detail: "of the \(circle.count) with \(R.Parent.kind) \(start) readers see \(seen)")
    }
  }

  /// Whether a projection is a relation by which entities of a kind may be gone.
  private func hides(_ projection: any Projection, _ kind: String) -> Bool {
    func hides<R: Relation>(_ relation: R) -> Bool { R.rule == .cascade && R.Child.kind == kind }
    guard let relation = projection as? any Relation else { return false }
    return hides(relation)
  }
}
