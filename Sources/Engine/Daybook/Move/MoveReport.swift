/// What came of moving an entity into another store; see `EventStore.move`.
public struct MoveReport: Hashable, Sendable {
  /// The entities that were moved: the one that was asked for, what is gone with it, and what was
  /// merged into these; 0 where an earlier call had done all of it.
  public let entities: Int
  /// The events that the other store lacked, of these and of what their references lead through.
  public let events: Int
  /// The transaction that took them out of the store; its undo brings them back there, until a
  /// frontier makes it final.
  public let departure: History.Token
  /// The last transaction that this call wrote in the other store; nil where it wrote none. An undo
  /// by the author who moved it takes back all that the call brought.
  public let arrival: History.Token?
  /// Files that the moved refers to and the store that it has left did not have, or not as they
  /// were named; the other one lacks them too. By the order of their names.
  public let missingAttachments: [Attachment]

  /// Makes one from its parts.
  public init(
    entities: Int, events: Int, departure: History.Token, arrival: History.Token?,
    missingAttachments: [Attachment] = []
  ) {
    self.entities = entities
    self.events = events
    self.departure = departure
    self.arrival = arrival
    self.missingAttachments = missingAttachments
  }
}
