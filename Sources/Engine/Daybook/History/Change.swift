extension History {
  /// What a transaction did to one entity, with the values before and after.
  public enum Change<E: Entity>: Sendable, Equatable {
    /// The entity was created, or came back.
    case inserted(E)
    /// It changed; the properties are those whose stored fields differ.
    case updated(old: E, new: E, properties: [Property])
    /// It was deleted; the value is the last one.
    case deleted(last: E)

    /// The value before; nil when there was none.
    public var old: E? {
      switch self {
      case .inserted: nil
      case .updated(let old, _, _): old
      case .deleted(let last): last
      }
    }

    /// The value after; nil when there is none.
    public var new: E? {
      switch self {
      case .inserted(let new): new
      case .updated(_, let new, _): new
      case .deleted: nil
      }
    }
  }

  /// A property of an entity: a field of its payload.
  public struct Property: Hashable, Sendable, CustomStringConvertible {
    /// The number of the field.
    public let field: Int
    /// What `Entity.propertyNames` calls it; nil when it has no name there.
    public let name: String?

    /// Names a field.
    public init(field: Int, name: String?) {
      self.field = field
      self.name = name
    }

    public var description: String { name ?? "field \(field)" }
  }

  /// What happened to an entity of any kind.
  public struct AnyChange: Sendable {
    /// The sorts of change.
    public enum Sort: String, Sendable { case inserted, updated, deleted }

    /// The kind of entity.
    public let kind: String
    /// The entity.
    public let entity: UUID
    /// What happened.
    public let sort: Sort
    /// The properties of an update that differ.
    public let properties: [Property]
    let old: (any Entity)?
    let new: (any Entity)?

    /// The change of an entity of a type; nil when this one is of another kind.
    public func typed<E: Entity>(_ type: E.Type) -> Change<E>? {
      switch sort {
      case .inserted: (new as? E).map { .inserted($0) }
      case .deleted: (old as? E).map { .deleted(last: $0) }
      case .updated:
        if let old = old as? E, let new = new as? E {
          .updated(old: old, new: new, properties: properties)
        } else {
          nil
        }
      }
    }
  }

  /// One entity at one point of its history.
  public struct Version<E: Entity>: Sendable {
    /// The transaction that led to it.
    public let transaction: Transaction
    /// The value after that transaction; nil when the entity did not exist then.
    public let value: E?
  }
}

extension History.AnyChange {
  /// The change from one value to another; nil when they are the same.
  @usableFromInline
  init?<E: Entity>(_ id: UUID, old: E?, new: E?) throws {
    switch (old, new) {
    case (nil, nil): return nil
    case (nil, .some): sort = .inserted
    case (.some, nil): sort = .deleted
    case (.some(let old), .some(let new)):
      if old == new { return nil }
      sort = .updated
    }
    kind = E.kind
    entity = id
    self.old = old
    self.new = new
    guard let old, let new else {
      properties = []
      return
    }
    properties = try PropertyChanges.fields(old, new).map {
      History.Property(field: $0, name: E.propertyNames[$0])
    }
    // A NaN does not equal itself, but its bytes do.
    if properties.isEmpty { return nil }
  }
}
