/// An entity that is moved, as the store that it leaves has it.
struct MovedPart: Sendable {
  /// Tells entities apart.
  struct Key: Hashable, Sendable {
    let kind: String
    let id: UUID
  }

  /// Why it is moved.
  enum Role: Sendable {
    /// It was asked for, or is gone with what was.
    case leaves
    /// It was merged into a part that leaves.
    case merged
    /// It was merged into what stays, and references of parts lead through it. It stays too, and
    /// what the other store has of it by itself stays as it is.
    case passed
    /// The other store has it under a part, and this one knows it and has it otherwise: it was
    /// deleted, taken back, merged or put elsewhere, of which the other store learns.
    case absent
  }

  let entity: any Entity.Type
  let id: UUID
  let role: Role
  /// What its own events leave.
  let state: (any Entity)?
  /// Whether readers see it, as they do of those that were merged in a circle.
  let isSeen: Bool
  /// In canonical order, with those that do not count; none where its state is moved.
  let events: [MovedEvent]
  /// What is moved in place of its events.
  let statement: MovedStatement?

  /// - Throws: `StoreError.notInSchema`; `expiredToken` where some of it was purged;
  ///   `invalidArgument` where no event carries a state that is to be moved.
  init<E: Entity>(
    _ type: E.Type, _ id: UUID, _ state: E?, _ role: Role, _ form: MoveForm,
    _ reader: borrowing Reader
  ) throws {
    (entity, self.id, self.role, self.state) = (type, id, role, state)
    isSeen = try Self.isSeen(type, id, reader)
    let isPurged = try Self.isPurged(type, id, reader)
    if role == .absent {
      events = isPurged ? [] : try MovedEvent.all(of: type, id, reader)
      statement = nil
      return
    }
    // Nobody asked for what is passed: the app need not have said how its state is moved.
    let asks = form == .state && role != .passed
    if asks || (isPurged || form == .state) && type is any RestatedEntity.Type {
      events = []
      statement = try MovedStatement(of: state, id, reader)
    } else {
      events = try MovedEvent.all(of: type, id, reader)
      statement = nil
    }
  }

  var key: Key { Key(kind: entity.kind, id: id) }

  /// Under which key a store has it.
  func key(in reader: borrowing Reader) throws -> EntityKey { try Self.key(entity, id, reader) }

  private static func key<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> EntityKey { try reader.registry.type(type).kind.entityKey(id) }

  /// Whether its own events leave nothing here that counts as there.
  var isDeleted: Bool { state?.isDeleted ?? true }

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
    a.entity == b.entity && a.id == b.id && a.role == b.role && a.isSeen == b.isSeen
      && a.events == b.events && a.statement?.bytes == b.statement?.bytes
  }
}

extension MovedPart {
  /// Whether another store must get nothing of it: of what is passed, where that has events which
  /// no move has brought; of what is absent, where that has purged some.
  func mustStay(out reader: borrowing Reader) throws -> Bool {
    switch role {
    case .leaves, .merged: false
    case .passed: try Self.isKnownByItself(entity, id, reader)
    case .absent: try Self.isPurged(entity, id, reader)
    }
  }

  private static func isPurged<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> Bool {
    try reader.log.baseline(key(type, id, reader)) != nil
  }

  private static func isKnownByItself<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> Bool {
    if try isPurged(type, id, reader) { return true }
    let events = try MovedEvent.all(of: type, id, reader)
    for number in Set(events.filter(\.counts).map(\.transaction))
    where try reader.transaction(number)?.context != Departure.context {
      return true
    }
    return false
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
      if statement.past.contains(MovedStatement.bytes(of: there)) { return nil }
      // It is as it was when it left with what it refers to, and has been elsewhere since.
      let departure = try Departure.hiding(key(in: reader), reader)
      return departure.map { newest < $0 } ?? false ? nil : newest
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
