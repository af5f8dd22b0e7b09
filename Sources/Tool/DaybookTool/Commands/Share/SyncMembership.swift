#if Tools
public import ArgumentParser
import Daybook
import DaybookSync

public struct SyncMembers<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "members", abstract: "Who belongs to the space, with which devices.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    let store = try arguments.open()
    let (space, own, vector) = try store.read { reader in
      (try reader.space(), try reader.replica(), try reader.versionVector())
    }
    let members = (space?.members.values).map { $0.sorted { $0.order < $1.order } } ?? []
    if arguments.printsJSON {
      return try arguments.print(
        json: "members",
        members.map { member in
          [
            "replica": JSON.Value(member.replica.uuid), "member": .text(member.member),
            "role": .text(member.role.word), "isRevoked": .bool(member.isRevoked),
            "through": member.through.map { JSON.Value($0) } ?? .null,
            "sequence": JSON.Value(vector[member.replica]), "isOwn": .bool(member.replica == own),
            "isKeeper": .bool(member.replica == space?.keeper),
            "checkDigits": .text(member.keyDigits),
          ]
        })
    }
    var table = TextTable(
      ["member", "role", "transactions", "replica", "digits of the key", ""], right: [2])
    for member in members {
      var notes: [String] = []
      if member.replica == own { notes.append("this store") }
      if member.replica == space?.keeper { notes.append("sets frontiers") }
      if let through = member.through, member.isRevoked {
        notes.append("revoked after \(through)")
      }
      table.add([
        member.member, member.role.word, "\(vector[member.replica])", member.replica.short,
        member.keyDigits, notes.joined(separator: ", "),
      ])
    }
    table.print(nothing: try Sharing(store).lack(arguments).sentence)
  }
}

/// Which device of which member.
struct MemberArgument: ParsableArguments {
  @Argument(
    help: "The device, by the first digits that `sync members` shows, or whose it is.")
  var replica: String

  /// - Throws: as `Replication.member`.
  func find<Tool: StoreTool>(
    in replication: Replication, _ arguments: StoreArguments<Tool>
  ) throws -> Space.Member {
    try replication.member(replica, arguments)
  }
}

public struct SyncRevoke<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "revoke", abstract: "Lets nothing count that a device writes from now on.",
      discussion: """
        For ever: the member's next device asks to join anew. Only owners may. With --through, \
        nothing counts that it wrote after a transaction: for when two copies of a store wrote on, \
        and members have one or the other. `sync check` says after which; `sync mint --rewrite` on \
        both devices writes again what is left out.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>
  @OptionGroup var consent: ConsentArguments
  @OptionGroup var device: MemberArgument

  @Option(
    name: .long,
    help: "The last of its transactions that counts; else the last that this store has.")
  var through: UInt64?

  public init() {}

  public func run() async throws {
    let replication = try key.open(arguments)
    let member = try device.find(in: replication, arguments)
    let what = through.map { "wrote there after transaction \($0), or writes" } ?? "writes there"
    let isOwn = try member.replica == replication.replica()
    try consent.ask(
      "What \(member.member) \(what) from now on would count for nobody."
        + (isOwn ? " That is this store: it could write and enrol no more." : ""))
    try await replication.revoke(member.replica, through: through)
    let now = try replication.space().members[member.replica]
    let isNew = member.revokedThrough != now?.revokedThrough
    try arguments.report(
      [
        "replica": JSON.Value(member.replica.uuid), "through": JSON.Value(now?.through ?? 0),
        "isNew": .bool(isNew),
      ],
      "\(member.member) \(isNew ? "is" : "was already") revoked after transaction "
        + "\(now?.through ?? 0) of that device\(isNew ? "" : "; nothing was written").")
  }
}

public struct SyncRole<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "role", abstract: "Gives a device another role.",
      discussion: """
        What it wrote before counts as before. What a reader writes counts for nobody. Only owners may.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>
  @OptionGroup var device: MemberArgument

  @Option(
    name: .customLong("as"), help: "What it may do: owner, writer or reader.",
    transform: SpaceRole.read)
  var role: SpaceRole

  public init() {}

  public func run() async throws {
    let replication = try key.open(arguments)
    let member = try device.find(in: replication, arguments)
    // Another statement would say the same of later transactions.
    let isNew = member.role != role || member.isRevoked
    if isNew { try await replication.setRole(role, of: member.replica) }
    try arguments.report(
      [
        "replica": JSON.Value(member.replica.uuid), "member": .text(member.member),
        "role": .text(role.word), "isNew": .bool(isNew),
      ],
      "\(member.member) \(isNew ? "is" : "was already") \(role.word) on that device"
        + "\(isNew ? "" : "; nothing was written").")
  }
}

public struct SyncKeeper<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keeper", abstract: "Lets another device set frontiers.",
      discussion: """
        As when the one that did is lost, which never sets one again. Only owners may.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var key: KeyArguments<Tool>
  @OptionGroup var consent: ConsentArguments
  @OptionGroup var device: MemberArgument

  public init() {}

  public func run() async throws {
    let replication = try key.open(arguments)
    let member = try device.find(in: replication, arguments)
    let space = try replication.space()
    if space.keeper != member.replica {
      let last = space.members[space.keeper].map { "\($0.member) (\($0.replica.short))" }
      try consent.ask("\(last ?? "The keeper") would never set frontiers again.")
    }
    try await replication.setKeeper(member.replica)
    try arguments.report(
      ["replica": JSON.Value(member.replica.uuid), "member": .text(member.member)],
      "\(member.member) sets frontiers on that device.")
  }
}

extension Space.Member {
  /// The founder first, then those whom it enrolled, and so on.
  fileprivate var order: (Int, String, ReplicaID) { (distance, member, replica) }
}

extension Replication {
  /// The member with a replica that begins so, or with that name and one device.
  ///
  /// - Throws: `NameError` when there is none, or more than one.
  func member<Tool: StoreTool>(
    _ text: String, _ arguments: StoreArguments<Tool>
  ) throws -> Space.Member {
    let all = try space().members.values.sorted { $0.order < $1.order }
    let known = text.lowercased()
    var found = all.filter { $0.replica.uuid.uuidString.lowercased().hasPrefix(known) }
    // People say whose device it is.
    if found.isEmpty { found = all.filter { $0.member.lowercased() == known } }
    // Of namesakes, those that count.
    let counting = found.filter { !$0.isRevoked }
    if !counting.isEmpty { found = counting }
    guard let member = found.first, !text.isEmpty, found.count == 1 else {
      let devices = found.map(\.replica.short).joined(separator: ", ")
      throw NameError(
        found.isEmpty || text.isEmpty
          ? "no member is called “\(text)”, and no replica begins so; see "
            + arguments.command("sync members")
          : "“\(text)” may be \(devices); give the digits of one")
    }
    return member
  }
}
#endif
