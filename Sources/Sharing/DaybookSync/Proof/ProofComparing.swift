internal import Daybook

/// Compares a store with a proof, and collects the findings.
struct ProofComparing {
  typealias Finding = ReplicaComparison.Finding

  private let store: EventStore
  private let own: ComparedStore
  private let proof: StoreProof
  private var differences: [Finding] = []
  private var notCompared: [Finding] = []
  private var common: UInt64 = 0
  /// Whether the log has the name of the one that was proved, and is another.
  private var isOtherLog = false

  static func compare(_ store: EventStore, with proof: StoreProof) throws -> ReplicaComparison {
    var comparing = ProofComparing(store: store, own: try ComparedStore(store), proof: proof)
    try comparing.compare()
    return ReplicaComparison(
      common: comparing.common, differences: comparing.differences,
      notCompared: comparing.notCompared)
  }

  private init(store: EventStore, own: ComparedStore, proof: StoreProof) {
    (self.store, self.own, self.proof) = (store, own, proof)
  }

  private mutating func compare() throws {
    guard proof.space == own.space else {
      differences.append(
        Finding(.otherSpace, "the proof is of the space \(proof.space), this store of \(own.space)")
      )
      return
    }
    let isLogKept = try compareLog()
    for writer in proof.writers { try compare(writer, isLogKept: isLogKept) }
    // A copy of the store may have the same transactions in another order.
    if isOtherLog, differences.isEmpty, !notCompared.isEmpty {
      differences.append(
        Finding(
          .changed,
          "this store's log is not the one that was proved, and not all of it can be compared: something in it was changed, or it is a copy that went on by itself; verify says more"
        ))
    }
    try compareViews()
  }

  /// Compares the log where it is this store's own. Returns whether it is the same.
  private mutating func compareLog() throws -> Bool {
    guard let token = History.Token(proof.token) else { return false }
    do {
      guard let chain = try store.read({ try $0.logChain(through: token) }) else { return false }
      isOtherLog = chain.hexadecimal != proof.log
      return !isOtherLog
    } catch let error as StoreError where error.code == .damaged {
      differences.append(Finding(.changed, error.message))
      return false
    }
  }

  private mutating func compare(_ writer: StoreProof.Writer, isLogKept: Bool) throws {
    let replica = ReplicaID(writer.replica)
    let reach = min(own.vector[replica], writer.sequence)
    if reach < writer.sequence {
      differences.append(
        Finding(
          .ahead,
          "this store lacks transactions \(reach + 1) to \(writer.sequence) of the replica \(replica)",
          replica: replica, reach + 1...writer.sequence))
      return
    }
    if isLogKept {
      common += reach
      return
    }
    if reach == 0 { return }
    let run = try own.run(of: replica, through: reach, in: own.space)
    guard let chain = writer.chain, run.chain.sequence == reach else {
      notCompared.append(
        Finding(
          .purged, "the transactions of the replica \(replica) were purged here or there",
          replica: replica, 1...reach))
      return
    }
    if run.chain.hash.hexadecimal == chain {
      common += reach
      return
    }
    differences.append(
      Finding(
        .changed,
        "this store holds other transactions of the replica \(replica) than were proved; verify says more",
        replica: replica, 1...reach))
  }

  private mutating func compareViews() throws {
    guard !proof.views.isEmpty else { return }
    let sequences = proof.writers.map { (ReplicaID($0.replica), $0.sequence) }
    guard differences.isEmpty, sequences.allSatisfy({ own.vector[$0.0] == $0.1 }),
      own.vector.sequences.values.reduce(0, +) == proof.writers.map(\.sequence).reduce(0, +)
    else {
      notCompared.append(
        Finding(
          .otherTransactions,
          "views are compared only where this store has the same transactions and no more"))
      return
    }
    let views = try store.read { try $0.storedViews() }
    for proved in proof.views {
      guard let view = views[proved.name], view.fingerprint == proved.fingerprint else {
        notCompared.append(
          Finding(
            .otherSchema, "this store does not keep the view \(proved.name), or makes it otherwise",
            view: proved.name))
        continue
      }
      guard view.digest.description != proved.digest else { continue }
      differences.append(
        Finding(
          .otherRows, "the view \(proved.name) has other rows than were proved", view: proved.name))
    }
  }
}
