public import DaybookMacros

/// The household's store in the hands of one person, who can take back what he did.
public struct Household: Sendable {
  public let store: EventStore
  public let person: String

  public init(store: EventStore, person: String) {
    self.store = store
    self.person = person
  }

  /// Writes what happened to one thing, and returns which thing it is.
  @discardableResult
  func append<E: Entity>(_ event: E.Event, to id: ID<E>) async throws -> ID<E> {
    try await store.append(author: person) { try $0.append(event, to: id) }
    return id
  }

  /// Takes back the last thing that the person did, all of it.
  public func undo() async throws { try await store.undo(by: person) }

  /// Brings back what the person's last undo took back.
  public func redo() async throws { try await store.redo(by: person) }
}
