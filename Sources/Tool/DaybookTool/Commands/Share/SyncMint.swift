#if Tools
public import ArgumentParser
import Daybook
import DaybookSync

public struct SyncMint<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "mint", abstract: "Makes a store that was copied one of its own.",
      discussion: """
        It writes as a new replica, which an owner has to enrol, and tokens of the old one are \
        refused. A store whose key is missing, or knows of more, does that by itself. With --rewrite, \
        what it wrote under earlier names and that \(RemoteArguments<Tool>.nouns) lacks is written again under the new one, \
        for when the device that it was copied from will not send it any more. The store of the only \
        owner becomes another one only with --copy: nobody else could enrol it. With --rewrite it keeps \
        its name, and what it wrote while its clock was more than a day ahead gets times from now on, \
        as long as no other device has it.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>
  @OptionGroup var consent: ConsentArguments
  @OptionGroup var remote: RemoteArguments<Tool>

  @Option(
    name: .long, help: "Write again what this \(RemoteArguments<Tool>.nouns) lacks of this store.",
    completion: .directory)
  var rewrite: String?

  @Option(
    name: .long,
    help: "With --rewrite, what the store remembers the folder under; as in `sync folder`.")
  var name: String?

  @Flag(name: .long, help: "This store is a copy, and the original is in use.")
  var copy = false

  public init() {}

  public func validate() throws {
    if name != nil, rewrite == nil { throw ValidationError("--name belongs to --rewrite") }
  }

  public func run() async throws {
    let store = try arguments.open()
    let sharing = try Sharing(store)
    switch sharing {
    case .alone where rewrite == nil: break
    case .alone, .begun: throw NameError(sharing.lack(arguments))
    case .joined, .shared: break
    }
    let named = try rewrite.map { try remote.existing(at: $0, name: name, arguments) }
    let ahead = try named == nil || copy ? 0 : ahead(in: store)
    if ahead == 0, case .shared(let space) = sharing { try checkIsNotNeeded(store, space) }
    try consent.ask(ahead == 0 ? "This store would write as another replica." : words(of: ahead))
    let before = store.id
    var rewritten = 0
    if let named {
      let key = try key.load(
        arguments,
        orElse: "when it is lost, make a new one first: " + arguments.command("sync request"))
      let replication = try Replication.ofWhole(store, key, arguments)
      try KeyPlace(arguments, named: self.key.key).note()
      if let reason = replication.mintReason { arguments.tell(reason) }
      rewritten = try await replication.rewriteTail(lackedBy: named.peer(replication))
      // Somebody who was revoked goes on as another one, also with nothing to write again.
      let own = try replication.replica()
      if case .shared(let space) = sharing, space.members[own]?.isRevoked == true {
        try store.mintReplica()
      }
    } else {
      try store.mintReplica()
    }
    let replica = try store.read { try $0.replica() }
    if arguments.printsJSON {
      return try arguments.print(json: [
        "store": JSON.Value(store.id), "replica": JSON.Value(replica.uuid),
        "rewritten": JSON.Value(rewritten),
      ])
    }
    if let named {
      Terminal.line(
        "wrote \(Measures.count(rewritten, "transaction")) again"
          + (ahead == 0 ? "" : "; next: " + arguments.command(named.command)))
    }
    if store.id == before || ahead > 0 { return }
    var next = ""
    if case .shared(let space) = sharing {
      next =
        space.members[replica] == nil
        ? "; next: " + arguments.command("sync request")
        : "; next: " + arguments.command(named?.command ?? "sync folder DIR")
    }
    Terminal.line("This store writes as the replica \(replica.short) now" + next)
  }

  /// How many transactions of the only owner's store are more than a day ahead of this clock; 0 for
  /// any other store.
  private func ahead(in store: EventStore) throws -> UInt64 {
    try store.read { [now = store.now()] reader in
      guard try reader.isOnlyOwner(heardAt: now) else { return 0 }
      return try reader.transactionsAhead(of: now)
    }
  }

  private func words(of ahead: UInt64) -> String {
    "\(Measures.count(Int(clamping: ahead), "transaction")) of this store, more than a day ahead of "
      + "this clock, would get times from now on. A device that has \(ahead == 1 ? "it" : "them"), "
      + "because its clock was ahead as well, would have to join anew."
  }

  /// Makes sure that a space keeps its only owner, unless the key says that this store is not it
  /// any more.
  private func checkIsNotNeeded(_ store: EventStore, _ space: Space) throws {
    if copy { return }
    let place = KeyPlace(arguments, named: key.key)
    let standing = place.isThere ? try KeyStanding(of: store, place.load(orElse: "")) : nil
    let lack = standing?.lack
    let resumes = try standing?.resumed(by: store.read { try $0.replica() }) != nil
    guard try resumes || store.read({ try KnownSpace($0)?.isOnlyOwner }) == true else { return }
    var words = "this store is the only owner of \(space.name), and nobody could enrol it again; "
    if lack != nil {
      words += "it gets back what it had sent: \(arguments.command("sync folder DIR")); "
    }
    throw NameError(
      words + "when it is a copy, and the original is in use: "
        + arguments.command("sync mint --copy"))
  }
}
#endif
