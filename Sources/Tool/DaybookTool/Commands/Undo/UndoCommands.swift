#if Tools
public import ArgumentParser
import Daybook

public struct UndoCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo", abstract: "Takes a transaction back, or the last one of an author.",
      discussion: """
        Without a transaction: the last one by --author or by DAYBOOK_AUTHOR, what a member of that \
        name wrote without an author among them; without an author the last one of nobody that was \
        written here. What came from another device, or from an increment when a backup was restored, \
        is taken back by its number, which is named where nothing was written since. Of an import all \
        transactions. Says what it takes back; --dry-run says so and writes nothing.

        The undo stands in the log under that name, also on a device of somebody else: redo --author \
        finds it by the name. With the transaction's number alone it stands under DAYBOOK_AUTHOR.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The transaction: \(TransactionName.help).")
  var transaction: TransactionName?

  @Flag(name: .long, help: "Only say what would be taken back.")
  var dryRun = false

  @Option(
    name: .long,
    help: """
      The author whose last transaction is taken back, and under whose name that is written; with a \
      transaction, only the name.
      """,
    transform: Typed.author)
  var author: String?

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.openScreen()
    let author = author ?? Surroundings.current.author
    let number = try transaction.map { name in
      try store.read { try name.token($0, screen.zone).number }
    }
    let command = arguments.command
    try arguments.takeBack(
      store, screen, by: author, context: "undo", isDryRun: dryRun, verb: "taken back",
      reverse: "redo"
    ) { draft in
      guard let number else {
        if author == nil, let elsewhere = try draft.elsewhere {
          throw Self.refusal(elsewhere, command)
        }
        let devices = try draft.devices(of: author)
        return try draft.naming(author) { try $0.undoPart(by: author, on: devices) }
      }
      return try draft.undoPart(saveOf: number)
    }
  }
}

extension UndoCommand {
  /// That it is not clear what is meant, and by which numbers it is said.
  private static func refusal(
    _ newest: (elsewhere: UInt64, before: UInt64?), _ command: (String) -> String
  ) -> StoreError {
    let (number, before) = newest
    let older = before.map {
      "; \($0) is the newest that is from before: \(command("undo \($0)"))"
    }
    return StoreError(
      .nothingToUndo,
      "the log has nothing without an author to take back that was written here; transaction "
        + "\(number) came from another device, or from an increment when a backup was restored: to "
        + "take it back: \(command("undo \(number)"))\(older ?? "")")
  }
}

public struct RedoCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "redo",
      abstract: "Brings a transaction back, or what an author took back last.",
      discussion: """
        Without a transaction: what the last undo by --author, by DAYBOOK_AUTHOR, or by nobody, took \
        back, unless they have written since.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The transaction: \(TransactionName.help).")
  var transaction: TransactionName?

  @Flag(name: .long, help: "Only say what would come back.")
  var dryRun = false

  @Option(
    name: .long,
    help: "The author, under whose name it is written; with a transaction, only the name.",
    transform: Typed.author)
  var author: String?

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.openScreen()
    let author = author ?? Surroundings.current.author
    let number = try transaction.map { name in
      try store.read { try name.token($0, screen.zone).number }
    }
    try arguments.takeBack(
      store, screen, by: author, context: "redo", isDryRun: dryRun, verb: "there again",
      reverse: "undo"
    ) { draft in
      if let number {
        try draft.redo(transaction: number)
        return UndoPart(target: number, group: [number], token: draft.token)
      }
      let devices = try draft.devices(of: author)
      let undo = try draft.naming(author) { try $0.redo(by: author, on: devices) }
      return UndoPart(target: undo, group: try draft.counting(of: undo), token: draft.token)
    }
  }
}

extension StoreArguments {
  /// Undoes or redoes, or only says what that would do.
  ///
  /// - Parameters:
  ///   - verb: what becomes of the transactions.
  ///   - reverse: the command that does the opposite.
  ///   - body: does it, as far as one transaction has room.
  fileprivate func takeBack(
    _ store: EventStore, _ screen: Tool.Screen, by author: String?, context: String, isDryRun: Bool,
    verb: String, reverse: String, _ body: @escaping @Sendable (inout Draft) throws -> UndoPart
  ) throws {
    let asJSON = printsJSON
    if isDryRun {
      let (numbers, summary) = try store.trial(author: author, context: context) { draft in
        (try body(&draft).group, try draft.summary(screen, asJSON: asJSON))
      }
      return try print(numbers, of: store, summary, nil, verb, reverse, by: nil)
    }
    try prepareToWrite(store)
    let parts = try store.undo(by: author, context: context, body)
    let (numbers, tokens) = (parts[0].group, parts.compactMap(\.token))
    guard let token = tokens.last else { return }
    let summary = try store.read { reader in
      let changes = try tokens.flatMap { try reader.changes(in: $0.number) }
      return ChangeSummary(changes, reader, screen, asJSON: asJSON)
    }
    // One that was purged can be taken back by what brought it back alone.
    let oldest = try store.read { try $0.oldestToken().number }
    let isThere = numbers.first.map { $0 > oldest } ?? false
    try print(numbers, of: store, summary, token, verb, reverse, by: isThere ? nil : token.number)
  }

  private func print(
    _ numbers: [UInt64], of store: EventStore, _ summary: ChangeSummary, _ token: History.Token?,
    _ verb: String, _ reverse: String, by other: UInt64?
  ) throws {
    let back = command("\(reverse) \(other ?? numbers.first ?? 0)")
    let devices = try store.read { try $0.otherDevices(of: numbers) }
    if printsJSON {
      let written: [JSON.Value] = devices.map { device in
        ["replica": JSON.Value(device.replica.uuid), "member": .text(device.member)]
      }
      return try print(
        json: [
          "transactions": .list(numbers.map { JSON.Value($0) }), "dryRun": JSON.Value(token == nil),
          "transaction": token.map { JSON.Value($0.number) } ?? .null,
          "token": JSON.Value(token?.description), reverse: .text(back),
          "changes": .list(summary.json),
          "devices": .list(written),
          "counts": .object(summary.counts.mapValues { .int($0) }),
        ] as [String: JSON.Value])
    }
    let list =
      numbers.count > 5
      ? "\(numbers[0]) to \(numbers[numbers.count - 1])"
      : numbers.map(String.init).joined(separator: ", ")
    let subject = numbers.count == 1 ? "transaction \(list)" : "transactions \(list)"
    let one = numbers.count == 1
    if let token {
      Terminal.line("\(subject) \(one ? "is" : "are") \(verb), by transaction \(token.number):")
    } else {
      Terminal.line("\(subject) would be \(verb):")
    }
    for device in devices {
      Terminal.line("  written on \(device.member)’s device \(device.replica.short)")
    }
    summary.print()
    Terminal.line(
      token == nil
        ? "Nothing was written."
        : "To \(reverse == "redo" ? "bring it back" : "take it back"): \(back)")
  }
}

extension Draft {
  /// The devices whose transactions without an author are an author's, too: of nobody, no other
  /// device's are.
  fileprivate func devices(of author: String?) throws -> [ReplicaID] {
    guard let author else { return [] }
    return try now().devices(of: author)
  }

  /// Undoes or redoes what an author did; where there is nothing, it says who has written.
  fileprivate mutating func naming<R>(
    _ author: String?, _ body: (inout Draft) throws -> R
  ) throws -> R {
    do { return try body(&self) } catch let error as StoreError
      where error.code == .nothingToUndo
    {
      guard let author else { throw error }
      let lack = try now().lack(ofWriter: author)
      throw StoreError(error.code, error.message + lack)
    }
  }

  /// The newest transaction without an author that was written elsewhere and can be taken back, and
  /// the newest one that is from before this store was restored. Nil where a newer one was written
  /// here since, and when none of the last thousand was written elsewhere.
  fileprivate var elsewhere: (elsewhere: UInt64, before: UInt64?)? {
    get throws {
      let reader = try now()
      let own = try reader.replica()
      var elsewhere: UInt64?
      for transaction in try reader.newestTransactions(limit: 1000)
      where try transaction.author == nil && reader.canBeTakenBack(transaction) {
        if transaction.isRemote {
          elsewhere = elsewhere ?? transaction.number
        } else if transaction.dot.replica == own {
          return nil
        } else {
          return elsewhere.map { ($0, transaction.number) }
        }
      }
      return elsewhere.map { ($0, nil) }
    }
  }

  /// The transactions that an undo took back and that are there again.
  fileprivate func counting(of undo: UInt64) throws -> [UInt64] {
    let reader = try now()
    var found: [UInt64] = []
    let taken = try reader.undoGroup(of: undo).flatMap {
      try reader.transactions(takenBackBy: $0)
    }
    for number in taken.sorted()
    where try reader.transaction(number)?.isRetracted == false {
      found.append(number)
    }
    return found
  }

  /// What the draft does so far.
  fileprivate func summary(
    _ screen: some ToolScreen, asJSON: Bool
  ) throws -> ChangeSummary {
    let reader = try now()
    let changes = try token.map { try reader.changes(in: $0.number) } ?? []
    return ChangeSummary(changes, reader, screen, asJSON: asJSON)
  }
}

extension Reader {
  /// The members' devices on which any of these transactions was written, but this one: who has a
  /// name that others have, too, or wrote on somebody else's device, is told of it.
  fileprivate func otherDevices(of numbers: [UInt64]) throws -> [Space.Member] {
    let (own, members) = (try replica(), try space()?.members ?? [:])
    var found: [ReplicaID] = []
    for number in numbers {
      guard let replica = try transaction(number)?.dot.replica, replica != own,
        !found.contains(replica)
      else { continue }
      found.append(replica)
    }
    return found.compactMap { members[$0] }
  }

  /// Whether a transaction counts and is one that a person takes back without its number.
  fileprivate func canBeTakenBack(_ transaction: History.Transaction) throws -> Bool {
    let number = transaction.number
    return try !transaction.isRetracted && !transaction.isVoid
      && transactions(takenBackBy: number).isEmpty
      && !entities(touchedBy: number).contains { $0.kind == SpaceStatement.kind }
  }
}
#endif
