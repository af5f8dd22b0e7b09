#if Tools
public import ArgumentParser
import DaybookSync

public struct SyncUninvite<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "uninvite", abstract: "Closes a link that `sync invite` made, or all of them.",
      discussion: """
        Nobody can ask with it any more, and a device that waits hears that it was not let in. A \
        device that was let in stays a member; `sync revoke` ends that.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Argument(help: "The link; all that are open at the hub, whichever owner made them, unless told.")
  var link: String?

  @Option(name: .long, help: "The text of the hub; the link's, or the one before, unless told.")
  var hub: String?

  public init() {}

  public func run() async throws {
    let link = try self.link.map { try JoinLink($0) }
    let hub = try KnownHub(arguments).hub(orTold: self.hub ?? link.map { "\($0.hub)" })
    let peer = HubPeer(hub, for: try key.open(arguments), over: try Tool.transport(to: hub))
    if let link {
      do {
        try await peer.close(link)
      } catch let error as SyncError where error == .ofAnsweredLink {
        throw CannotWrite("\(error.message); \(arguments.wayToShutOut)")
      } catch let error as SyncError where error.code == .text {
        throw NameError(
          "the link is closed already: it was used or closed, or is older than a day; a device that "
            + "it let in stays a member: \(arguments.command("sync members"))")
      }
    } else {
      try await peer.closeLinks()
    }
    try arguments.report(
      ["closed": .text(link == nil ? "all" : "link")],
      link == nil
        ? "No link is open any more but those that an owner has answered." : "The link is closed.")
  }
}
#endif
