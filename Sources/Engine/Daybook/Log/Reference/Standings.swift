/// Finds out what references come to, and remembers it while the entities stay as they are.
@usableFromInline
final class Standings {
  /// What is known of an entity.
  struct Known {
    let isGone: Bool
    /// The one that it was merged into.
    var keeper: UUID?
  }

  /// How many entities are remembered; beyond, they are found out again.
  private static let limit = 1 << 16

  private var known: [EntityKey: Known] = [:]
  private var merges = MergeCircles()
  /// How many entities one reference led to, at most.
  private var longest = 0

  @usableFromInline init() {}

  /// What a reference to an entity comes to.
  ///
  /// O(n) for the n entities to which it leads, the first time.
  ///
  /// - Parameter look: what an entity's own events make of references to it.
  @usableFromInline
  func standing(
    of key: EntityKey, _ look: (EntityKey) throws -> Footing
  ) throws -> Standing {
    if known[key] == nil { try find(key, look) }
    guard let found = known[key] else { return .there }
    if let keeper = found.keeper {
      return Standing(isGone: found.isGone, keepers: keepers(from: keeper, of: key))
    }
    return found.isGone ? .gone : .there
  }

  /// Whether readers see an entity that was merged, because merges lead from it to itself.
  @usableFromInline
  func stays(_ key: EntityKey, _ look: (EntityKey) throws -> Footing) throws -> Bool {
    if merges.stays[key] == nil { _ = try footing(of: key, look) }
    return merges.stays[key] ?? false
  }

  /// Those that were merged in a circle with one of these, which may be among them; each once.
  @usableFromInline
  func circles(
    with keys: [EntityKey], _ look: (EntityKey) throws -> Footing
  ) throws -> [EntityKey] {
    var (found, given) = ([EntityKey](), Set<Int>())
    for key in keys {
      _ = try stays(key, look)
      if let place = merges.places[key], given.insert(place).inserted {
        found += merges.circles[place]
      }
    }
    return found
  }

  /// What an entity's own events make of references to it, once it is known who stays.
  private func footing(
    of key: EntityKey, _ look: (EntityKey) throws -> Footing
  ) throws -> Footing {
    let own = try look(key)
    guard case .merged(let merged) = own else { return own }
    if merges.stays[key] == nil { try merges.add(key, merged, look) }
    return merges.stays[key] == true ? merged.asKept : own
  }

  private func find(_ key: EntityKey, _ look: (EntityKey) throws -> Footing) throws {
    // A row that is longer than the limit must not be gone through for each of its entities.
    if known.count > max(Self.limit, 2 * longest) {
      known.removeAll()
      merges = MergeCircles()
    }
    let before = known.count
    let footing = try footing(of: key, look)
    switch footing {
    case .there: known[key] = Known(isGone: false)
    case .gone: known[key] = Known(isGone: true)
    case .merged, .following:
      var walk = StandingWalk(known)
      // The walk alone has them, so that they are not copied.
      known = [:]
      defer { known = walk.known }
      try walk.go(from: key, footing) { try self.footing(of: $0, look) }
    }
    longest = max(longest, known.count - before)
  }

  /// The entities that one was merged into, one after the other; in a circle, up to the one that
  /// stays.
  private func keepers(from first: UUID, of key: EntityKey) -> [UUID] {
    var (found, passed, next) = ([UUID](), Set([key.id]), UUID?.some(first))
    while let keeper = next, passed.insert(keeper).inserted {
      found.append(keeper)
      next = known[EntityKey(kind: key.kind, id: keeper)]?.keeper
    }
    return found
  }
}
