public import DaybookMacros

/// The household's store in the hands of one person, who can take back what he did.
public struct Household: Sendable {
  public let store: EventStore
  public let person: String
  let makeID: @Sendable () -> UUID

  /// - Parameter makeID: makes the identifiers of new things.
  public init(
    store: EventStore, person: String, makeID: @escaping @Sendable () -> UUID = { .timeOrdered() }
  ) {
    self.store = store
    self.person = person
    self.makeID = makeID
  }

  /// Changes one thing of any kind, or deletes it, and then what the relations say.
  public func change<E: Entity>(_ id: ID<E>, _ event: E.Event) async throws {
    try await append(event, to: id)
  }

  /// Takes back the last thing that the person did, all of it.
  public func undo() async throws { try await store.undo(by: person) }

  /// Brings back what the person's last undo took back.
  public func redo() async throws { try await store.redo(by: person) }

  /// The identifier of a new thing.
  func newID<E: Entity>() -> ID<E> { ID(makeID()) }

  /// Writes what happened to one thing, and returns which thing it is.
  @discardableResult
  func append<E: Entity>(_ event: E.Event, to id: ID<E>) async throws -> ID<E> {
    try await store.append(author: person) { try $0.append(event, to: id) }
    return id
  }

  /// Writes one transaction in the name of the person; one without events leaves no trace.
  func write<R: Sendable>(
    _ body: @escaping @Sendable (inout Draft) throws -> R
  ) async throws -> R {
    try await store.write(author: person, body)
  }
}
