/// The side of a breast feed.
public enum BreastSide: String, Sendable, CaseIterable {
  /// The left breast.
  case left
  /// The right breast.
  case right
  /// Both breasts in one session.
  case both
}
