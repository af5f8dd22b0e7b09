#if Tools
  import ArgumentParser
  import Daybook

  struct PurgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "purge",
      abstract: "Shortens the log: one baseline takes the place of each entity's older events.",
      discussion: """
        States and views stay. What is purged can no longer be undone or read as it was. `compact` \
        gives the room back to the disk.
        """)

    @OptionGroup var arguments: StoreArguments

    @Option(name: .long, help: "Everything up to this token's transaction goes.")
    var before: TokenArgument

    @Flag(name: .long, help: "Passes consumers, which then start again from the current state.")
    var force = false

    private struct Row: Encodable {
      let oldest: String
      let events: Int
      let transactions: Int
      let notUnderstood: Int
      let heldBackBy: Nullable<String>
    }

    func run() throws {
      let store = try arguments.open()
      let (token, forced) = (before.token, force)
      let result = try Terminal.activity("purging") {
        try store.purge(before: token, forced: forced)
      }
      if arguments.json {
        return try JSON.print(
          Row(
            oldest: result.oldest.description, events: result.events,
            transactions: result.transactions, notUnderstood: result.notUnderstood,
            heldBackBy: Nullable(result.heldBackBy)))
      }
      Terminal.line("\(result.events) events of \(result.transactions) transactions are gone")
      Terminal.line("the oldest token left is \(result.oldest)")
      if result.notUnderstood > 0 {
        Terminal.line(
          "\(result.notUnderstood) entities keep theirs: a newer version of the app wrote them")
      }
      if let name = result.heldBackBy {
        Terminal.line("consumer \(name) has not seen what follows; --force passes it")
      }
    }
  }

  struct CompactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compact",
      abstract: "Writes the store's file anew without free pages; nobody may have it open.")

    @OptionGroup var arguments: StoreArguments

    func run() throws {
      let path = arguments.store
      let sizes = try Terminal.activity("compacting") { try EventStore.compact(at: path) }
      if arguments.json { return try JSON.print(["before": sizes.before, "after": sizes.after]) }
      Terminal.line("\(sizes.before) bytes became \(sizes.after)")
    }
  }
#endif
