import Daybook
import Foundation

/// The process that the crash tests kill: `crashwriter DIR MODE SEED`.
@main
struct Crashwriter {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let seed = UInt64(arguments[3]) else {
      Output.line("usage: crashwriter DIR append|rebuild|publish|idle-read|hold-write SEED")
      exit(64)
    }
    do {
      if arguments[2] == "nursery" { return try NurseryWriting.run(arguments[1]) }
      if arguments[2] == "again" { Reopening.run(arguments[1]) }
      if arguments[2] == "move" { try Moving.run(arguments[1], from: seed) }
      if arguments[2] == "version" { return try GaugingRun.run(arguments[1], seed) }
      if try runMixed(arguments[2], at: arguments[1], seed: seed) { return }
      let isChanged = arguments[2] == "parameters"
      let boards = isChanged ? Boards(parameters: "\(seed)") : Boards()
      var options = StoreOptions()
      options.checkpoint = Checkpoints.limits(of: arguments[2], seed: seed)
      let store = try EventStore.open(
        at: arguments[1], schema: boards.schema, options: options)
      Output.line("open")
      switch arguments[2] {
      case "append": try Appending(store: store, seed: seed).run()
      case "bulk": try Appending(store: store, seed: seed).runInBulk()
      case "consume": try Consuming(store: store, seed: seed).run()
      case "thousand": try appendThousand(store)
      case "append-later": try appendLater(store)
      case "rebuild": try rebuild(Rebuilding(store: store))
      case "rebuild-append":
        try rebuild(Rebuilding(store: store, lane: Lane(seed: seed, known: try store.counters())))
      case "parameters": Output.rest()
      case "author": try appendOnce(store, author: "author \(seed)", bytes: 0)
      case "large": try appendOnce(store, author: nil, bytes: Int(seed))
      case "rate": Rate(store: store).run(callers: Int(seed))
      case "durable": try appendDurably(store)
      case "change": try changeAfterRelaxed(store)
      case "power-cut", "power-cut-often":
        var work = try PowerCutWork(store: store, seed: seed)
        try work.run(steps: 30)
      case "press": try press(store)
      case "publish": try Publishing(store: store, path: arguments[1]).run()
      case "idle-read": try holdRead(store)
      case "hold-write": try holdWrite(store)
      case "narrow": try rebuildInLittleRoom(store)
      default: exit(64)
      }
    } catch {
      Output.fail(error)
    }
  }

  private static func rebuild(_ rebuilding: consuming Rebuilding) throws {
    try rebuilding.run()
  }

  /// Rebuilds where the address space has room for 16 MiB more.
  private static func rebuildInLittleRoom(_ store: EventStore) throws {
    #if os(Linux)
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/statm"))
    let pages = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      .prefix { $0 != " " }
    let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = (UInt(pages) ?? 0) * UInt(sysconf(Int32(_SC_PAGESIZE))) + 16 << 20
    setrlimit(resource, &limit)
    #endif
    try store.rebuild(Boards.name)
    Output.line("done")
  }

  /// Opens a snapshot and keeps it.
  private static func holdRead(_ store: EventStore) throws {
    try store.read { reader in
      _ = try reader.newestTransactions(limit: 1)
      Output.line("reading")
      Output.rest()
    }
  }

  /// Begins a transaction, with the lock of all writers, and keeps it.
  private static func holdWrite(_ store: EventStore) throws {
    try store.append { draft in
      try draft.append(
        CounterEvent(.opened, Mark(value: 1), text: "unfinished"), to: UUID())
      Output.line("writing")
      Output.rest()
    }
  }

  /// Appends a thousand transactions, each of its own commit, then ends.
  private static func appendThousand(_ store: EventStore) throws {
    for value in 1...1000 as ClosedRange<Int64> {
      let id = UUID()
      let token = try store.append(durability: .relaxed) { draft in
        try draft.append(CounterEvent(.noted, Mark(value: value)), to: id)
      }
      Output.line("ack \(token.number) \(id) \(value)")
    }
    Output.line("finished")
  }

  /// Appends twenty transactions, each of its own commit, then rests.
  private static func appendDurably(_ store: EventStore) throws -> Never {
    for value in 1...20 as ClosedRange<Int64> {
      let token = try store.append { draft in
        try draft.append(CounterEvent(.opened, Mark(value: value), text: "board"), to: UUID())
      }
      Output.line("durable \(token.number)")
    }
    Output.line("finished")
    Output.rest()
  }

  /// Changes the store each time after an append that may get lost.
  private static func changeAfterRelaxed(_ store: EventStore) throws -> Never {
    for value in 1...20 as ClosedRange<Int64> {
      let token = try store.append(durability: .relaxed) { draft in
        try draft.append(CounterEvent(.opened, Mark(value: value), text: "board"), to: UUID())
      }
      try store.notePeer("peer", through: token.number, has: VersionVector())
      Output.line("durable \(token.number)")
    }
    Output.line("finished")
    Output.rest()
  }

  /// Appends one transaction for each line that comes in, and says what time it was then.
  private static func appendLater(_ store: EventStore) throws {
    Output.line("ready")
    while readLine() != nil {
      let token = try store.append(author: "later", durability: .relaxed) { draft in
        try draft.append(CounterEvent(.noted, Mark(value: 1)), to: UUID())
      }
      Output.line("at \(DispatchTime.now().uptimeNanoseconds) \(token.number)")
    }
  }

  /// Gives two hundred commands that every such process gives, when a line says so.
  private static func press(_ store: EventStore) throws {
    let buttons = UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    Output.line("ready")
    _ = readLine()
    for number in 0..<200 {
      let command = UUID(name: "button \(number)", in: buttons)
      let token = try store.append(command: command, durability: .relaxed) { draft in
        try draft.append(CounterEvent(.noted, Mark(value: 1)), to: UUID())
      }
      Output.line("pressed \(number) \(token.number)")
    }
    Output.line("finished")
    Output.rest()
  }

  /// Appends one transaction with so many bytes of payload.
  private static func appendOnce(_ store: EventStore, author: String?, bytes: Int) throws {
    let token = try store.append(author: author) { draft in
      let event = CounterEvent(
        .noted, Mark(value: 1), text: String(repeating: "x", count: bytes))
      try draft.append(event, to: UUID())
    }
    Output.line("appended \(token.number)")
    Output.rest()
  }
}
