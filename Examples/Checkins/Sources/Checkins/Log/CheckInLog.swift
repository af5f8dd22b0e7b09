import Daybook
import Foundation
import Interchange

extension Schema {
  /// Everything that the app stores and shows, and what imports remember.
  public static let checkins = Schema()
    .entity(CheckIn.self).projection(CheckInsByDate()).importing()
}

/// The store in the hands of one person, who can take back what he did.
public struct CheckInLog: Sendable {
  public let store: EventStore
  public let person: String

  public init(store: EventStore, person: String) {
    self.store = store
    self.person = person
  }

  /// Writes a check-in down.
  @discardableResult
  public func record(_ checkIn: CheckIn) async throws -> ID<CheckIn> {
    let id = ID<CheckIn>.timeOrdered()
    try await store.append(author: person) { try $0.append(.recorded(checkIn), to: id) }
    return id
  }

  /// Moves a check-in in time.
  public func move(_ id: ID<CheckIn>, to date: Date) async throws {
    try await store.append(author: person) { draft in
      guard let old = try draft.entity(id) else { return }
      var new = old
      new.createdAt = date
      if let event = CheckIn.amended(from: old, to: new) { try draft.append(event, to: id) }
    }
  }

  /// Deletes a check-in; `undo` brings it back.
  public func delete(_ id: ID<CheckIn>) async throws {
    try await store.append(author: person) { try $0.append(.deleted, to: id) }
  }

  /// Takes back the last thing that the person did, such as a whole import.
  public func undo() async throws { try await store.undo(by: person) }

  /// Brings back what the person's last undo took back.
  public func redo() async throws { try await store.redo(by: person) }
}
