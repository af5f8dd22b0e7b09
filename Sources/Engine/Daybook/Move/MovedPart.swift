/// An entity that is moved, as the store that it leaves has it.
struct MovedPart: Sendable {
  let entity: any Entity.Type
  let id: UUID
  /// What its own events leave.
  let state: (any Entity)?
  /// Whether readers see it. They do not see one that was merged into another part, which is moved
  /// because others still refer to it.
  let isSeen: Bool
  /// In canonical order, with those that do not count.
  let events: [MovedEvent]

  private init<E: Entity>(
    _ type: E.Type, _ id: UUID, isSeen: Bool, _ reader: borrowing Reader
  ) throws {
    (entity, self.id, self.isSeen) = (type, id, isSeen)
    state = try reader.state(type, id)
    events = try MovedEvent.all(of: type, id, reader)
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
    state.map { state in
      var writer = PayloadWriter()
      state.encode(into: &writer)
      return [UInt8](writer.bytes)
    }
  }
}

extension MovedPart: Equatable {
  static func == (a: MovedPart, b: MovedPart) -> Bool {
    a.entity == b.entity && a.id == b.id && a.isSeen == b.isSeen && a.events == b.events
  }
}

extension MovedPart {
  /// Tells entities apart.
  private struct Key: Hashable {
    let kind: String
    let id: UUID
  }

  /// An entity, what would be gone with it, as relations with the rule `cascade` say, and what was
  /// merged into these, as far as they are referred to by it.
  ///
  /// - Throws: `StoreError.notInSchema`; `expiredToken` where some of it was purged.
  static func all<E: Entity>(_ root: ID<E>, _ reader: borrowing Reader) throws -> [MovedPart] {
    let relations = reader.readers.catalog.relations.filter { type(of: $0).rule == .cascade }
    var found = [try MovedPart(E.self, root.rawValue, isSeen: true, reader)]
    var known: Set<Key> = [Key(kind: E.kind, id: root.rawValue)]
    var index = 0
    while index < found.count {
      let parent = found[index]
      index += 1
      for relation in relations where parent.isSeen {
        try add(relation, of: parent, &found, &known, reader)
      }
    }
    return found
  }

  /// Adds the children that a relation finds under a part.
  private static func add<R: Relation>(
    _ relation: R, of parent: MovedPart, _ found: inout [MovedPart], _ known: inout Set<Key>,
    _ reader: borrowing Reader
  ) throws {
    if R.Parent.kind != parent.entity.kind { return }
    var children: [UUID] = []
    try reader.view(R.self).forEach(R.where(ID(parent.id))) { key, _ in
      children.append(key.second.rawValue)
      return true
    }
    for id in children {
      if known.insert(Key(kind: R.Child.kind, id: id)).inserted {
        found.append(try MovedPart(R.Child.self, id, isSeen: true, reader))
      }
      // Its own events may name a parent that was merged into this one, step by step.
      var passed = try reader.state(R.Child.self, id).flatMap { R.parent(of: $0) }
      while let other = passed?.rawValue, other != parent.id,
        known.insert(Key(kind: R.Parent.kind, id: other)).inserted
      {
        found.append(try MovedPart(R.Parent.self, other, isSeen: false, reader))
        passed = try reader.state(R.Parent.self, other)?.mergedInto
      }
    }
  }
}
