/// What was touched since a place in the history.
enum SnapshotTouched {
  /// Beyond so many entities it costs less to look at every file.
  private static let limit = 4_096

  /// The entities that the transactions after a token touched; nil when history cannot tell: the
  /// token is none, of another store, of a time that was purged, or from beyond the newest
  /// transaction, because the store is an older copy.
  static func entities(
    _ reader: borrowing Reader, after text: String
  ) throws -> Set<EntityReference>? {
    guard let token = History.Token(text), token.store == reader.storeID,
      token <= (try reader.token()), try token.number >= reader.purged()
    else { return nil }
    var found: Set<EntityKey> = []
    var walk = TouchWalk(reader.log)
    for number in token.number..<(try reader.newestNumber()) {
      try walk.visit(number + 1) { found.insert($0) }
      if found.count > limit { return nil }
    }
    return Set(
      try found.map { key in
        EntityReference(kind: try reader.log.name(key.kind)?.text ?? "", id: key.id)
      })
  }
}
