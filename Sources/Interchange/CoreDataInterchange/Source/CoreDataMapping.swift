#if CoreData
public import Interchange

/// What the rows of an entity of a store become.
public struct CoreDataMapping: Sendable {
  /// The entity of the store, with those that inherit from it.
  public let entity: String
  /// The attribute with the identifier, a UUID; nil for an entity without such.
  public let id: String?
  /// Numbers of the fields about which the store says nothing.
  public let untold: [Int]
  let type: any Importable.Type
  let state: @Sendable (CoreDataRow) throws -> (any Importable)?

  /// Maps an entity.
  ///
  /// A row is found again by its identifier, which its entity in the log then has too. A row
  /// without one is found by the store's identifier and its number there, so never by what a
  /// person may edit.
  ///
  /// - Parameters:
  ///   - entity: the entity of the store.
  ///   - id: the attribute with the identifier.
  ///   - untold: numbers of the fields about which the store says nothing.
  ///   - state: the whole entity as a row tells it; nil leaves the row out. A row for which it
  ///     throws a `CoreDataValueError` is quarantined; another error ends the import.
  public init<State: Importable>(
    _ entity: String, id: String? = nil, untold: [Int] = [],
    state: @escaping @Sendable (CoreDataRow) throws -> State?
  ) {
    self.entity = entity
    self.id = id
    self.untold = untold
    type = State.self
    self.state = { try state($0) }
  }
}
#endif
