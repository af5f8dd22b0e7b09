import Daybook

/// The diary in the hands of one person, in whose name it writes.
struct Notebook: Sendable {
  let store: EventStore
  let person: String

  /// Writes what happened to one thing, and returns which thing it is.
  @discardableResult
  func append<E: Entity>(_ event: E.Event, to id: ID<E>) async throws -> ID<E> {
    try await store.append(author: person) { try $0.append(event, to: id) }
    return id
  }

  func medications() throws -> [Medication] {
    try store.read { try $0.entities(of: Medication.self) }.map(\.state).sorted {
      $0.name < $1.name
    }
  }

  /// Takes back the newest thing that this person did, whatever others did since.
  func undo() async throws { try await store.undo(by: person) }

  /// What everybody else changed after a place. `print` shows a change in words.
  func changesByOthers(after place: History.Token) throws -> [History.AnyChange] {
    try store.history.changes(after: place, where: .notAuthor(person)).all()
  }
}

extension Schema {
  /// What a store of the diary knows. Version 2 added the place of a symptom.
  static let diary = Schema(version: 2).entity(Medication.self).entity(Entry.self)
    .projection(Timeline()).projection(EntryWords()).projection(IntakesByTime())
    .projection(DosesByDay()).projection(SeverityByDay())
}
