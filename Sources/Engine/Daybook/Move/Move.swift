/// Moves an entity from one store into another.
///
/// First the other store gets what it lacks, save by save, or states. When that is on its disk, and
/// its readers see all that is seen here, one transaction takes the entity out of the store that it
/// leaves. So whenever the process ends, everything is in one of the stores at least, and the next
/// call goes on: it finds the events that are there.
struct Move<E: Entity>: Sendable {
  /// What is called after each commit of a move, so that a test can end it there.
  typealias Watch = @Sendable () throws -> Void

  let root: ID<E>
  let source: EventStore
  let target: EventStore
  let author: String?
  /// The event that deletes the entity.
  let leaving: E.Event
  var form = MoveForm.history
  /// The kinds that the schema may lack.
  var ignored: Set<String> = []
  let watch: Watch

  func run() throws -> MoveReport {
    guard source.id != target.id else {
      throw StoreError(.invalidArgument, "\(E.kind) \(root) cannot be moved into its own store")
    }
    guard source.space != target.space else {
      throw StoreError(
        .invalidArgument,
        "\(E.kind) \(root) cannot be moved from the store at \(source.path) to the one at \(target.path), because both hold the same space, so that what leaves the one leaves the other with the next exchange"
      )
    }
    var arrival = MoveArrival(target: target, watch: watch)
    while let plan = try plan() {
      // Before anything is copied: the store may refuse.
      try tryLeaving()
      let files = try target.attachments.take(plan.payloads, from: source.attachments)
      try arrival.bring(plan, author: author)
      try target.flush()
      try arrival.check(plan)
      if let departure = try leave(plan) {
        return MoveReport(
          entities: plan.entities, events: arrival.events, departure: departure,
          arrival: arrival.last, missingAttachments: files.lacking)
      }
    }
    return try isDone(arrival)
  }

  /// What is moved now; nil where readers do not see the entity.
  private func plan() throws -> MovePlan? {
    guard let plan = try source.reading({ try MovePlan(root, form, ignoring: ignored, $0) }) else {
      return nil
    }
    let strays = try target.reading { try MoveStrays(of: plan, in: $0).all }
    if strays.isEmpty { return plan }
    return try source.reading {
      try MovePlan(root, form, ignoring: ignored, strays: strays, $0)
    }
  }

  /// What is told of a move that somebody else has done, or an earlier call.
  private func isDone(_ arrival: MoveArrival) throws -> MoveReport {
    guard let departure = try source.reading({ try Departure.last(of: E.self, root.rawValue, $0) })
    else {
      throw StoreError(
        .noSuchEntity, "there is no \(E.kind) \(root) in the store at \(source.path)")
    }
    guard try target.reading({ try $0.entity(root) }) != nil else {
      throw StoreError(
        .noSuchEntity,
        "\(E.kind) \(root) has left the store at \(source.path) by transaction \(departure), and the one at \(target.path) does not have it any more; take that transaction back, and it is in the first one again"
      )
    }
    return MoveReport(
      entities: 0, events: arrival.events,
      departure: History.Token(store: source.id, transaction: departure), arrival: arrival.last)
  }

  // MARK: Leaving

  /// Deletes the entity at the source in a draft that is thrown away.
  private func tryLeaving() throws {
    do {
      try source.append(author: author, context: Departure.context) { draft in
        // Somebody else has moved or deleted it since.
        if try draft.entity(root) == nil { throw Tried() }
        try delete(in: &draft)
        try draft.checkRelations()
        throw Tried()
      }
    } catch is Tried {}
  }

  /// Deletes the entity at the source; nil, and nothing done, where it has changed since it was
  /// copied, or something of it was taken back or brought back.
  private func leave(_ plan: MovePlan) throws -> History.Token? {
    do {
      let token = try source.append(author: author, context: Departure.context) { draft in
        if draft.newest != plan.newest {
          let now = try MovePlan(
            root, form, ignoring: ignored, strays: plan.strays, draft.now())
          guard now == plan else { throw Changed() }
        }
        try delete(in: &draft)
      }
      try watch()
      return token
    } catch is Changed {
      return nil
    }
  }

  private func delete(in draft: inout Draft) throws {
    try draft.append(leaving, to: root)
    guard try draft.entity(root) == nil else {
      throw StoreError(
        .invalidArgument,
        "the event that is to take \(E.kind) \(root) out of its store does not delete it; nothing was deleted there"
      )
    }
  }

  /// The entity, or what is gone with it, has changed since it was copied.
  private struct Changed: Error {}

  /// The draft has served.
  private struct Tried: Error {}
}
