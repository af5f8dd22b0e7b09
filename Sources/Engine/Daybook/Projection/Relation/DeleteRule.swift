/// What becomes of the entities that refer to another one when that is deleted; see ``Relation``.
///
/// A rule says what readers see. No event is written for it, so whatever brings the parent back
/// brings back what referred to it too.
public enum DeleteRule: String, Hashable, Sendable {
  /// They are gone with it, and so is what refers to them by a relation with this rule.
  case cascade
  /// They stay, and their reference reads as nil.
  case nullify
  /// The append that would leave them without it throws `StoreError.refusedByRelation`.
  ///
  /// What arrives from another replica is never refused: both stores wrote in good faith. Then they
  /// stay and refer to what is deleted, and ``Reader/dangling(_:)`` lists them until somebody
  /// changes one or the other.
  case deny
}
