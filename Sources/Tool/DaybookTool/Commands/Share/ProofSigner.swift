import Daybook
import DaybookSync

/// What is said of who signed a proof that a store was compared with.
struct ProofSigner {
  private let signer: StoreProof.Signer?
  private let proof: StoreProof

  /// - Throws: as `EventStore.signer(of:)`.
  init(_ proof: StoreProof, _ store: EventStore) throws {
    (signer, self.proof) = (try store.signer(of: proof), proof)
  }

  /// Whether nobody has signed it, or somebody whose key the store knows.
  var isSound: Bool { signer?.isKnown ?? true }

  /// One sentence.
  var words: String {
    guard let signer else { return "Nobody has signed the proof: anybody may have made it." }
    guard let member = signer.member, signer.isKnown else {
      return
        "Somebody has signed the proof whose key this store does not know; its digits are \(signer.keyDigits ?? "none")."
    }
    return "\(member) has signed the proof, with the key that was enrolled here."
  }

  var json: [String: JSON.Value] {
    [
      "isSigned": .bool(signer != nil),
      "signer": JSON.Value(signer.flatMap { $0.isKnown ? $0.member : nil }),
    ].with("made", proof.made)
  }
}
