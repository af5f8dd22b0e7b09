#if Tools
public import ArgumentParser
import Daybook
import DaybookSync

public struct PurgeCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "purge",
      abstract: "Shortens the log: one baseline takes the place of each entity's older events.",
      discussion: """
        States and views stay. What is purged can no longer be undone or read as it was, and what was \
        deleted in it can no longer be restored. `compact` gives the room back to the disk. Cannot be \
        taken back: needs --yes, or an answer at a terminal.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Option(name: .long, help: "Everything up to this transaction goes: \(TransactionName.help).")
  var before: TransactionName

  @Flag(name: .long, help: "Passes consumers, which then start again from the current state.")
  var force = false

  @OptionGroup var own: Tool.Purge

  @OptionGroup var consent: ConsentArguments

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.openScreen()
    let (token, newest) = try store.read { reader in
      let token = try before.tokenOrOldest(reader, screen.zone)
      try own.check(reader, through: token, arguments.command)
      return (token, try reader.token())
    }
    let forced = force
    try consent.ask(
      "The first \(token.number) of \(newest.number) transactions would leave the log for good: "
        + "what they did stays, and could no longer be undone or read as it was; what they deleted "
        + "could no longer be restored.")
    let result = try Terminal.activity("purging") {
      let result = try store.purge(before: token, forced: forced)
      // What keeps files from going changes nothing of the purge: `attachments --collect` does it.
      _ = try? store.attachments.collect()
      return result
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: [
          "oldest": .text(result.oldest.description), "events": .int(result.events),
          "transactions": .int(result.transactions),
          "notUnderstood": .int(result.notUnderstood),
          "heldBackBy": JSON.Value(result.heldBackBy),
          "endsAtFrontier": .bool(result.endsAtFrontier),
        ] as [String: JSON.Value])
    }
    Terminal.line(
      "removed " + Measures.count(result.events, "event") + " of "
        + Measures.count(result.transactions, "transaction"))
    Terminal.line("the log begins after transaction \(result.oldest.number)")
    if result.notUnderstood > 0 {
      Terminal.line(
        "\(result.notUnderstood == 1 ? "1 entity keeps its" : "\(result.notUnderstood) entities keep their") events: a newer version of the app wrote them"
      )
    }
    if let name = result.heldBackBy { Terminal.line(words(name)) }
    if result.endsAtFrontier {
      Terminal.line(
        "what follows is not final for all members yet: \(try whoSetsFrontiers(store))")
    }
  }
}

extension PurgeCommand {
  /// How a frontier is set, or who does so.
  private func whoSetsFrontiers(_ store: EventStore) throws -> String {
    let (space, own) = try store.read { (try $0.space(), try $0.replica()) }
    guard let space, space.keeper != own else {
      return arguments.command("sync frontier --over DIR")
    }
    let digits = space.keeper.uuid.uuidString.lowercased().prefix(8)
    return "\(space.members[space.keeper]?.member ?? "another device") (\(digits)) sets frontiers"
  }

  /// What a consumer holds back, and how that ends.
  private func words(_ name: String) -> String {
    if let peer = Replication.peer(name) {
      return "\(peer) lacks what follows: exchange with it, or forget it: "
        + arguments.commandNaming(peer, after: "sync forget")
    }
    return "consumer \(name) has not seen what follows; --force passes it"
  }
}

public struct CompactCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compact",
      abstract: "Writes the store's file anew without free pages; nobody may have it open.",
      discussion: """
        Every row is checked before: free pages may have what a damaged store lacks, so such a store is \
        left as it is. Exit status 1 when rows of a view are damaged.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    try arguments.requireStore()
    let path = arguments.path
    let views = try Terminal.activity("checking") { try soundStore() }
    let sizes = try Terminal.activity("compacting") { try EventStore.compact(at: path) }
    if arguments.printsJSON {
      try arguments.print(
        json: [
          "bytesBefore": .int(sizes.before), "bytesAfter": .int(sizes.after),
          "damagedViews": JSON.Value(views),
        ] as [String: JSON.Value])
    } else {
      Terminal.line("\(Measures.bytes(sizes.before)) became \(Measures.bytes(sizes.after))")
      for view in views {
        Terminal.line(
          "Rows of the view \(view) are damaged; this builds them anew: "
            + arguments.command("rebuild \(view.quoted)"))
      }
    }
    if !views.isEmpty { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  /// Makes sure that the store is whole; returns the views of which rows are damaged.
  ///
  /// - Throws: `StoreError.damaged`.
  private func soundStore() throws -> [String] {
    let store = try arguments.openAsStranger()
    let damage = try store.damage()
    try store.close()
    guard let finding = damage.log else { return damage.views }
    throw StoreError(
      .damaged,
      "the store is damaged, and free pages may have what it lacks, so nothing was compacted: \(finding); \(StoreError.remedy)"
    )
  }
}
#endif
