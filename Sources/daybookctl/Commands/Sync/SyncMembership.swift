#if Tools && Sync
  import ArgumentParser
  import Daybook
  import DaybookSync
  import Foundation
  import Interchange
  import Nursery

  struct SyncInit: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Makes the store a space that others can join.",
      discussion: "What was written before belongs to it. The member is its first owner.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

    @Argument(help: "What the space is called.")
    var name: String

    @Option(name: .long, help: "Who you are.")
    var member: String

    func run() async throws {
      let replication = try key.open(arguments, creating: true)
      try await replication.createSpace(named: name, member: member)
      if arguments.printsJSON {
        return try arguments.print(json: [
          "space": JSONValue(replication.store.space), "name": .text(name),
          "replica": JSONValue(try replication.replica().uuid),
        ])
      }
      Terminal.line(
        "\(member) is the first owner of \(name). The key is \(replication.keyURL.path);")
      Terminal.line("whoever has it can write as you, and without it nobody can.")
    }
  }

  struct SyncRequest: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "request", abstract: "Makes the text with which this device asks to join.",
      discussion: """
        Give it to an owner, and compare the twenty digits aloud. The store need not be there yet.
        """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

    @Option(name: .long, help: "Write the text to this file.", completion: .file())
    var output: String?

    func run() async throws {
      let request = try self.request()
      if let output { try OutputFile.write("\(request)\n", to: output) }
      if arguments.printsJSON {
        return try arguments.print(json: [
          "request": .text("\(request)"), "checkDigits": .text(request.checkDigits),
          "replica": JSONValue(request.replica.uuid),
        ])
      }
      Terminal.line(output.map { "The request is in \($0)." } ?? "\(request)")
      Terminal.line("Its digits are \(request.checkDigits).")
    }
  }

  extension SyncRequest {
    /// That of a store which was copied, or of one that is to be made.
    private func request() throws -> EnrolmentRequest {
      guard FileManager.default.fileExists(atPath: arguments.path + "/data.mdb") else {
        return Replication.request(
          of: try key.load(arguments, creating: true),
          replica: ReplicaID(Surroundings.current.makeID("replica \(arguments.path)")))
      }
      let replication = try key.open(arguments, creating: true)
      guard (try? replication.space()) != nil else {
        throw CannotWrite(
          "there is a store at \(arguments.path) already; a device joins with a new one")
      }
      return try replication.request()
    }
  }

  struct SyncEnrol: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "enrol", abstract: "Lets a device join, and makes its invitation.",
      discussion: """
        Only owners may. Ask for the twenty digits of the request before, by a way that you trust: from \
        then on the device counts. With --digits, nothing is done when the request has others.
        """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

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

    @Option(name: .long, help: "Write the invitation to this file.", completion: .file())
    var output: String?

    func run() async throws {
      let request = try EnrolmentRequest(TravellingText.read(request))
      let known = request.checkDigits.filter(\.isNumber)
      if let digits, digits.filter({ !$0.isWhitespace }) != known {
        throw NameError(
          "the request has the digits \(request.checkDigits), not “\(digits)”; nobody was enrolled")
      }
      let invitation = try await key.open(arguments).enrol(request, as: role, member: member)
      if let output { try OutputFile.write("\(invitation)\n", to: output) }
      if arguments.printsJSON {
        return try arguments.print(json: [
          "invitation": .text("\(invitation)"), "checkDigits": .text(request.checkDigits),
          "replica": JSONValue(request.replica.uuid), "role": .text(role.word),
        ])
      }
      Terminal.line(
        "\(member) may join as \(role.word), if their digits are \(request.checkDigits).")
      Terminal.line(output.map { "The invitation is in \($0)." } ?? "\(invitation)")
    }
  }

  struct SyncJoin: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "join", abstract: "Makes the store of a device that was invited.",
      discussion: "It is empty until it has exchanged once, as with `daybookctl sync folder`.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

    @Argument(help: "The invitation, as text or in a file.")
    var invitation: String

    @Option(name: .long, help: "The time zone of its days; this machine's unless told.")
    var zone: String?

    @Option(
      name: .long, help: "When its days begin, HH:MM; 07:00 unless told.", transform: Typed.clock)
    var dayStart: ClockTime?

    func run() async throws {
      let invitation = try Invitation(TravellingText.read(invitation))
      let boundary = try DayBoundary(
        zone: zone ?? Surroundings.current.zone, hour: dayStart?.hour ?? 7,
        minute: dayStart?.minute ?? 0)
      let key = try key.load(arguments)
      try StoreArguments.makeFolder(arguments.path)
      var options = StoreArguments.options()
      options.makeID = Surroundings.current.identities(of: arguments.path)
      let joined = try Replication.join(
        at: arguments.path, schema: .nursery(boundary: boundary).importing(), key: key,
        invitation: invitation, options: options)
      if arguments.printsJSON {
        return try arguments.print(json: [
          "store": JSONValue(joined.store.id), "space": JSONValue(joined.store.space),
          "replica": JSONValue(try joined.replica().uuid),
        ])
      }
      Terminal.line(
        "made a store at \(arguments.path), with \(boundary.words); next: "
          + arguments.command("sync folder DIR"))
    }
  }

  struct SyncMembers: ParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "members", abstract: "Who belongs to the space, with which devices.")

    @OptionGroup var arguments: StoreArguments

    func run() throws {
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
              "replica": JSONValue(member.replica.uuid), "member": .text(member.member),
              "role": .text(member.role.word), "isRevoked": .bool(member.isRevoked),
              "through": member.through.map { JSONValue($0) } ?? .null,
              "sequence": JSONValue(vector[member.replica]), "isOwn": .bool(member.replica == own),
              "isKeeper": .bool(member.replica == space?.keeper),
            ]
          })
      }
      var table = TextTable(["member", "role", "transactions", "replica", ""], right: [2])
      for member in members {
        var notes: [String] = []
        if member.replica == own { notes.append("this store") }
        if member.replica == space?.keeper { notes.append("sets frontiers") }
        if let through = member.through, member.isRevoked {
          notes.append("revoked after \(through)")
        }
        table.add([
          member.member, member.role.word, "\(vector[member.replica])",
          String(member.replica.uuid.uuidString.prefix(8)).lowercased(),
          notes.joined(separator: ", "),
        ])
      }
      table.print(nothing: "Nobody has made this store a space.")
    }
  }

  struct SyncRevoke: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Lets nothing count that a device writes from now on.",
      discussion: "For ever: the member's next device asks to join anew. Only owners may.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments
    @OptionGroup var consent: ConsentArguments

    @Argument(help: "The replica, by the first digits that `sync members` shows.")
    var replica: String

    func run() async throws {
      let replication = try key.open(arguments)
      let member = try replication.member(replica)
      try consent.ask("What \(member.member) writes there from now on would count for nobody.")
      try await replication.revoke(member.replica)
      let through = try replication.space().members[member.replica]?.through ?? 0
      if arguments.printsJSON {
        return try arguments.print(json: [
          "replica": JSONValue(member.replica.uuid), "through": JSONValue(through),
        ])
      }
      Terminal.line("\(member.member) is revoked after transaction \(through) of that device.")
    }
  }

  struct SyncRole: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "role", abstract: "Gives a device another role.",
      discussion: """
        What it wrote before counts as before. What a reader writes counts for nobody. Only owners may.
        """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

    @Argument(help: "The replica, by the first digits that `sync members` shows.")
    var replica: String

    @Option(
      name: .customLong("as"), help: "What it may do: owner, writer or reader.",
      transform: SpaceRole.read)
    var role: SpaceRole

    func run() async throws {
      let replication = try key.open(arguments)
      let member = try replication.member(replica)
      try await replication.setRole(role, of: member.replica)
      if arguments.printsJSON {
        return try arguments.print(json: [
          "replica": JSONValue(member.replica.uuid), "member": .text(member.member),
          "role": .text(role.word),
        ])
      }
      Terminal.line("\(member.member) is \(role.word) on that device.")
    }
  }

  struct SyncKeeper: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "keeper", abstract: "Lets another device set frontiers.",
      discussion: "As when the one that did is lost. Only owners may.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var key: KeyArguments

    @Argument(help: "The replica, by the first digits that `sync members` shows.")
    var replica: String

    func run() async throws {
      let replication = try key.open(arguments)
      let member = try replication.member(replica)
      try await replication.setKeeper(member.replica)
      if arguments.printsJSON {
        return try arguments.print(json: [
          "replica": JSONValue(member.replica.uuid), "member": .text(member.member),
        ])
      }
      Terminal.line("\(member.member) sets frontiers on that device.")
    }
  }

  extension Space.Member {
    /// The founder first, then those whom it enrolled, and so on.
    fileprivate var order: (Int, String, ReplicaID) { (distance, member, replica) }
  }

  extension Replication {
    /// The member with a replica that begins so.
    ///
    /// - Throws: `NameError` when there is none, or more than one.
    func member(_ text: String) throws -> Space.Member {
      let all = try space().members.values.sorted { $0.order < $1.order }
      let found = all.filter {
        $0.replica.uuid.uuidString.lowercased().hasPrefix(text.lowercased())
      }
      guard let member = found.first, !text.isEmpty, found.count == 1 else {
        throw NameError(
          found.isEmpty || text.isEmpty
            ? "no replica begins with “\(text)”; see daybookctl sync members"
            : "several replicas begin with “\(text)”; give more digits")
      }
      return member
    }
  }
#endif
