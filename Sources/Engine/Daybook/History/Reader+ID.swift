// What `Reader` tells of one entity, by an identifier that says of which kind it is.
extension Reader {
  /// Whether the log holds events of the entity, deleted ones included.
  public func isKnown<E: Entity>(_ id: ID<E>) throws -> Bool { try isKnown(E.self, id.rawValue) }

  /// The events of an entity in order of arrival; see ``events(of:_:)``.
  public func events<E: Entity>(of id: ID<E>) throws -> [E.Event] {
    try events(of: E.self, id.rawValue)
  }

  /// An entity as it was; nil when it did not exist. See ``entity(_:_:asOf:)``.
  public func entity<E: Entity>(_ id: ID<E>, asOf token: History.Token) throws -> E? {
    try entity(E.self, id.rawValue, asOf: token)
  }

  /// Every transaction that touched an entity, oldest first; see ``versions(of:_:)``.
  public func versions<E: Entity>(of id: ID<E>) throws -> [History.Version<E>] {
    try versions(of: E.self, id.rawValue)
  }
}
