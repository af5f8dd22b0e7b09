#if Tools
public import ArgumentParser
import DaybookSync

public struct SyncHub<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "hub", abstract: "Exchanges with a hub, a device that is always on.",
      discussion: """
        `sync serve` on that device prints the text of the hub. The first member who exchanges brings \
        the space along. With --follow it goes on by itself, as soon as something is written here or \
        another member has brought something, until it is interrupted, or an owner has revoked this \
        device or the hub.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Argument(
    help: "The text of the hub, daybook-hub-1:…, or a file with it; the one before unless told.")
  var text: String?

  @Flag(name: .long, help: "Go on exchanging until interrupted, by control-C or SIGTERM.")
  var follow = false

  @Flag(
    name: .long,
    help: "Go on as the only owner that this store was: nobody uses a copy of it any more.")
  var resume = false

  public init() {}

  public func validate() throws {
    if resume, follow { throw ValidationError("--resume is one exchange, without --follow") }
  }

  public func run() async throws {
    let known = KnownHub(arguments)
    let hub = try known.hub(orTold: text)
    let transport = try Tool.transport(to: hub)
    let place = PeerPlace(
      noun: "hub", command: text.map { "sync hub \($0.quoted)" } ?? "sync hub", directory: "DIR",
      named: HubPeer.name(of: hub))
    let replication = try await key.open(arguments, resumes: resume) {
      HubPeer(hub, $0, $1, over: transport)
    }
    let peer = HubPeer(hub, for: replication, over: transport)
    try known.note(hub)
    if follow {
      do {
        return try await PeerFollowing(peer, at: place, arguments).run(replication, every: 30)
      } catch let error as SyncError { throw withWayBack(error) }
    }
    let report = try await replication.exchange(with: peer)
    let exchange = PeerExchange(report, PeerExchange.Rest(replication))
    if arguments.printsJSON {
      try arguments.print(json: exchange.json)
    } else {
      exchange.printCounts()
      exchange.printProblems(place, arguments)
      exchange.rest.print(arguments, place)
    }
    if let failure = report.failure { throw withWayBack(failure) }
    try exchange.checkHeard()
  }

  /// A failure, with the commands by which a device that was revoked comes back.
  private func withWayBack(_ failure: SyncError) -> SyncError {
    guard failure.code == .revoked else { return failure }
    return SyncError(
      failure.code,
      "this device was revoked, and the hub answers it no more; if that was a mistake, let an owner "
        + "exchange over a folder, then here: \(arguments.command("sync folder DIR")), to become "
        + "another replica: \(arguments.command("sync mint --rewrite DIR")), and to ask anew: "
        + arguments.command("sync request"))
  }
}
#endif
