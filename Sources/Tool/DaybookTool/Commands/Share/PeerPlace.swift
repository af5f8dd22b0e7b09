/// A peer as the command line speaks of it.
struct PeerPlace: Sendable {
  /// What it is.
  let noun: String
  /// The command that exchanges with it.
  let command: String
  /// The folder to name where one is needed.
  let directory: String
  /// How `sync mint --rewrite` names it.
  let named: String
}
