#if Tools && Sync
  import ArgumentParser
  import Daybook
  import DaybookSync
  import Foundation
  import Interchange
  import Nursery

  struct SyncStatus: ParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "What this store is in its space, and who lacks what.")

    @OptionGroup var arguments: StoreArguments

    func run() throws {
      let store = try arguments.open()
      let (space, own) = try store.read { (try $0.space(), try $0.replica()) }
      let mustStartAgain = try store.read { try $0.mustStartAgain() }
      let peers = try store.history.consumers().filter { $0.name.hasPrefix("sync/") }
      let member = space?.members[own]
      if arguments.printsJSON {
        return try arguments.print(json: [
          "space": JSONValue(store.space), "name": JSONValue(space?.name),
          "replica": JSONValue(own.uuid), "member": JSONValue(member?.member),
          "role": JSONValue(member?.role.word), "isRevoked": .bool(member?.isRevoked ?? false),
          "members": JSONValue(space?.members.count ?? 0),
          "mustStartAgain": .bool(mustStartAgain),
          "frontier": JSONValue(space?.frontiers.last.map { Int(clamping: $0.number) }),
          "peers": .list(
            peers.map { ["name": .text(Self.name($0.name)), "behind": JSONValue($0.lag)] }),
        ])
      }
      guard let space else {
        return Terminal.line(
          "This store has no space yet: `sync init` makes one, and who joined gets it with the "
            + "first exchange.")
      }
      let role =
        member.map { $0.isRevoked ? "\($0.member), revoked" : "\($0.member), \($0.role.word)" }
        ?? "nobody’s: ask an owner with `sync request`"
      Terminal.line(
        "\(space.name), \(Measures.count(space.members.count, "device")); this one is \(role)")
      if let frontier = space.frontiers.last {
        Terminal.line("frontier \(frontier.number) is set")
      }
      if mustStartAgain {
        Terminal.line(
          "It was purged to a frontier that counts no more, and starts again with the snapshot of "
            + "an owner who was not: exchange with one.")
      }
      for peer in peers {
        let lag = Measures.count(Int(clamping: peer.lag), "transaction")
        Terminal.line("  \(Self.name(peer.name)): lacks \(peer.lag == 0 ? "nothing" : lag)")
      }
    }

    private static func name(_ consumer: String) -> String { String(consumer.dropFirst(5)) }
  }

  struct SyncFrontier: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "frontier",
      abstract: "Says that what this store has is final, so that it can be purged.",
      discussion: """
        What another device has written and not yet sent comes after it from then on; with --over, \
        only what all members have who have used that folder within 90 days is final. Only one device \
        may, at first the creator's; see `sync members` and `sync keeper`.
        """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments
    @OptionGroup var consent: ConsentArguments

    @Option(
      name: .long, help: "Only what all have who use this folder.", completion: .directory)
    var over: String?

    @Option(
      name: .long,
      help: ArgumentHelp(
        "Do not wait for this replica, by the first digits that `sync members` shows.",
        valueName: "replica"))
    var without: [String] = []

    func validate() throws {
      if over == nil, !without.isEmpty {
        throw ValidationError("--without says for whom --over does not wait; give both")
      }
    }

    func run() async throws {
      let replication = try key.open(arguments)
      let leftOut = try Set(without.map { try replication.member($0).replica })
      try consent.ask(
        over.map { "What all have who use \($0) would be final." }
          ?? "What this store has would be final.")
      let vector =
        if let over {
          try await replication.commonVector(in: .existing(at: over), without: leftOut)
        } else {
          try replication.vector()
        }
      let number = try await replication.setFrontier(vector)
      let newest = try replication.space().frontiers.last?.number
      if arguments.printsJSON {
        return try arguments.print(json: [
          "number": JSONValue(newest.map { Int(clamping: $0) }), "isNew": .bool(number != nil),
        ])
      }
      Terminal.line(
        number.map { "frontier \($0) is set" } ?? "nothing is final that was not before")
    }
  }

  struct SyncMint: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "mint", abstract: "Makes a store that was copied one of its own.",
      discussion: """
        It writes as a new replica, which an owner has to enrol, and tokens of the old one are \
        refused. A store whose key is missing, or knows of more, does that by itself. With --rewrite, \
        what it wrote under earlier names and that folder lacks is written again under the new one, \
        for when the device that it was copied from will not send it any more.
        """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments
    @OptionGroup var consent: ConsentArguments

    @Option(
      name: .long, help: "Write again what this folder lacks of this store.",
      completion: .directory)
    var rewrite: String?

    func run() async throws {
      let boundary = try arguments.boundary()
      var options = StoreArguments.options()
      options.createsStore = false
      let path = arguments.path
      options.makeID = Surroundings.current.identities(for: "minted \(path)")
      let store = try EventStore.open(
        at: path, schema: .nursery(boundary: boundary).importing(), options: options)
      try consent.ask("This store would write as another replica.")
      var rewritten = 0
      if let rewrite {
        let replication = try Replication(of: store, key: key.load(arguments))
        rewritten = try await replication.rewriteTail(lackedBy: FolderPeer.existing(at: rewrite))
      }
      if rewritten == 0 { try store.mintReplica() }
      let replica = try store.read { try $0.replica() }
      if arguments.printsJSON {
        return try arguments.print(json: [
          "store": JSONValue(store.id), "replica": JSONValue(replica.uuid),
          "rewritten": JSONValue(rewritten),
        ])
      }
      if rewrite != nil {
        Terminal.line("wrote \(Measures.count(rewritten, "transaction")) again")
      }
      Terminal.line(
        "The store is \(store.id.uuidString) now; next: " + arguments.command("sync request"))
    }
  }
#endif
