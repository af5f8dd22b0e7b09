import Daybook
import Foundation

extension Schema {
  /// Everything that the app stores and shows, and what imports remember.
  public static let puppy = Schema()
    .entity(Kept<DiaryEntry>.self).entity(Kept<PuppyProfile>.self).entity(Kept<WalkSpot>.self)
    .entity(Kept<MasteredSkill>.self).entity(Kept<MedicationCompletion>.self)
    .entity(Kept<Exposure>.self).entity(Kept<Socialization>.self).entity(Kept<Milestone>.self)
    .entity(Kept<FileText>.self)
    .projection(EntriesByTime()).projection(EntriesByType()).projection(PeesByTime())
    .projection(WalksBySpot()).projection(WalksBySpotAndTime()).projection(SkillsByName())
    .projection(DosesByDay()).projection(ExposuresByTime()).projection(ExposuresByItem())
    .projection(MilestonesInOrder()).importing()
}

/// The store in the hands of one person, who can take back what he did.
public struct PuppyLog: Sendable {
  public let store: EventStore
  public let person: String

  public init(store: EventStore, person: String) {
    self.store = store
    self.person = person
  }

  /// Writes a value down.
  @discardableResult
  public func record<Value: KeptValue>(_ value: Value) async throws -> ID<Kept<Value>> {
    let id = ID<Kept<Value>>.timeOrdered()
    try await store.append(author: person) { try $0.append(.recorded(value), to: id) }
    return id
  }

  /// Changes fields of a value; no difference writes nothing.
  public func change<Value: KeptValue>(
    _ id: ID<Kept<Value>>, _ body: @escaping @Sendable (inout Value) -> Void
  ) async throws {
    try await store.append(author: person) { draft in
      guard let old = try draft.entity(id) else { return }
      var new = old
      body(&new.value)
      if let event = Kept.amended(from: old, to: new) { try draft.append(event, to: id) }
    }
  }

  /// Deletes a value; `undo` brings it back.
  public func delete<Value: KeptValue>(_ id: ID<Kept<Value>>) async throws {
    try await store.append(author: person) { try $0.append(.deleted, to: id) }
  }

  /// Takes back the last thing that the person did, such as a whole import.
  public func undo() async throws { try await store.undo(by: person) }

  /// Brings back what the person's last undo took back.
  public func redo() async throws { try await store.redo(by: person) }
}
