#if Tools && Sync
  import ArgumentParser
  import Daybook
  import DaybookSync
  import Foundation

  struct SyncFolder: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "folder", abstract: "Exchanges with a folder that all members have.",
      discussion: """
        On a cloud drive, a share or a stick. Files that are late, short or changed are left alone and \
        told; the next run goes on. With --follow it goes on by itself, at once when something is \
        written to the store, until it is interrupted.
        """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

    @Argument(help: "The folder; made when it is missing.", completion: .directory)
    var directory: String

    @Option(
      name: .long,
      help: "What the store remembers of it under; the last part of its path unless told.")
    var name: String?

    @Flag(name: .long, help: "Go on exchanging until interrupted, by control-C or SIGTERM.")
    var follow = false

    @Option(name: .long, help: "With --follow, seconds until it looks again; 30 unless told.")
    var every: Int?

    func validate() throws {
      guard let every else { return }
      if !follow { throw ValidationError("--every belongs to --follow") }
      guard (1...86_400).contains(every) else {
        throw ValidationError("--every takes 1 to 86400 seconds, not “\(every)”")
      }
    }

    func run() async throws {
      let replication = try key.open(arguments)
      let peer = FolderPeer(at: URL(fileURLWithPath: directory), name: name)
      if follow {
        return try await FolderFollowing(peer, arguments).run(replication, every: every ?? 30)
      }
      let report = try await replication.exchange(with: peer)
      let exchange = FolderExchange(report, peer)
      if arguments.printsJSON {
        try arguments.print(json: exchange.json)
      } else {
        exchange.printCounts()
        exchange.printProblems()
      }
      if let failure = report.failure { throw failure }
    }
  }

  /// What an exchange with a folder came to, as it is printed.
  struct FolderExchange {
    let absorbed: Int
    let hasBootstrapped: Bool
    let sent: Int
    let rewritten: Int
    let unsent: SyncError?
    let refused: [SyncError]
    let problems: [String]
    let failure: SyncError?

    init(_ report: ExchangeReport, _ peer: FolderPeer) {
      (absorbed, sent, refused) = (report.absorbed, report.sent, report.refused)
      (failure, hasBootstrapped) = (report.failure, report.hasBootstrapped)
      (rewritten, unsent) = (report.rewritten, report.unsent)
      problems = Self.lines(peer.problems)
    }

    init(_ status: PeerStatus, _ peer: FolderPeer) {
      (absorbed, sent, refused) = (status.absorbed, status.sent, status.refused)
      (failure, hasBootstrapped) = (status.failure, status.hasBootstrapped)
      (rewritten, unsent) = (status.rewritten, status.unsent)
      problems = Self.lines(peer.problems)
    }

    private static func lines(_ problems: [String: String]) -> [String] {
      problems.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    }

    var json: [String: JSONValue] {
      [
        "absorbed": JSONValue(absorbed), "sent": JSONValue(sent),
        "hasBootstrapped": .bool(hasBootstrapped), "rewritten": JSONValue(rewritten),
        "unsent": JSONValue(unsent?.message),
        "refused": .list(
          refused.map { error in
            [
              "code": .text("\(error.code)"), "message": .text(error.message),
              "transaction": JSONValue(error.dot?.description),
            ]
          }),
        "problems": JSONValue(problems), "failure": JSONValue(failure?.message),
      ]
    }

    func printCounts() {
      if hasBootstrapped { Terminal.line("began with a snapshot of what others have purged") }
      if rewritten > 0 {
        Terminal.line(
          "wrote \(Measures.count(rewritten, "transaction")) again as another replica, which an owner has to enrol: `sync request`"
        )
      }
      Terminal.line("got \(Measures.count(absorbed, "transaction")), sent \(sent)")
    }

    func printProblems() {
      if let unsent { Terminal.line("  stays here, \(unsent.code): \(unsent)") }
      for error in refused { Terminal.line("  refused, \(error.code): \(error)") }
      for problem in problems { Terminal.line("  left alone: \(problem)") }
    }
  }
#endif
