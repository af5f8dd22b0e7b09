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
    try proof.check()
    guard proof.space == own.space else {
      differences.append(
        Finding(.otherSpace, "the proof is of the space \(proof.space), this store of \(own.space)")
      )
      return
    }
    let isLogKept = try compareLog()
    for writer in proof.writers { try compare(writer, isLogKept: isLogKept) }
    if isOtherLog, !differences.contains(where: { $0.code == .changed }) {
      differences.append(
        Finding(
          .changed,
          "this store's log is not the one that was proved: something in it was changed, or it is a copy of the store's files that went on by itself; verify says more"
        ))
    }
    try compareKeys()
    try compareViews()
  }

  /// Compares the log where it is this store's own. Returns whether it is the same.
  private mutating func compareLog() throws -> Bool {
    guard let token = History.Token(proof.token) else { return false }
    do {
      let own = try store.read { try $0.provenLog(through: token, names: proof.names) }
      guard let own else { return false }
      isOtherLog = own.hash.hexadecimal != proof.log || own.names < proof.names
      compareRemains(own)
      return !isOtherLog
    } catch let error as StoreError where error.code == .damaged {
      differences.append(Finding(.changed, error.message))
      return false
    }
  }

  /// Compares what purges have left, where none has gone further since.
  private mutating func compareRemains(_ own: ProvenLog) {
    guard let purge = proof.purge, purge.through == own.purged,
      purge.left != own.remains?.hexadecimal
    else { return }
    notCompared.append(
      Finding(
        .purged,
        "what the purge to transaction \(purge.through) has left is not what was proved: another purge has gone on with it, or something was changed"
      ))
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
    if reach == 0 { return }
    guard let holds = try holds(writer, isLogKept: isLogKept) else {
      notePurged(replica, 1...reach)
      return
    }
    guard holds else {
      differences.append(
        Finding(
          .changed,
          "this store holds other transactions of the replica \(replica) than were proved; verify says more",
          replica: replica, 1...reach))
      return
    }
    let purged = try own.purged(of: replica, through: reach)
    common += reach - max(purged, writer.purged)
    if purged > writer.purged { notePurged(replica, writer.purged + 1...purged) }
  }

  private mutating func notePurged(_ replica: ReplicaID, _ sequences: ClosedRange<UInt64>) {
    notCompared.append(
      Finding(
        .purged, "the transactions of the replica \(replica) were purged here or there",
        replica: replica, sequences))
  }

  /// Whether the transactions of a writer that are here are those that were proved, by hashing them
  /// again; nil where nothing tells.
  private func holds(_ writer: StoreProof.Writer, isLogKept: Bool) throws -> Bool? {
    let run = try own.run(of: ReplicaID(writer.replica), through: writer.sequence, in: own.space)
    if run.changed != nil { return false }
    guard let chain = writer.chain, run.chain.sequence == writer.sequence else {
      return isLogKept ? true : nil
    }
    return run.chain.hash.hexadecimal == chain
  }

  /// Compares who the writers are with what this store knows of them.
  private mutating func compareKeys() throws {
    guard let members = try store.read({ try $0.space()?.members }) else { return }
    if proof.signature == nil {
      notCompared.append(
        Finding(.unsigned, "nobody has signed the proof: anybody may have made it"))
    }
    let lacks = differences.contains { $0.code == .ahead }
    for writer in proof.writers {
      guard let key = writer.key, let name = writer.member else { continue }
      let replica = ReplicaID(writer.replica)
      let member = members[replica]
      // The transaction that enrols it may be lacking.
      if member == nil, lacks { continue }
      if member?.key.hexadecimal == key, member?.member == name { continue }
      let known =
        member.map { "this store knows \($0.member) with the key \(digits($0, replica))" }
        ?? "this store knows no member with it"
      differences.append(
        Finding(
          .otherKey,
          "the proof says that the replica \(replica) is \(name) with the key \(proof.keyDigits(of: writer) ?? "?"); \(known)",
          replica: replica))
    }
  }

  private func digits(_ member: Space.Member, _ replica: ReplicaID) -> String {
    EnrolmentRequest(replica: replica, publicKey: member.key).checkDigits
  }

  private mutating func compareViews() throws {
    guard !proof.views.isEmpty || !proof.viewsBehind.isEmpty else { return }
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
    let changed = Set(try store.viewsWithOtherRows())
    for name in proof.views.map(\.name) where changed.contains(name) {
      differences.append(
        Finding(
          .otherRows,
          "the rows of the view \(name) are not those that the store has written: rebuild it",
          view: name))
    }
    for name in proof.viewsBehind {
      notCompared.append(
        Finding(
          .viewBehind,
          "the view \(name) lacked transactions when the proof was made, which says nothing of its rows",
          view: name))
    }
    let views = try store.read { try $0.viewStandings() }
    for proved in proof.views { compare(proved, views) }
  }

  private mutating func compare(_ proved: StoreProof.View, _ views: StoredViews) {
    let name = proved.name
    if views.behind.contains(name) {
      notCompared.append(
        Finding(
          .viewBehind,
          "the view \(name) lacks transactions here: open the store with an app that has it, or rebuild it",
          view: name))
      return
    }
    guard let view = views.current[name], view.fingerprint == proved.fingerprint else {
      notCompared.append(
        Finding(
          .otherSchema, "this store does not keep the view \(name), or makes it otherwise",
          view: name))
      return
    }
    guard view.digest.description != proved.digest else { return }
    differences.append(
      Finding(.otherRows, "the view \(name) has other rows than were proved", view: name))
  }
}
