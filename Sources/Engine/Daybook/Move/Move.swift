/// Moves an entity from one store into another.
///
/// First the other store gets what it lacks, save by save. When that is on its disk, one
/// transaction takes the entity out of the store that it leaves. So whenever the process ends,
/// everything is in one of the stores at least, and the next call goes on: it finds the events that
/// are there.
struct Move<E: Entity>: Sendable {
  /// What is called after each commit of a move, so that a test can end it there.
  typealias Watch = @Sendable () throws -> Void

  let root: ID<E>
  let source: EventStore
  let target: EventStore
  let author: String?
  /// The event that deletes the entity.
  let leaving: E.Event
  let watch: Watch

  private static var context: String { "move" }

  func run() throws -> MoveReport {
    guard source.id != target.id else {
      throw StoreError(.invalidArgument, "\(E.kind) \(root) cannot be moved into its own store")
    }
    var events = 0
    while true {
      guard try source.read({ try $0.entity(root) }) != nil else { return try isDone() }
      let plan = try source.read { try MovePlan(root, $0) }
      events += try copy(plan)
      try target.flush()
      if let departure = try leave(plan) {
        return MoveReport(
          entities: plan.parts.count, events: events, departure: departure,
          arrival: try target.read { try $0.token() })
      }
    }
  }

  /// What is told of a move that had been done before.
  private func isDone() throws -> MoveReport {
    guard let departure = try source.read({ try Departure.last(of: root, $0.log) }) else {
      throw StoreError(
        .noSuchEntity, "there is no \(E.kind) \(root) in the store at \(source.path)")
    }
    return MoveReport(
      entities: 0, events: 0,
      departure: History.Token(store: source.id, transaction: departure),
      arrival: try target.read { try $0.token() })
  }

  // MARK: Arriving

  /// Appends what the target lacks. Returns how many events that were.
  private func copy(_ plan: MovePlan) throws -> Int {
    try takeBackDeparture()
    var (count, first) = (0, UInt64?.none)
    for save in plan.saves {
      let group = first
      let (added, token) = try target.write(
        author: save.author, context: Self.context, durability: .relaxed
      ) { draft in
        try draft.stamp(moved: save.time)
        if let group { try draft.joinUndoGroup(of: group) }
        return (try draft.append(moved: save.events), draft.token)
      }
      if added == 0 { continue }
      count += added
      first = first ?? token?.transaction
      try watch()
    }
    return count
  }

  /// Takes back that the entity was once moved out of the target.
  private func takeBackDeparture() throws {
    let token = try target.write(
      author: author, context: Self.context, durability: .relaxed
    ) { draft in
      guard try draft.entity(root) == nil,
        let departure = try Departure.last(of: root, draft.scope.reader),
        try !draft.scope.reader.isRetracted(departure)
      else { return History.Token?.none }
      try draft.undo(transaction: departure)
      return draft.token
    }
    if token != nil { try watch() }
  }

  // MARK: Leaving

  /// Deletes the entity at the source; nil, and nothing done, where it has changed since it was
  /// copied.
  private func leave(_ plan: MovePlan) throws -> History.Token? {
    let command = try source.read { try Departure.next(of: root, $0.log) }
    do {
      let token = try source.append(command: command, author: author, context: Self.context) {
        draft in
        guard try MovedPart.all(root, draft.now()) == plan.parts else { throw Changed() }
        try draft.append(leaving, to: root)
        guard try draft.entity(root) == nil else {
          throw StoreError(
            .invalidArgument,
            "the event that is to take \(E.kind) \(root) out of its store does not delete it; nothing was deleted, and the other store has it too"
          )
        }
      }
      try watch()
      return token
    } catch is Changed {
      return nil
    }
  }

  /// The entity, or what is gone with it, has changed since it was copied.
  private struct Changed: Error {}
}

/// The transactions by which an entity was moved out of a store: commands, which the store
/// remembers, numbered from 0.
private enum Departure {
  private static let namespace = UUID(
    uuid: (
      0x6E, 0x0B, 0x3A, 0x5D, 0x91, 0x27, 0x4F, 0xC4, 0xA8, 0x52, 0x1F, 0xE3, 0x70, 0x9C, 0xD6, 0x18
    )
  )

  private static func command<E: Entity>(_ root: ID<E>, _ number: Int) -> UUID {
    UUID(name: "\(E.kind)/\(root.rawValue.uuidString)/\(number)", in: namespace)
  }

  /// The command by which it leaves next.
  static func next<E: Entity>(of root: ID<E>, _ log: LogReader) throws -> UUID {
    var number = 0
    while try log.transaction(ingesting: command(root, number)) != nil { number += 1 }
    return command(root, number)
  }

  /// The transaction by which it left last; nil when it never did.
  static func last<E: Entity>(of root: ID<E>, _ log: LogReader) throws -> UInt64? {
    var (number, last) = (0, UInt64?.none)
    while let found = try log.transaction(ingesting: command(root, number)) {
      last = found
      number += 1
    }
    return last
  }
}
