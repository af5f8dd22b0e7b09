/// The entities whose standing is being found out, so that references in a circle end.
@usableFromInline
struct RelationPath {
  private var keys: [EntityKey] = []

  @usableFromInline init() {}

  /// Begins with an entity; false when that has begun already, further up.
  @usableFromInline
  mutating func enter(_ key: EntityKey) -> Bool {
    if keys.contains(key) { return false }
    keys.append(key)
    return true
  }

  /// Ends with the one that was begun last.
  @usableFromInline mutating func leave() { keys.removeLast() }

  @usableFromInline func holds(_ key: EntityKey) -> Bool { keys.contains(key) }
}
