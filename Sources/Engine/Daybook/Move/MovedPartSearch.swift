internal import DaybookSnapshot

/// Finds what is moved: an entity, what would be gone with it, as relations with the rule `cascade`
/// say, and what was merged, as far as references of these lead through it. With their history also
/// all that was merged into these, so that the merge can be taken back in the other store.
struct MovedPartSearch {
  private typealias Key = MovedPart.Key

  private struct Found {
    let entity: any Entity.Type
    let id: UUID
    /// What its own events leave.
    let state: (any Entity)?
    /// That of what was merged is settled in the end.
    var role: MovedPart.Role

    /// The other entity that it was merged into.
    var keeper: UUID? { state.flatMap { Self.keeper(of: $0, id) } }

    private static func keeper<E: Entity>(of state: E, _ id: UUID) -> UUID? {
      state.mergedInto.flatMap { $0.rawValue == id ? nil : $0.rawValue }
    }
  }

  private var found: [Found] = []
  private var places: [Key: Int] = [:]
  /// The places of those that are to be followed, from `next` on.
  private var pending: [Int] = []
  private var next = 0
  /// What was looked at and was not merged.
  private var unmerged: Set<Key> = []
  /// Of kinds that were gone through: what was merged, by what it was merged into.
  private var merges: [String: [UUID: [UUID]]] = [:]

  private init() {}

  /// The parts of a move, first the one that was asked for.
  ///
  /// - Parameter strays: what the other store has under them.
  /// - Throws: `StoreError.notInSchema`; `expiredToken` where some of it was purged.
  static func parts<E: Entity>(
    of root: ID<E>, _ form: MoveForm, _ strays: [MoveStrays.Stray], _ reader: borrowing Reader
  ) throws -> [MovedPart] {
    var search = MovedPartSearch()
    try search.addLeaving(E.self, root.rawValue, reader)
    try search.followPending(reader)
    if form == .history {
      try search.addAllMerged(reader)
      try search.followPending(reader)
    }
    for stray in strays { try search.add(stray.entity, stray.id, reader) }
    var parts: [MovedPart] = []
    for part in search.found { parts.append(try search.part(part.entity, part, form, reader)) }
    return parts
  }

  // MARK: Finding

  private mutating func followPending(_ reader: borrowing Reader) throws {
    let relations = reader.readers.catalog.relations
    while next < pending.count {
      let part = found[pending[next]]
      next += 1
      if let keeper = part.keeper { try addMerged(part.entity, keeper, reader) }
      for relation in relations { try follow(relation, from: part, reader) }
    }
  }

  /// Adds what a part's reference leads through, and the children that the relation finds under it.
  private mutating func follow<R: Relation>(
    _ relation: R, from part: Found, _ reader: borrowing Reader
  ) throws {
    if let child = part.state as? R.Child, let parent = R.parent(of: child) {
      try addMerged(R.Parent.self, parent.rawValue, reader)
    }
    guard R.rule == .cascade, part.role == .leaves, R.Parent.kind == part.entity.kind
    else { return }
    var children: [UUID] = []
    try reader.view(R.self).forEach(R.where(ID(part.id))) { key, _ in
      children.append(key.second.rawValue)
      return true
    }
    for child in children { try addLeaving(R.Child.self, child, reader) }
  }

  private mutating func addLeaving<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws {
    let key = Key(kind: E.kind, id: id)
    if let place = places[key] {
      if found[place].role == .leaves { return }
      // Merges lead through it in a circle, and it is the one that stays.
      found[place].role = .leaves
      pending.append(place)
      return
    }
    try add(Found(entity: type, id: id, state: reader.state(type, id), role: .leaves), key)
  }

  /// Adds an entity if it was merged into another one.
  private mutating func addMerged<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws {
    let key = Key(kind: E.kind, id: id)
    if places[key] != nil || unmerged.contains(key) { return }
    let part = Found(entity: type, id: id, state: try reader.state(type, id), role: .merged)
    if part.keeper == nil { unmerged.insert(key) } else { add(part, key) }
  }

  /// Adds what was merged into the parts that leave, what was merged into that, and so on.
  private mutating func addAllMerged(_ reader: borrowing Reader) throws {
    var open = found.filter { $0.role == .leaves }
    var passed: Set<Key> = []
    while let part = open.popLast() {
      for id in try merged(part.entity, reader)[part.id] ?? [] {
        let key = Key(kind: part.entity.kind, id: id)
        guard passed.insert(key).inserted else { continue }
        try addMerged(part.entity, id, reader)
        if let place = places[key] { open.append(found[place]) }
      }
    }
  }

  /// What was merged of a kind, by what it was merged into; without that whose history was purged,
  /// because it cannot be moved with it. O(n) for n entities of the kind, the first time.
  private mutating func merged<E: Entity>(
    _ type: E.Type, _ reader: borrowing Reader
  ) throws -> [UUID: [UUID]] {
    if let known = merges[E.kind] { return known }
    let (type, log) = (try reader.registry.type(type), reader.log)
    var merged: [UUID: [UUID]] = [:]
    try reader.forEachStored(type.kind, after: nil) { id, stored in
      if let state = try type.state(stored), let keeper = type.keeper(of: state, id),
        try log.baseline(type.kind.entityKey(id)) == nil
      {
        merged[keeper, default: []].append(id)
      }
      return true
    }
    merges[E.kind] = merged
    return merged
  }

  /// Adds what the other store has under a part, as far as this one knows it. What was moved away
  /// is in the other store by right.
  private mutating func add<E: Entity>(
    _ stray: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws {
    let key = Key(kind: E.kind, id: id)
    guard places[key] == nil, try reader.isKnown(stray, id),
      try Departure.last(of: stray, id, reader) == nil
    else { return }
    add(Found(entity: stray, id: id, state: try reader.state(stray, id), role: .absent), key)
  }

  private mutating func add(_ part: Found, _ key: Key) {
    places[key] = found.count
    pending.append(found.count)
    found.append(part)
  }

  // MARK: Roles

  private func part<E: Entity>(
    _ type: E.Type, _ part: Found, _ form: MoveForm, _ reader: borrowing Reader
  ) throws -> MovedPart {
    try MovedPart(type, part.id, part.state as? E, role(of: part, reader), form, reader)
  }

  private func role(of part: Found, _ reader: borrowing Reader) throws -> MovedPart.Role {
    guard part.role == .merged else { return part.role }
    let kept = Key(kind: part.entity.kind, id: try Self.kept(part.entity, part.id, reader))
    return places[kept].map { found[$0].role } == .leaves ? .merged : .passed
  }

  /// The entity to which references to one lead.
  private static func kept<E: Entity>(
    _ type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> UUID {
    let type = try reader.registry.type(type)
    return try type.standing(reader.log, type.kind.entityKey(id)).keepers.last ?? id
  }
}
