#if Tools
public import ArgumentParser
import Daybook
import DaybookSync

public struct SyncFrontier<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "frontier",
      abstract: "Says that what this store has is final, so that it can be purged.",
      discussion: """
        What another device has written and not yet sent comes after it from then on; with --over, \
        only what all have who may write, as they have told that \
        \(RemoteArguments<Tool>.nouns) within 90 days. Only one device may, at first the creator's; \
        see `sync members` and `sync keeper`.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>
  @OptionGroup var consent: ConsentArguments
  @OptionGroup var remote: RemoteArguments<Tool>

  @Option(
    name: .long,
    help: "Only what all have, by what they told this \(RemoteArguments<Tool>.nouns).",
    completion: .directory)
  var over: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Do not wait for this replica, by the first digits that `sync members` shows.",
      valueName: "replica"))
  var without: [String] = []

  public init() {}

  public func validate() throws {
    if over == nil, !without.isEmpty {
      throw ValidationError("--without says for whom --over does not wait; give both")
    }
  }

  public func run() async throws {
    let named = try over.map { try remote.existing(at: $0, arguments) }
    let replication = try key.open(arguments)
    let leftOut = try Set(without.map { try replication.member($0, arguments).replica })
    try consent.ask(
      named.map { "What all have, by what they told \($0.words), would be final." }
        ?? "What this store has would be final.")
    var (vector, holding) = (try replication.vector(), [MemberVector]())
    if let peer = named?.peer(replication) {
      vector = try await replication.commonVector(in: peer, without: leftOut)
      holding = try await replication.holdingBack(in: peer, without: leftOut)
    }
    let number = try await replication.setFrontier(vector)
    let space = try replication.space()
    if arguments.printsJSON {
      return try arguments.print(json: [
        "number": JSON.Value(space.frontiers.last.map { Int(clamping: $0.number) }),
        "isNew": .bool(number != nil),
        "heldBackBy": .list(
          holding.map { .object(["replica": JSON.Value($0.replica.uuid)].with("heard", $0.time)) }
        ),
      ])
    }
    Terminal.line(
      number.map { "frontier \($0) is set" } ?? "nothing is final that was not before")
    for said in holding where number == nil {
      Terminal.line(
        "  \(space.members[said.replica]?.member ?? "") (\(said.replica.short)) lacks some of what is "
          + "here, as it said at \(Instant.seconds(said.time)); when it is gone: "
          + arguments.command("sync revoke \(said.replica.short)"))
    }
  }
}
#endif
