/// One of the checks of `verify`: what is stored beside the log, against the log.
///
/// The check of a further table is a further file beside this one, and a word in `all`.
struct StoreCheck: Sendable {
  /// The stable name that a `Verification` gives.
  let name: String
  /// What would be lost with what it looks at.
  let part: Verification.Part
  /// Looks at everything within one LMDB transaction. Returns how much that was; throws the first
  /// thing that is wrong.
  /// It may use what the verifier has found before.
  let run: @Sendable (borrowing WriteScope, inout Verifier) throws -> String

  init(
    _ name: String, _ part: Verification.Part,
    _ run: @escaping @Sendable (borrowing WriteScope, inout Verifier) throws -> String
  ) {
    self.name = name
    self.part = part
    self.run = run
  }

  /// In the order in which they are made.
  static let all: [StoreCheck] = [
    .names, .replicas, .chain, .signed, .writing, .chains, .baselines, .quarantine, .inbox, .meta,
    .rows,
  ]
}
