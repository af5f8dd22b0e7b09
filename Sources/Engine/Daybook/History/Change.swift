internal import Foundation

extension History {
  /// What a transaction did to one entity, with the values before and after.
  public enum Change<E: Entity>: Sendable, Equatable {
    /// The entity was created, or came back.
    case inserted(E)
    /// It changed.
    case updated(old: E, new: E)
    /// It was deleted; the value is the last one.
    case deleted(last: E)

    /// The value before; nil when there was none.
    public var old: E? {
      switch self {
      case .inserted: nil
      case .updated(let old, _): old
      case .deleted(let last): last
      }
    }

    /// The value after; nil when there is none.
    public var new: E? {
      switch self {
      case .inserted(let new): new
      case .updated(_, let new): new
      case .deleted: nil
      }
    }
  }

  /// What happened to an entity of any kind, who did it, and when.
  ///
  /// `print` shows it in words: `changed groceries.item Milk: amount 1 → 2`.
  public struct AnyChange: Sendable {
    /// The sorts of change.
    public enum Sort: String, Sendable { case inserted, updated, deleted }

    /// The transaction that did it; of a difference between two places, the last one between them
    /// that touched the entity.
    public let transaction: Transaction
    /// The kind of entity.
    public let kind: String
    /// The entity.
    public let entity: UUID
    /// What happened.
    public let sort: Sort
    private let old: (any Entity)?
    private let new: (any Entity)?

    /// Who did it, as the append named them.
    public var author: String? { transaction.author }
    /// When, by the writer's wall clock.
    public var time: Date { transaction.wallTime }
    /// What people call the entity after the change, or before a deletion:
    /// ``Entity/displayName``.
    public var name: String? { (new ?? old)?.displayName }

    /// The change of an entity of a type; nil when this one is of another kind.
    public func typed<E: Entity>(_ type: E.Type) -> Change<E>? {
      switch sort {
      case .inserted: (new as? E).map { .inserted($0) }
      case .deleted: (old as? E).map { .deleted(last: $0) }
      case .updated:
        if let old = old as? E, let new = new as? E { .updated(old: old, new: new) } else { nil }
      }
    }

    /// The properties that differ; those that have a value, of what was created or deleted.
    ///
    /// Computed when it is asked for, by reflection: some microseconds for each property.
    public var properties: [PropertyChange] {
      guard let any = new ?? old else { return [] }
      func changes<E: Entity>(_ like: E) -> [PropertyChange] {
        PropertyChange.between(old as? E, new as? E)
      }
      return changes(any)
    }

    /// The fields of the stored state that differ, ascending, as bytes; those that there are, of
    /// what was created or deleted. Computed when it is asked for: both states are encoded.
    public var fields: [FieldChange] {
      guard let any = new ?? old else { return [] }
      func changes<E: Entity>(_ like: E) -> [FieldChange] {
        FieldChange.between(old as? E, new as? E)
      }
      return changes(any)
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

extension History.Change {
  /// The properties that differ; those that have a value, of what was created or deleted.
  public var properties: [History.PropertyChange] { History.PropertyChange.between(old, new) }
}

extension History.AnyChange: CustomStringConvertible {
  public var description: String {
    let verb = sort == .inserted ? "added" : sort == .deleted ? "deleted" : "changed"
    let what = "\(verb) \(kind) \(name ?? entity.uuidString)"
    if sort == .deleted { return what }
    let words = properties.filter { sort == .updated || $0.new != name }.map {
      sort == .updated ? $0.description : "\($0.name) \($0.new ?? "none")"
    }
    return words.isEmpty ? what : "\(what): \(words.joined(separator: ", "))"
  }
}

extension History.AnyChange {
  /// The change from one value to another; nil when they are the same.
  @usableFromInline
  init?<E: Entity>(_ transaction: History.Transaction, _ id: UUID, old: E?, new: E?) {
    switch (old, new) {
    case (nil, nil): return nil
    case (nil, .some): sort = .inserted
    case (.some, nil): sort = .deleted
    case (.some(let old), .some(let new)):
      // A NaN does not equal itself, but its bytes do.
      if old == new || Self.bytes(old) == Self.bytes(new) { return nil }
      sort = .updated
    }
    self.transaction = transaction
    kind = E.kind
    entity = id
    self.old = old
    self.new = new
  }

  /// The change from one value to another of a type that they alone know; nil when they are the
  /// same.
  init?(
    _ transaction: History.Transaction, _ id: UUID, any old: (any Entity)?, _ new: (any Entity)?
  ) {
    func change<E: Entity>(_ like: E) -> Self? {
      Self(transaction, id, old: old as? E, new: new as? E)
    }
    guard let some = new ?? old, let made = change(some) else { return nil }
    self = made
  }

  private static func bytes<E: Entity>(_ value: E) -> [UInt8] {
    var writer = PayloadWriter()
    value.encode(into: &writer)
    return writer.array
  }
}
