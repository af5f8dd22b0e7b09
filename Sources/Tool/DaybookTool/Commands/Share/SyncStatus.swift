#if Tools
public import ArgumentParser
import Daybook
import DaybookSync

public struct SyncStatus<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status", abstract: "What this store is in its space, and who lacks what.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    let store = try arguments.open()
    let standing = try Standing(store, KeyPlace(arguments))
    if arguments.printsJSON { return try arguments.print(json: standing.json) }
    standing.print(arguments)
  }
}

/// What a store is in its space.
private struct Standing {
  let space: UUID
  let sharing: Sharing
  let own: ReplicaID
  let mustStartAgain: Bool
  let stranded: UInt64
  /// How many transactions of its replica nobody else takes in.
  let unheard: UInt64
  /// How many of its replica are more than a day ahead of this clock.
  let ahead: UInt64
  /// Whether it may enrol and revoke, and nobody else may as far as others know.
  private let isOnlyOwner: Bool
  /// How many transactions of its replica count for nobody.
  let void: Int
  /// What the key is to it, when it is there.
  private let standing: KeyStanding?
  /// Why the key cannot be used.
  private let keyProblem: SyncError?
  let peers: [KnownPeer]
  /// The only owner that it was before it was restored.
  private let formerOwner: Space.Member?

  init(_ store: EventStore, _ key: KeyPlace) throws {
    space = store.space
    sharing = try Sharing(store)
    formerOwner = try sharing.formerOnlyOwner(store)
    (own, mustStartAgain, stranded) = try store.read { reader in
      (try reader.replica(), try reader.mustStartAgain(), try reader.strandedTransactions())
    }
    void = try store.read { try KnownSpace($0)?.voidTransactions } ?? 0
    (unheard, ahead, isOnlyOwner) = try store.read { [now = store.now()] reader in
      (
        try reader.unheardTransactions(), try reader.transactionsAhead(of: now),
        try reader.isOnlyOwner(heardAt: now)
      )
    }
    do {
      standing = try key.isThere ? KeyStanding(of: store, key.load(orElse: "")) : nil
      keyProblem = nil
    } catch let error as SyncError {
      (standing, keyProblem) = (nil, error)
    }
    peers = try store.knownPeers()
  }

  /// Why it writes as a new replica from its next command on.
  private var mintReason: MintReason? {
    if case .becomesNew(let reason) = standing { reason } else { nil }
  }
  /// What the restored store of the only owner lacks.
  private var lack: SyncError? { standing?.lack }
  private var known: Space? { if case .shared(let space) = sharing { space } else { nil } }

  var json: [String: JSON.Value] {
    let member = known?.members[own]
    return [
      "space": JSON.Value(space), "isShared": .bool(sharing.isShared),
      "name": JSON.Value(known?.name), "keyProblem": JSON.Value(keyProblem?.message),
      "replica": JSON.Value(own.uuid), "member": JSON.Value(member?.member),
      "role": JSON.Value(member?.role.word), "isRevoked": .bool(member?.isRevoked ?? false),
      "members": JSON.Value(known?.devices ?? 0), "mustStartAgain": .bool(mustStartAgain),
      "stranded": JSON.Value(stranded), "void": JSON.Value(void),
      "unheard": JSON.Value(unheard), "ahead": JSON.Value(ahead),
      "willBeMinted": JSON.Value(mintReason?.rawValue),
      "mustRecover": .bool(lack != nil),
      "frontier": JSON.Value(known?.frontiers.last.map { Int(clamping: $0.number) }),
      "peers": .list(
        peers.map { ["name": .text($0.name), "behind": JSON.Value($0.behind)] }),
    ]
  }

  /// What of its own nobody takes in yet, because a clock was ahead, and what to do.
  private func aheadWords<Tool: StoreTool>(_ arguments: StoreArguments<Tool>) -> String {
    let (count, them) = (Int(clamping: ahead), ahead == 1 ? "it" : "them")
    let what =
      "\(Measures.count(count, "transaction")) that it has written \(Measures.verb(count)) more "
      + "than a day ahead of this clock, and nobody with such a clock takes \(them) in until then. "
      + "Set this clock if it is wrong; if it is right, "
    return isOnlyOwner
      ? what + "exchange, then write \(them) again with right times: "
        + arguments.command("sync mint --rewrite DIR")
      : what + "the next exchange tries to write \(them) again with right times, as another "
        + "replica, which an owner has to enrol."
  }

  func print<Tool: StoreTool>(_ arguments: StoreArguments<Tool>) {
    guard let space = known else {
      return Terminal.line(sharing.lack(arguments).sentence)
    }
    let role =
      space.members[own].map {
        $0.isRevoked ? "\($0.member), revoked" : "\($0.member), \($0.role.word)"
      } ?? formerOwner.map { "restored from a backup of \($0.member), the only owner" }
      ?? "not enrolled yet; ask an owner: \(arguments.command("sync request"))"
    Terminal.line(
      "\(space.name), \(Measures.count(space.devices, "device")); this one is \(role)")
    if unheard > 0 { Terminal.line("\(Sharing.unheard(unheard)).".sentence) }
    if ahead > 0, space.members[own]?.isRevoked == false {
      Terminal.line(aheadWords(arguments))
    }
    if let frontier = space.frontiers.last {
      Terminal.line("frontier \(frontier.number) is set")
    }
    if let keyProblem { Terminal.line(keyProblem.message.sentence) }
    if let mintReason {
      Terminal.line(
        "The next command that writes makes it a new replica, because "
          + "\(mintReason.words); then ask an owner: \(arguments.command("sync request"))")
    }
    if formerOwner != nil, lack == nil {
      Terminal.line(
        "Go on with its own key: \(arguments.command("sync folder DIR --key KEY"))")
    }
    if let lack {
      Terminal.line("\(lack.message): \(arguments.command("sync folder DIR"))".sentence)
    }
    if void > 0 {
      Terminal.line(
        "\(Measures.count(void, "transaction")) of this store \(void == 1 ? "counts" : "count") for nobody, because it might only read, or was revoked"
      )
    }
    if mustStartAgain {
      Terminal.line(
        "It was purged to a frontier that counts no more, and starts again with the snapshot of "
          + "an owner who was not: exchange with one.")
    }
    for peer in peers {
      let behind = Measures.count(Int(clamping: peer.behind), "transaction")
      Terminal.line("  \(peer.name): lacks \(peer.behind == 0 ? "nothing" : behind)")
    }
    arguments.tell(stranded: stranded, "DIR")
  }
}

extension Space {
  /// How many devices belong to it; those that were revoked do not any more.
  fileprivate var devices: Int { members.values.count { !$0.isRevoked } }
}

extension StoreArguments {
  /// Says how to write again what was left behind under an earlier name.
  func tell(stranded count: UInt64, _ folder: String) {
    if count == 0 { return }
    Terminal.line(
      "\(Measures.count(Int(clamping: count), "transaction")) of this store’s earlier replica "
        + "\(count == 1 ? "is" : "are") in no other store yet, as far as it knows; unless another "
        + "device still sends \(count == 1 ? "it, write it" : "them, write them") again: "
        + command("sync mint --rewrite \(folder.quotedPath)"))
  }
}
#endif
