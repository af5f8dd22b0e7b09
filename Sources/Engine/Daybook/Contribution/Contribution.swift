/// What one entity gives to a row of a view.
public struct Contribution: Sendable, Hashable {
  /// The kind of the entity.
  public let kind: String
  /// The entity.
  public let entity: UUID
  /// The row that the projection's handlers leave on an empty table for this entity alone: of an
  /// `Index` its row, of `Totals` a tally of one. Empty when they leave none.
  public let row: [UInt8]
  /// Whether that is the entity's share: false when a handler has looked at other rows, so that all
  /// that is known is that the entity has touched the row.
  public let isShare: Bool
  /// Where it stands among the others: after it the next page begins. Twenty bytes, which mean
  /// something in the store alone that they come from.
  public let place: [UInt8]
}

/// An entity that gives nothing to a row of a view and would, and why.
public struct Omission: Sendable {
  /// Why an entity does not count.
  public enum Reason: Sendable, Hashable {
    /// What made it was taken back.
    case takenBack
    /// What made it counts for nothing: its writer was cut before it, or may only read.
    case void
    /// It was deleted.
    case deleted
    /// It was merged into another one.
    case merged
    /// It refers to something that is gone, and goes with it.
    case hidden
    /// The projection could not take it in; the text is what was thrown.
    case leftOut(String)
  }

  /// The kind of the entity.
  public let kind: String
  /// The entity.
  public let entity: UUID
  /// The row that it would leave on an empty table if all of its events counted, as it was last;
  /// empty for what was left out.
  public let row: [UInt8]
  /// Why it does not count.
  public let reason: Reason
  /// The transaction that has taken it back or deleted it, or that is void; nil for other reasons.
  public let transaction: History.Transaction?
  /// Where it stands among the others, as ``Contribution/place``.
  public let place: [UInt8]
}

/// Whether what entities give to a row comes to the row.
public enum ContributionSum: Sendable, Hashable {
  /// All together on an empty table they leave the row as it is stored.
  case addsUp
  /// They leave another one, or none: the projection is no function of the changes alone.
  case differs(given: [UInt8]?, stored: [UInt8]?)
  /// A handler has looked at other rows, so there are no shares to add up.
  case unknown
}
