import ArgumentParser
import Daybook
import Nursery

struct StatsCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "What is in the store, by whom, and how large it is.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let report = try StatsReport(store, screen)
    if arguments.printsJSON { return try arguments.print(json: report.json) }
    report.print(screen)
  }
}

/// What is in a store.
private struct StatsReport {
  let statistics: EventStore.Statistics
  let reads: [EventStore.OpenRead]
  let consumers: [(name: String, behind: UInt64)]
  var first: Date?
  var last: Date?
  var kinds: [(word: String, count: Int)] = []
  var authors: [String: Int] = [:]
  var sources: [String: Int] = [:]

  init(_ store: EventStore, _ screen: Screen) throws {
    statistics = try store.statistics()
    reads = try store.openReads()
    consumers = try store.history.consumers().map { ($0.name, $0.lag) }
    (first, last, sources) = try store.read { reader in
      var (first, last): (Date?, Date?) = (nil, nil)
      var sources: [String: Int] = [:]
      try reader.forEachEntry(newestFirst: false) { _, entry in
        let facts = entry.facts
        first = first ?? facts.date
        last = facts.date
        sources[facts.source?.provider ?? "by hand", default: 0] += 1
        return true
      }
      return (first, last, sources)
    }
    kinds = try store.read { reader in try Kinds.all.map { ($0.plural, try $0.count(reader)) } }
    for transaction in try store.history.transactions().all() {
      authors[transaction.author ?? "nobody", default: 0] += transaction.positions.count
    }
  }

  func print(_ screen: Screen) {
    var table = TextTable(["what", "is"])
    table.add(["first entry", first.map { screen.time($0) } ?? "–"])
    table.add(["last entry", last.map { screen.time($0) } ?? "–"])
    for (word, count) in kinds { table.add([word, "\(count)"]) }
    for (source, count) in sources.sorted(by: { $0.key < $1.key }) {
      table.add(["entries \(source == "by hand" ? source : "from \(source)")", "\(count)"])
    }
    table.add(["transactions", "\(statistics.transactions)"])
    table.add(["events", "\(statistics.events)"])
    for (author, count) in authors.sorted(by: { $0.key < $1.key }) {
      table.add(["events by \(author)", "\(count)"])
    }
    table.add(["things that ever were", "\(statistics.entities)"])
    table.add(["left out (quarantine)", "\(statistics.quarantined)"])
    table.add(["file", Measures.bytes(statistics.bytes)])
    table.add(["free in the file", Measures.bytes(statistics.freeBytes)])
    table.add(["room reserved", Measures.bytes(statistics.mapSize)])
    table.add(["pages", Self.words(statistics.pages)])
    table.add(["readers", "\(statistics.readers)"])
    table.add(["open reads", reads.isEmpty ? "none" : oldest])
    for (name, behind) in consumers {
      table.add([
        "consumer \(name)", "behind by \(Measures.count(Int(clamping: behind), "transaction"))",
      ])
    }
    if consumers.isEmpty { table.add(["consumers", "none"]) }
    table.print()
    Terminal.line("Times in \(screen.boundary.zone).")
  }

  private var oldest: String {
    "\(reads.count), the oldest \(Measures.count(Int(clamping: reads.first?.age ?? 0), "commit")) ago"
  }

  var json: [String: JSONValue] {
    var json: [String: JSONValue] = [
      "kinds": .object(Dictionary(kinds.map { ($0.word, .int($0.count)) }) { a, _ in a }),
      "sources": .object(sources.mapValues { .int($0) }),
      "eventsByAuthor": .object(authors.mapValues { .int($0) }),
      "transactions": .int(statistics.transactions), "events": .int(statistics.events),
      "entities": .int(statistics.entities), "quarantined": .int(statistics.quarantined),
      "bytes": .int(statistics.bytes), "freeBytes": .int(statistics.freeBytes),
      "mapSize": .int(statistics.mapSize), "pages": .text(Self.words(statistics.pages)),
      "readers": .int(statistics.readers), "openReads": .int(reads.count),
      "oldestRead": .int(Int(clamping: reads.first?.age ?? 0)),
      "consumers": .list(
        consumers.map { ["name": .text($0.name), "behind": JSONValue($0.behind)] }),
    ]
    json.merge([String: JSONValue].time("firstEntry", first)) { _, new in new }
    json.merge([String: JSONValue].time("lastEntry", last)) { _, new in new }
    return json
  }

  private static func words(_ pages: EventStore.PageState) -> String {
    switch pages {
    case .sound: "sound"
    case .running: "being looked at"
    case .skipped: "not looked at"
    case .damaged(let message): "damaged: \(message)"
    }
  }
}
