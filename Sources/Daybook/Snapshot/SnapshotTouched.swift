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
    guard var token = History.Token(text), token.store == reader.storeID,
      token <= (try reader.token())
    else { return nil }
    var found: Set<EntityReference> = []
    while true {
      guard let page = try page(reader, token) else { return nil }
      for transaction in page {
        for entity in try reader.entities(touchedBy: transaction.number) {
          found.insert(EntityReference(kind: entity.kind, id: entity.id))
        }
        token = transaction.token
      }
      if found.count > limit { return nil }
      if page.isEmpty { return found }
    }
  }

  private static func page(
    _ reader: borrowing Reader, _ token: History.Token
  ) throws -> [History.Transaction]? {
    do { return try reader.transactions(after: token, limit: 256) } catch let error as StoreError
      where error.code == .expiredToken
    { return nil }
  }
}
