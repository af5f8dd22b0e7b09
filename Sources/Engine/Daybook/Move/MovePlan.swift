/// What is moved, as the store that it leaves has it at one moment.
struct MovePlan: Sendable {
  /// The entities, first the one that was asked for, each with the position of its last event.
  let parts: [MovedPart]
  /// What was written of them, in canonical order.
  private(set) var saves: [MovedSave] = []

  /// - Throws: `StoreError.expiredToken` where some of it was purged.
  init<E: Entity>(_ root: ID<E>, _ reader: borrowing Reader) throws {
    parts = try MovedPart.all(root, reader)
    var places: [UInt64: Int] = [:]
    for part in parts {
      for (number, event) in try MovedEvent.all(of: part.key, part.kind, reader.log) {
        let place = places[number] ?? saves.count
        if place == saves.count {
          places[number] = place
          let author = try reader.transaction(number)?.author
          saves.append(MovedSave(transaction: number, author: author, time: event.time))
        }
        saves[place].events.append(event)
      }
    }
    saves.sort { ($0.time, $0.transaction) < ($1.time, $1.transaction) }
  }
}

/// An entity that is moved.
struct MovedPart: Hashable, Sendable {
  let key: EntityKey
  let kind: String
  let lastPosition: UInt64

  /// An entity and what would be gone with it, as relations with the rule `cascade` say.
  ///
  /// - Throws: `StoreError.notInSchema`.
  static func all<E: Entity>(_ root: ID<E>, _ reader: borrowing Reader) throws -> [MovedPart] {
    let relations = reader.readers.catalog.relations.filter { type(of: $0).rule == .cascade }
    var found = [try MovedPart(E.self, root.rawValue, reader)]
    var known: Set<EntityKey> = [found[0].key]
    var index = 0
    while index < found.count {
      let parent = found[index]
      index += 1
      for relation in relations {
        for child in try children(relation, of: parent, reader)
        where known.insert(child.key).inserted {
          found.append(child)
        }
      }
    }
    return found
  }

  private static func children<R: Relation>(
    _ relation: R, of parent: MovedPart, _ reader: borrowing Reader
  ) throws -> [MovedPart] {
    if R.Parent.kind != parent.kind { return [] }
    var found: [MovedPart] = []
    try reader.view(R.self).forEach(R.where(ID(parent.key.id))) { key, _ in
      found.append(try MovedPart(R.Child.self, key.second.rawValue, reader))
      return true
    }
    return found
  }

  private init<E: Entity>(_ type: E.Type, _ id: UUID, _ reader: borrowing Reader) throws {
    let type = try reader.registry.type(type)
    key = type.kind.entityKey(id)
    kind = type.kind.name
    lastPosition = try type.kind.load(reader.log, id)?.record.lastPosition ?? 0
  }
}
