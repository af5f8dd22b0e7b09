#if Tools
public import ArgumentParser
import Daybook
import DaybookSync
import Foundation

public struct SyncInvite<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "invite", abstract: "Makes a link with which a device joins by way of a hub.",
      discussion: """
        The link is good for one device and a day. It waits until a device has asked, shows the \
        digits that the device shows, and lets it in when you say so; else it closes the link, and the \
        device hears so. With --link it goes on with a link that was made before.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Option(name: .long, help: "Whose device it is.")
  var member: String

  @Option(
    name: .customLong("as"), help: "What it may do: owner, writer or reader.",
    transform: SpaceRole.read)
  var role = SpaceRole.writer

  @Option(name: .long, help: "The text of the hub; the one before unless told.")
  var hub: String?

  @Option(name: .long, help: "A link that was made before.")
  var link: String?

  @Option(
    name: .long,
    help: "The digits that the device shows: it is let in without a question when it has these.")
  var digits: String?

  public init() {}

  public func run() async throws {
    // Before somebody asks with a link, and nobody can be let in by that name.
    try SharedName.check(member, "the name of a member")
    let known = KnownHub(arguments)
    let made = try link.map { try JoinLink($0) }
    let hub = try made?.hub ?? known.hub(orTold: self.hub)
    let replication = try key.open(arguments)
    let peer = HubPeer(hub, for: replication, over: try Tool.transport(to: hub))
    let link: JoinLink
    if let made {
      link = made
    } else {
      // The hub may have nothing of the space yet.
      try await peer.bring(replication)
      link = try await peer.invite()
    }
    try known.note(hub)
    try show(link)
    let request: JoinRequest = try await HubPolling.wait(failed: arguments.tell(asksAfter:)) {
      () async throws -> JoinRequest? in
      try await peer.request(with: link)
    }
    try await decide(request, link, peer, replication)
  }

  private func show(_ link: JoinLink) throws {
    if arguments.printsJSON {
      let object: [String: JSON.Value] = ["link": .text("\(link)")]
      return try JSON.print(object, onOneLine: true)
    }
    Terminal.line("\(member) joins with this link, once and within a day:")
    Terminal.line("\(link)")
    if Terminal.isShown, let picture = Tool.picture(of: "\(link)") { Terminal.text(picture) }
    Terminal.line("Waiting for the device …")
  }

  private func decide(
    _ request: JoinRequest, _ link: JoinLink, _ peer: HubPeer, _ replication: Replication
  ) async throws {
    let shown = request.request.checkDigits
    let isGood: Bool
    if let digits {
      isGood = digits.filter(\.isNumber) == shown.filter(\.isNumber)
    } else {
      let answer = Terminal.ask("\(request.device), \(shown): let it in? [y/N] ")
      isGood = ["y", "yes"].contains(answer.lowercased())
    }
    guard isGood else {
      do {
        // The device hears at once that nobody lets it in; where the hub is off, after the day.
        try await peer.close(link)
      } catch let error as SyncError where error == .ofAnsweredLink {
        throw CannotWrite("\(error.message); \(arguments.wayToShutOut)")
      } catch {}
      throw NameError(
        "the device with the digits \(shown) was not let in, and nobody else can use the link; "
          + wayToInvite)
    }
    do {
      _ = try await HubPolling.wait(failed: arguments.tell(asksAfter:)) {
        () async throws -> Bool? in
        try await peer.admit(request, with: link, by: replication, as: role, member: member)
        return true
      }
    } catch let error as SyncError where error.code == .text {
      guard try replication.space().members[request.request.replica] != nil else {
        throw NameError(
          "nobody was let in, because the link was closed or is older than a day; \(wayToInvite)")
      }
      throw CannotWrite("\(error.message); \(arguments.wayToShutOut)")
    }
    // Another terminal may have been faster.
    let enrolled = try replication.space().members[request.request.replica]
    let (name, given) = (enrolled?.member ?? member, enrolled?.role ?? role)
    try arguments.report(
      [
        "member": .text(name), "role": .text(given.word), "checkDigits": .text(shown),
        "replica": JSON.Value(request.request.replica.uuid),
      ], "\(name) is enrolled as \(given.word).")
  }

  private var wayToInvite: String {
    "for another one: \(arguments.command("sync invite " + member.quotedValue(of: "--member")))"
  }
}
#endif
