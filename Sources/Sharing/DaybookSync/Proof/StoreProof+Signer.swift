public import Daybook

extension StoreProof {
  /// Who has signed a proof.
  public struct Signer: Hashable, Sendable {
    /// The replica that the proof names as its maker.
    public let replica: ReplicaID
    /// The member whose replica that is, by what the store knows; nil when it knows none.
    public let member: String?
    /// Whether the key is the one that the store knows for that member. With another key somebody
    /// else has signed in that member's name.
    public let isKnown: Bool
    /// Twenty digits that stand for the key.
    public let keyDigits: String?
  }

  /// The writers of which nobody's signature vouches for all transactions: neither their own, nor,
  /// for its maker, that of the proof.
  ///
  /// Others are to be believed as far as the maker of the proof is.
  public var unsignedWriters: [Writer] {
    writers.filter { writer in
      let isMaker = signature != nil && writer.replica == maker
      return !isMaker && writer.signed?.sequence ?? 0 < writer.sequence
    }
  }
}
