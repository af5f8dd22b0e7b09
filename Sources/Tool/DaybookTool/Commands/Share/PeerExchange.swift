#if Tools
import ArgumentParser
import Daybook
import DaybookSync

/// What an exchange with a folder or a hub came to, as it is printed.
struct PeerExchange {
  /// How many files that are left alone people are told one by one.
  private static let most = 10

  let report: ExchangeReport
  let problems: [String]
  let rest: Rest

  init(_ report: ExchangeReport, _ rest: Rest) {
    self.report = report
    problems = Self.lines(report.problems)
    self.rest = rest
  }

  private static func lines(_ problems: [String: String]) -> [String] {
    problems.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }

  var json: [String: JSON.Value] {
    [
      "absorbed": JSON.Value(report.absorbed), "sent": JSON.Value(report.sent),
      "attachmentsReceived": JSON.Value(report.attachmentsReceived),
      "attachmentsSent": JSON.Value(report.attachmentsSent),
      "hasBootstrapped": .bool(report.hasBootstrapped),
      "rewritten": JSON.Value(report.rewritten), "unsent": JSON.Value(report.unsent?.message),
      "unsentCode": JSON.Value(report.unsent?.code.rawValue),
      "refused": Self.list(report.refused), "refusedByPeer": Self.list(report.refusedByPeer),
      "missing": .list(
        report.missing.map { missing in
          [
            "replica": JSON.Value(missing.replica.uuid),
            "first": JSON.Value(missing.sequences.lowerBound),
            "last": JSON.Value(missing.sequences.upperBound),
            "toldBy": JSON.Value(missing.toldBy.uuid),
          ]
        }),
      "problems": JSON.Value(problems), "failure": JSON.Value(report.failure?.message),
      "failureCode": JSON.Value(report.failure?.code.rawValue),
      "clockAhead": JSON.Value(report.clockAhead.map(Instant.seconds)),
      "unheard": JSON.Value(rest.unheard),
      "minted": JSON.Value(rest.reason?.rawValue), "isEnrolled": .bool(rest.isEnrolled),
      "isRevoked": .bool(rest.isRevoked),
      "stranded": JSON.Value(rest.stranded),
    ]
  }

  private static func list(_ refused: [SyncError]) -> JSON.Value {
    .list(
      refused.map { error in
        [
          "code": .text("\(error.code)"), "message": .text(error.message),
          "transaction": JSON.Value(error.dot?.description),
        ]
      })
  }

  /// What came, went and was written again, also by an exchange that failed then.
  func printCounts() {
    if report.hasBootstrapped {
      Terminal.line("began with a snapshot of what others have purged")
    }
    if report.rewritten > 0 {
      Terminal.line(
        "wrote \(Measures.count(report.rewritten, "transaction")) again as another replica"
          + (report.clockAhead.map {
            ", because its clock showed \(Instant.seconds($0)), which is more than a day ahead: "
              + "who gets such times sets the clock ahead for good, so nobody takes them in; "
              + "entries keep the times that they tell"
          } ?? ""))
    }
    // Of an exchange that failed before anything went over, the failure says all.
    if report.failure == nil || report.absorbed + report.sent > 0 {
      Terminal.line(
        "got \(Measures.count(report.absorbed, "transaction")), sent \(report.sent)")
    }
    if report.attachmentsReceived + report.attachmentsSent > 0 {
      Terminal.line(
        "got \(Measures.count(report.attachmentsReceived, "attachment")), sent "
          + "\(report.attachmentsSent)")
    }
  }

  func printProblems<Tool: StoreTool>(_ place: PeerPlace, _ arguments: StoreArguments<Tool>) {
    if let unsent = report.unsent {
      Terminal.line("  stays here, \(unsent.code): \(unsent)")
      if unsent.code == .clockAhead, rest.isOnlyOwner {
        Terminal.line(
          "  write it again with right times: "
            + arguments.command("sync mint --rewrite \(place.named)"))
      }
    }
    for error in report.refused { Terminal.line("  refused, \(error.code): \(error)") }
    // Why this store's own stays here was told already.
    for error in report.refusedByPeer where error.code != report.unsent?.code {
      Terminal.line("  the \(place.noun) refused \(words(of: error, place))")
    }
    for missing in report.missing {
      Terminal.line("  not here yet: \(rest.words(of: missing, arguments))")
    }
    for problem in problems.prefix(Self.most) { Terminal.line("  left alone: \(problem)") }
    if problems.count > Self.most {
      Terminal.line("  left alone: \(problems.count - Self.most) more, which --json lists")
    }
    if problems.contains(where: { $0.hasSuffix("not there whole") }) {
      Terminal.line("  what stays so can be removed: members put there again what it held")
    }
  }
}

extension PeerExchange {
  /// What the peer refused, why, and what to do.
  private func words(of refusal: SyncError, _ place: PeerPlace) -> String {
    let reason =
      refusal.code == .clockAhead
      ? "its clock is more than a day behind this device’s: set the clock of the \(place.noun), "
        + "or this device’s if that is the wrong one, and exchange again"
      : refusal.message
    guard let dot = refusal.dot else { return "what was sent, \(refusal.code): \(reason)" }
    let (held, reached) = (rest.held[dot.replica], report.peer?[dot.replica] ?? 0)
    let count = held > reached ? held - reached : 1
    return "\(Measures.count(Int(clamping: count), "transaction")) of \(rest.name(dot.replica)), "
      + "\(refusal.code): \(reason)"
  }

  /// - Throws: status 1 when something that this store wrote reaches nobody else, or the peer
  ///   refused something, which was told.
  func checkHeard() throws { try rest.checkHeard(report.unsent ?? report.refusedByPeer.first) }
}

extension PeerExchange {
  /// What a person has to do for this store's transactions to count for others.
  struct Rest {
    /// Why the store was minted anew before the exchange.
    let reason: MintReason?
    /// Whether an owner has enrolled it; true, too, where nothing is known of the space.
    let isEnrolled: Bool
    /// Whether it was the only owner's, and another one's under its name goes on.
    let wasOnlyOwner: Bool
    /// Whether it was revoked.
    let isRevoked: Bool
    /// Whether it may enrol and revoke, and nobody else may as far as others know.
    let isOnlyOwner: Bool
    /// How many transactions it wrote as replicas before, and nobody else takes in.
    let stranded: UInt64
    /// How many transactions it wrote as the replica that it is, and nobody else takes in.
    let unheard: UInt64
    /// What it has.
    let held: VersionVector
    private let members: [ReplicaID: Space.Member]
    private let now: Date

    init(_ replication: Replication) {
      now = replication.store.now()
      let own = try? replication.replica()
      let space = try? replication.space()
      let members = space?.members
      let store = replication.store
      isOnlyOwner =
        (try? store.read { [now = store.now()] in try $0.isOnlyOwner(heardAt: now) }) ?? false
      reason = replication.mintReason
      let member = own.flatMap { members?[$0] }
      isEnrolled = members == nil || member != nil
      wasOnlyOwner = (try? replication.wasOnlyOwner()) ?? false
      isRevoked = member?.isRevoked ?? false
      stranded = (try? replication.strandedTransactions()) ?? 0
      unheard = (try? replication.store.read { try $0.unheardTransactions() }) ?? 0
      held = (try? replication.vector()) ?? VersionVector()
      self.members = members ?? [:]
    }

    /// - Parameter reason: why something reached nobody; nil when all of it did.
    /// - Throws: status 1 when something that this store wrote reaches nobody else, which was told.
    func checkHeard(_ reason: SyncError?) throws {
      if unheard > 0 || stranded > 0 || reason != nil {
        throw ExitCode(ExitStatus.checkFailed.rawValue)
      }
    }

    /// What is missing, who has it and, when that was said long ago or by a wrong clock, what ends
    /// it: such a device may be gone, or have written it again as another replica.
    func words<Tool: StoreTool>(
      of missing: MissingTransactions, _ arguments: StoreArguments<Tool>
    ) -> String {
      let count = missing.sequences.upperBound - missing.sequences.lowerBound + 1
      let what =
        "\(Measures.count(Int(clamping: count), "transaction")) of \(name(missing.replica)), "
      if missing.toldBy != missing.replica { return what + "which \(name(missing.toldBy)) has" }
      if abs(now.timeIntervalSince(missing.time)) < Self.longAgo { return what + "who says so" }
      let time = Instant.seconds(missing.time)
      return what + "who said so by a clock that showed \(time); when that device is gone, or "
        + "writes as another one since, an owner ends this: "
        + arguments.command("sync revoke \(missing.replica.short)")
    }

    /// A drive may be so many seconds late.
    private static var longAgo: Double { 86_400 }

    /// Whose device a replica is, with its first digits.
    func name(_ replica: ReplicaID) -> String {
      "\(members[replica]?.member ?? "nobody") (\(replica.short))"
    }

    func print<Tool: StoreTool>(_ arguments: StoreArguments<Tool>, _ place: PeerPlace) {
      if members.isEmpty {
        Terminal.line(
          "That \(place.noun) has nothing of the space yet: let a member exchange with it.")
      }
      if wasOnlyOwner {
        Terminal.line(
          "This store became another replica, and nobody can enrol it, because it was the only owner’s. "
            + "When a copy of it is in use, ask that one: \(arguments.command("sync request")). When none is, "
            + "exchange with every folder and hub that it had, then: "
            + arguments.command("\(place.command) --resume"))
      } else if !isEnrolled {
        Terminal.line(
          "No enrolment of this store has come here yet, so what it writes counts for nobody else"
            + (unheard > 0 ? ": \(Sharing.unheard(unheard)). " : ". ")
            + "When an owner has enrolled it, let that owner exchange with this \(place.noun); else ask one: "
            + arguments.command("sync request"))
      }
      if isRevoked {
        Terminal.line(
          "This store was revoked: what it writes counts for nobody. If that was a mistake, it "
            + "becomes another replica: \(arguments.command("sync mint --rewrite \(place.directory.quotedPath)"))"
        )
      }
      arguments.tell(stranded: stranded, place.directory)
    }
  }
}
#endif
