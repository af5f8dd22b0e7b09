/// Follows merges, and finds out which entity stays where they lead in a circle.
///
/// Two devices that are apart may merge two entities into each other. Of a circle the one stays
/// whose first event is the oldest, of two at the same time the one with the lesser identifier.
/// That follows from the entities' own events. All of them are gone when that one is deleted.
struct MergeCircles {
  /// An entity on the way, with the time of its first event.
  private typealias Step = (key: EntityKey, created: HybridTime)

  /// Whether each entity that was looked at stays.
  private(set) var stays: [EntityKey: Bool] = [:]
  /// The circles that were found, and in which of them an entity is.
  private(set) var circles: [[EntityKey]] = []
  private(set) var places: [EntityKey: Int] = [:]

  /// Looks at an entity that was merged, and at all to which that leads; at each once. O(n).
  ///
  /// - Parameter look: what an entity's own events make of references to it.
  mutating func add(
    _ start: EntityKey, _ merged: MergedFooting, _ look: (EntityKey) throws -> Footing
  ) throws {
    var (way, passed) = ([Step](), [EntityKey: Int]())
    var (key, merged) = (start, merged)
    var kept: EntityKey?
    while true {
      passed[key] = way.count
      way.append((key, merged.created))
      key = EntityKey(kind: key.kind, id: merged.keeper)
      if stays[key] != nil { break }
      if let first = passed[key] {
        kept = close(way[first...])
        break
      }
      guard case .merged(let next) = try look(key) else { break }
      merged = next
    }
    for step in way { stays[step.key] = step.key == kept }
  }

  /// Notes a circle. Returns the one that stays.
  private mutating func close(_ circle: ArraySlice<Step>) -> EntityKey? {
    for step in circle { places[step.key] = circles.count }
    circles.append(circle.map(\.key))
    return circle.min { a, b in
      a.created == b.created ? a.key.packed.precedes(b.key.packed) : a.created < b.created
    }?.key
  }
}
