#if Tools
import Daybook
import DaybookSync

/// Who signed a proof, as far as a store knows the keys of its members.
struct ProofSigner {
  /// Whether the maker's signature is in the proof.
  let isSigned: Bool
  /// The member who made it, with the key that the store knows; nil for nobody that it knows.
  let member: String?
  /// One sentence.
  let words: String
  /// What the proof says of keys that the store knows otherwise.
  let problems: [String]

  /// Whether the keys of the proof are those that the store knows.
  var isSound: Bool { problems.isEmpty }

  /// - Parameter proof: one of which every signature was checked.
  init(_ proof: StoreProof, _ members: [ReplicaID: Space.Member]) {
    isSigned = proof.signature != nil
    var problems = proof.writers.compactMap { writer -> String? in
      guard let digits = proof.keyDigits(of: writer),
        let known = members[ReplicaID(writer.replica)], known.keyDigits != digits
      else { return nil }
      return
        "The proof has another key of \(known.member) than the one that was enrolled here: its digits are \(digits), and not \(known.keyDigits)."
    }
    let maker = members[ReplicaID(proof.maker)]
    let digits = proof.writers.first { $0.replica == proof.maker }
      .flatMap { proof.keyDigits(of: $0) }
    guard isSigned, let digits else {
      (member, words, self.problems) =
        (nil, "Nobody has signed the proof: anybody may have made it.", problems)
      return
    }
    if let maker, maker.keyDigits == digits {
      member = maker.member
      words = "\(maker.member) has signed the proof, with the key that was enrolled here."
    } else {
      member = nil
      words =
        "Somebody has signed the proof whose key this store does not know; its digits are \(digits)."
      if maker == nil { problems.append(words) }
    }
    self.problems = problems
  }
}
#endif
