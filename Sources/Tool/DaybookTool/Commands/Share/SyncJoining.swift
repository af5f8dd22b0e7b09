#if Tools
public import ArgumentParser
import Daybook
import DaybookSync
import Foundation

public struct SyncInit<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "init", abstract: "Makes the store a space that others can join.",
      discussion: "What was written before belongs to it. The member is its first owner.")
  }
  public static var takesName: Bool { true }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Argument(help: "What the space is called.")
  var name: String

  @Option(name: .long, help: "Who you are.")
  var member: String

  public init() {}

  public func run() async throws {
    let store = try arguments.open()
    let sharing = try Sharing(store)
    switch sharing {
    case .alone: break
    case .begun, .joined: throw NameError(sharing.lack(arguments))
    case .shared(let space): throw NameError("this store has a space already, \(space.name)")
    }
    let isShared = { if case .shared = try? Sharing(store) { true } else { false } }
    let replication = try await key.making(arguments, isInUse: isShared) { key in
      let replication = try Replication(of: store, key: key)
      try await replication.createSpace(named: name, member: member)
      return replication
    }
    let own = try replication.request()
    try arguments.report(
      [
        "space": JSON.Value(store.space), "name": .text(name),
        "replica": JSON.Value(own.replica.uuid), "checkDigits": .text(own.checkDigits),
      ],
      "\(member) is the first owner of \(name). The key is \(replication.keyPath);",
      "whoever has it can write as you, and without it nobody can. Its digits are \(own.checkDigits).",
      "Make somebody a second owner early, if only one that lies in a safe: "
        + arguments.command("sync enrol REQUEST --member WHO --as owner"))
  }
}

public struct SyncRequest<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "request", abstract: "Makes the text with which this device asks to join.",
      discussion: """
        Give it to an owner, and compare the twenty digits aloud. The store need not be there yet.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Option(name: .customLong("output"), help: "Write the text to this file.", completion: .file())
  var told: String?

  private var output: String? { OutputArguments.path(told) }

  @OptionGroup var file: OutputArguments

  public init() {}

  public func run() async throws {
    let store = try existing()
    let request = try await key.making(arguments, isInUse: { store != nil }) { key in
      let request = try self.request(store, key)
      if let output { try file.write("\(request)\n", to: output) }
      return request
    }
    try arguments.report(
      [
        "request": .text("\(request)"), "checkDigits": .text(request.checkDigits),
        "replica": JSON.Value(request.replica.uuid),
      ],
      output.map { "The request is in \($0)." } ?? "\(request)",
      "Its digits are \(request.checkDigits).")
  }

  /// The store that was copied, or whose key is lost; nil where one is to be made.
  private func existing() throws -> EventStore? {
    guard arguments.isThere else {
      try arguments.checkPlace()
      return nil
    }
    let store = try arguments.open()
    let sharing = try Sharing(store)
    switch sharing {
    case .alone:
      throw CannotWrite(
        "there is a store at \(arguments.path) already; a device joins with a new one: say with "
          + "--store where that is to be")
    case .begun: throw NameError(sharing.lack(arguments))
    case .joined where KeyPlace(arguments, named: key.key).isThere:
      throw NameError(sharing.lack(arguments))
    case .joined: return store
    case .shared:
      guard try sharing.formerOnlyOwner(store) != nil,
        !KeyPlace(arguments, named: key.key).isThere
      else { return store }
      throw NameError(
        "this store was restored, and is the only owner’s: as another replica nobody could enrol it; "
          + "go on with its own key: " + arguments.command("sync folder DIR --key KEY"))
    }
  }

  private func request(_ store: EventStore?, _ key: ReplicaKey) throws -> EnrolmentRequest {
    guard let store else {
      let seeded = Surroundings.current.seededID("replica \(arguments.path)")
      return try seeded.map { Replication.request(of: key, replica: ReplicaID($0)) }
        ?? Replication.repeatableRequest(of: key)
    }
    let replication = try Replication.ofWhole(store, key, arguments)
    if let reason = replication.mintReason { arguments.tell(reason) }
    return try replication.request()
  }
}

public struct SyncEnrol<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "enrol", abstract: "Lets a device join, and makes its invitation.",
      discussion: """
        Only owners may. Ask for the twenty digits of the request before, by a way that you trust: from \
        then on the device counts. With --digits, nothing is done when the request has others.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Argument(help: "The request, as text or in a file.")
  var request: String

  @Option(name: .long, help: "Whose device it is.")
  var member: String

  @Option(
    name: .customLong("as"), help: "What it may do: owner, writer or reader.",
    transform: SpaceRole.read)
  var role = SpaceRole.writer

  @Option(name: .long, help: "The digits that the device shows, with blanks or without.")
  var digits: String?

  @Option(
    name: .customLong("output"), help: "Write the invitation to this file.", completion: .file())
  var told: String?

  private var output: String? { OutputArguments.path(told) }

  @OptionGroup var file: OutputArguments

  public init() {}

  public func run() async throws {
    let request = try EnrolmentRequest(TravellingText.read(request))
    let known = request.checkDigits.filter(\.isNumber)
    if let digits, digits.filter({ !$0.isWhitespace }) != known {
      throw NameError(
        "the request has the digits \(request.checkDigits), not “\(digits)”; nobody was enrolled")
    }
    let replication = try key.open(arguments)
    // A device that was minted anew asks again, and has joined already.
    let hasJoined = try replication.space().members.values.contains {
      $0.key == request.publicKey && $0.replica != request.replica
    }
    let invitation = try await replication.enrol(request, as: role, member: member)
    if let output { try file.write("\(invitation)\n", to: output) }
    try arguments.report(
      [
        "invitation": .text("\(invitation)"), "checkDigits": .text(request.checkDigits),
        "replica": JSON.Value(request.replica.uuid), "role": .text(role.word),
      ],
      "\(member) is enrolled as \(role.word). Make sure that their digits are \(request.checkDigits).",
      "If they are others, somebody else is enrolled: "
        + arguments.command("sync revoke \(request.replica.short)"),
      hasJoined
        ? "That device has joined before: it needs no invitation, and goes on with its next exchange."
        : output.map { "The invitation is in \($0)." } ?? "\(invitation)")
  }
}

public struct SyncJoin<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "join", abstract: "Makes the store of a device that was invited.",
      discussion: """
        It is empty until it has exchanged once, as with `\(Tool.name) sync folder`. With the link of \
        `sync invite` it asks by way of the hub, shows the digits to compare, and waits until the owner \
        has let it in.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>

  @Argument(help: "The invitation, as text or in a file; or the link of `sync invite`.")
  var invitation: String

  @Option(
    name: .long, help: "With a link, what the owner sees of this device; its name unless told.")
  var device: String?

  @OptionGroup var new: Tool.NewStore

  public init() {}

  public func run() async throws {
    guard invitation.contains("#") || TravellingText.isAddress(invitation) else {
      return try join(with: Invitation(TravellingText.read(invitation)))
    }
    let device = device ?? Self.hostName
    try SharedName.check(device, "the name of a device")
    // Before the owner is asked to let in a key that nothing would come of.
    try checkPlace(next: "sync hub TEXT")
    let link = try JoinLink(invitation)
    let transport = try Tool.transport(to: link.hub)
    // A hub that is not there, and a link that is over, are told before a key is made.
    do { _ = try await HubPeer.invitation(with: link, over: transport) } catch let error
      as SyncError where error.code == .text
    {
      throw isOver(error)
    }
    // Once the hub has the request, the link is good for this key alone.
    var mayHaveAsked = false
    let answer: Invitation = try await key.making(arguments, isInUse: { mayHaveAsked }) { key in
      let request: JoinRequest = try await HubPolling.wait(failed: arguments.tell(asksAfter:)) {
        () async throws -> JoinRequest? in
        do {
          return try await HubPeer.ask(with: link, key: key, device: device, over: transport)
        } catch let error as SyncError where error.code == .peer {
          mayHaveAsked = true
          throw error
        } catch let error as SyncError where error.code == .text {
          throw isOver(error)
        }
      }
      mayHaveAsked = true
      arguments.tell(
        "This device's digits are \(request.request.checkDigits). Waiting for the owner …")
      return try await self.answer(with: link, over: transport)
    }
    try join(with: answer, next: "sync hub")
    try KnownHub(arguments).note(link.hub)
  }

  /// What this machine is called in its network, as much as an owner is shown of it.
  private static var hostName: String {
    let name = String(ProcessInfo.processInfo.hostName.prefix(60))
    return name.isEmpty ? "a device" : name
  }

  /// That the link is good no more, with the command that takes another one.
  private func isOver(_ error: SyncError) -> NameError {
    NameError("\(error.message), and join with that: " + arguments.command("sync join LINK"))
  }

  /// Waits until the owner has answered.
  ///
  /// - Throws: `NameError` when nobody lets this device in: the link is open no more.
  private func answer(
    with link: JoinLink, over transport: any HubTransport
  ) async throws -> Invitation {
    do {
      return try await HubPolling.wait(failed: arguments.tell(asksAfter:)) {
        () async throws -> Invitation? in
        try await HubPeer.invitation(with: link, over: transport)
      }
    } catch let error as SyncError where error.code == .text {
      throw NameError(
        "this device was not let in: the owner said no, or the link was closed or is older than a "
          + "day; ask who sent it for another one, and join with that: "
          + arguments.command("sync join LINK"))
    }
  }

  /// That nothing is left to join, and what there is to do.
  ///
  /// - Parameter next: the command that exchanges, where the store knows no hub.
  private func isMember(of space: String, next: String) -> CannotWrite {
    let next = KnownHub(arguments).isKnown ? "sync hub" : next
    return CannotWrite(
      "the store at \(arguments.path) is a member of \(space) already; to exchange: "
        + arguments.command(next) + "; for another store, say with --store where it is to be")
  }

  /// Throws where a store is that cannot join. One that has begun to is gone on with, by its key.
  private func checkPlace(next: String) throws {
    guard arguments.isThere else { return try arguments.checkPlace() }
    switch try Sharing(arguments.open()) {
    case .shared(let space): throw isMember(of: space.name, next: next)
    case .joined: throw isMember(of: "a space", next: next)
    case .alone, .begun: break
    }
    guard KeyPlace(arguments, named: key.key).isThere else {
      throw CannotWrite(
        "there is a store at \(arguments.path) already; a device joins with a new one: say with "
          + "--store where that is to be")
    }
  }

  /// - Parameter next: the command that fills the store.
  private func join(with invitation: Invitation, next: String = "sync folder DIR") throws {
    // What is not told is as the inviter has it, such as where days begin, so that both can be
    // compared.
    let views = { invitation.parameters(ofProjection: $0) }
    let schema = try new.schema(for: views)
    try checkPlace(next: next)
    let key = try self.key.load(
      arguments,
      orElse:
        "say --key when this device asked with another one; else ask anew, and join with the "
        + "invitation that an owner makes of that: " + arguments.command("sync request"))
    try StoreFolder.make(arguments.path)
    var options = Tool.storeOptions
    options.makeID = Surroundings.current.identities(for: "store \(arguments.path)")
    let joined: Replication
    do {
      joined = try Replication.join(
        at: arguments.path, schema: schema, key: key,
        invitation: invitation, options: options)
    } catch let error as SyncError where error.code == .space {
      throw CannotWrite(error.message)
    }
    try KeyPlace(arguments, named: self.key.key).note()
    try arguments.report(
      [
        "store": JSON.Value(joined.store.id), "space": JSON.Value(joined.store.space),
        "replica": JSON.Value(try joined.replica().uuid),
      ],
      "made a store at \(arguments.path)\(try new.words(for: views).map { ", " + $0 } ?? ""); next: "
        + arguments.command(next))
  }
}
#endif
