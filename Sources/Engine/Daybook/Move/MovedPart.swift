/// An entity that is moved, as the store that it leaves has it.
struct MovedPart: Sendable {
  let entity: any Entity.Type
  let id: UUID
  /// What its own events leave.
  let state: (any Entity)?
  /// Whether readers see it. They do not see one that was merged into another part, which is moved
  /// because others still refer to it.
  let isSeen: Bool
  /// In canonical order, with those that do not count; none where its state is moved.
  let events: [MovedEvent]
  /// What is moved in place of its events.
  let statement: MovedStatement?

  private init<E: Entity>(
    _ type: E.Type, _ id: UUID, isSeen: Bool, _ form: MoveForm, _ reader: borrowing Reader
  ) throws {
    (entity, self.id, self.isSeen) = (type, id, isSeen)
    let state = try reader.state(type, id)
    self.state = state
    let key = try reader.registry.type(type).kind.entityKey(id)
    let isPurged = try reader.log.baseline(key) != nil
    if form == .state || isPurged && type is any RestatedEntity.Type {
      events = []
      statement = try MovedStatement(of: state, id, reader)
    } else {
      events = try MovedEvent.all(of: type, id, reader)
      statement = nil
    }
  }

  /// What an error calls it.
  var name: String { "\(entity.kind) \(id)" }

  // MARK: In the other store

  /// Whether readers of another store see it.
  func isSeen(in reader: borrowing Reader) throws -> Bool { try Self.isSeen(entity, id, reader) }

  private static func isSeen<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> Bool { try reader.entity(type, id) != nil }

  /// Whether its own events leave anything in another store that counts as there.
  func isThere(in reader: borrowing Reader) throws -> Bool { try Self.isThere(entity, id, reader) }

  private static func isThere<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> Bool { try reader.state(type, id)?.isDeleted == false }

  /// Whether its own events leave the same in another store.
  func isSame(in reader: borrowing Reader) throws -> Bool { try isSame(entity, reader) }

  private func isSame<E: Entity>(_ type: E.Type, _ reader: borrowing Reader) throws -> Bool {
    let (here, there) = (state as? E, try reader.state(type, id))
    // A NaN does not equal itself, and its bytes do.
    return here == there || Self.bytes(here) == Self.bytes(there)
  }

  private static func bytes<E: Entity>(_ state: E?) -> [UInt8]? {
    state.map { MovedStatement.bytes(of: $0) }
  }
}

extension MovedPart: Equatable {
  static func == (a: MovedPart, b: MovedPart) -> Bool {
    a.entity == b.entity && a.id == b.id && a.isSeen == b.isSeen && a.events == b.events
      && a.statement?.bytes == b.statement?.bytes
  }
}

extension MovedPart {
  /// Tells entities apart.
  private struct Key: Hashable {
    let kind: String
    let id: UUID
  }

  /// An entity, what would be gone with it, as relations with the rule `cascade` say, and what was
  /// merged into these, as far as they are referred to by it, or merged in a circle with them.
  ///
  /// - Throws: `StoreError.notInSchema`; `expiredToken` where some of it was purged.
  static func all<E: Entity>(
    _ root: ID<E>, _ form: MoveForm, _ reader: borrowing Reader
  ) throws -> [MovedPart] {
    let relations = reader.readers.catalog.relations.filter { type(of: $0).rule == .cascade }
    var found = [try MovedPart(E.self, root.rawValue, isSeen: true, form, reader)]
    var known: Set<Key> = [Key(kind: E.kind, id: root.rawValue)]
    var index = 0
    while index < found.count {
      let part = found[index]
      index += 1
      // One that stays where merges lead in a circle, or one on the way to the one that was kept.
      if let keeper = part.keeper, known.insert(Key(kind: part.entity.kind, id: keeper)).inserted {
        found.append(try merged(keeper, like: part.entity, form, reader))
      }
      for relation in relations where part.isSeen {
        try add(relation, of: part, &found, &known, form, reader)
      }
    }
    return found
  }

  private static func merged<E: Entity>(
    _ id: UUID, like type: E.Type, _ form: MoveForm, _ reader: borrowing Reader
  ) throws -> MovedPart { try MovedPart(type, id, isSeen: false, form, reader) }

  /// The other entity that it was merged into.
  private var keeper: UUID? { state.flatMap { Self.keeper(of: $0) } }

  private static func keeper<E: Entity>(of state: E) -> UUID? { state.mergedInto?.rawValue }

  /// Adds the children that a relation finds under a part.
  private static func add<R: Relation>(
    _ relation: R, of parent: MovedPart, _ found: inout [MovedPart], _ known: inout Set<Key>,
    _ form: MoveForm, _ reader: borrowing Reader
  ) throws {
    if R.Parent.kind != parent.entity.kind { return }
    var children: [UUID] = []
    try reader.view(R.self).forEach(R.where(ID(parent.id))) { key, _ in
      children.append(key.second.rawValue)
      return true
    }
    for id in children {
      if known.insert(Key(kind: R.Child.kind, id: id)).inserted {
        found.append(try MovedPart(R.Child.self, id, isSeen: true, form, reader))
      }
      // Its own events may name a parent that was merged into this one, step by step.
      let own = try reader.state(R.Child.self, id).flatMap { R.parent(of: $0) }
      if let other = own?.rawValue, known.insert(Key(kind: R.Parent.kind, id: other)).inserted {
        found.append(try MovedPart(R.Parent.self, other, isSeen: false, form, reader))
      }
    }
  }
}

extension MovedPart {
  /// The newest transaction of another store that has changed there what is moved by its state, or
  /// deleted it; nil where a move has, or nobody.
  func changer(in reader: borrowing Reader) throws -> UInt64? { try changer(entity, reader) }

  private func changer<E: Entity>(_ type: E.Type, _ reader: borrowing Reader) throws -> UInt64? {
    let stored = try reader.registry.type(type).kind.load(reader.log, id)
    guard let newest = stored?.record.newest, newest > 0, let statement else { return nil }
    if let there = try reader.state(type, id), !there.isDeleted {
      return statement.past.contains(MovedStatement.bytes(of: there)) ? nil : newest
    }
    let deletion = try reader.transaction(newest)
    return deletion.map { $0.context == Departure.context } ?? true ? nil : newest
  }

  /// Appends the event that carries the state.
  ///
  /// - Throws: `StoreError.invalidArgument` where it leaves another one.
  func restate(in draft: inout Draft) throws { try restate(entity, &draft) }

  private func restate<E: Entity>(_ type: E.Type, _ draft: inout Draft) throws {
    guard let statement, let event = statement.event as? E.Event else { return }
    try draft.append(event, to: ID<E>(id))
    let left = try Self.bytes(draft.state(type, id))
    if left == statement.bytes { return }
    throw StoreError(
      .invalidArgument,
      "`restated` of \(name) is an event that does not leave the same state; let it carry all of that, and its fold put it in place of what there was; nothing was deleted"
    )
  }
}
