#if Tools
public import ArgumentParser
import Daybook

public struct StatsCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stats", abstract: "What is in the store, by whom, and how large it is.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.open(look)
    let report = try StatsReport<Tool>(store, screen)
    if arguments.printsJSON { return try arguments.print(json: report.json) }
    report.print(screen)
  }
}

/// What is in a store.
private struct StatsReport<Tool: StoreTool> {
  let statistics: EventStore.Statistics
  let reads: [EventStore.OpenRead]
  let consumers: [(name: String, behind: UInt64)]
  let more: [Statistic]
  var kinds: [(word: String, count: Int)] = []
  /// Of kinds that the tool does not know.
  var eventsByKind: [String: Int] = [:]
  var authors: [String: Int] = [:]
  /// The same by the names that people read.
  var writers: [String: Int] = [:]

  init(_ store: EventStore, _ screen: Tool.Screen) throws {
    statistics = try store.statistics()
    reads = try store.openReads()
    consumers = try store.history.consumers().map { ($0.name, $0.lag) }
    kinds = try store.read { reader in
      try screen.kinds.map { ($0.plural, try $0.count(reader)) }
    }
    let stored = try store.contents().kinds
    eventsByKind = try store.read { reader in
      var counts: [String: Int] = [:]
      let known = Set(screen.kinds.map { $0.storedKind })
      let isKnown = { (kind: String) in
        known.contains(kind) || screen.sumWords(ofStored: kind) != nil
          || kind == SpaceStatement.kind
      }
      if stored.allSatisfy(isKnown) { return [:] }
      try reader.replay { event in
        let kind = try event.kind()
        if !kind.isEmpty, !isKnown(kind) {
          counts[kind, default: 0] += 1
        }
      }
      return counts
    }
    let transactions = try store.history.transactions().all()
    (authors, writers) = try store.read { reader in
      var (authors, writers): ([String: Int], [String: Int]) = ([:], [:])
      for transaction in transactions {
        let (author, count) = (transaction.author, transaction.positions.count)
        authors[author ?? "nobody", default: 0] += count
        writers[try reader.writer(of: transaction) ?? "nobody", default: 0] += count
      }
      return (authors, writers)
    }
    more = try Tool.statistics(store, screen)
  }

  func print(_ screen: Tool.Screen) {
    var table = TextTable(["what", "is"], wholeAtEnd: 1)
    for statistic in more { table.add([statistic.label, statistic.text]) }
    for (word, count) in kinds { table.add([word, "\(count)"]) }
    for (kind, count) in eventsByKind.sorted(by: { $0.key < $1.key }) {
      table.add(["events of kind \(kind)", "\(count)"])
    }
    table.add(["transactions", "\(statistics.transactions)"])
    table.add(["events", "\(statistics.events)"])
    for (writer, count) in writers.sorted(by: { $0.key < $1.key }) {
      table.add(["events by \(writer)", "\(count)"])
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
    if !more.isEmpty { Terminal.line(screen.zoneLegend) }
  }

  private var oldest: String {
    "\(reads.count), the oldest \(Measures.count(Int(clamping: reads.first?.age ?? 0), "commit")) ago"
  }

  var json: [String: JSON.Value] {
    var json: [String: JSON.Value] = [
      "kinds": .object(Dictionary(kinds.map { ($0.word, .int($0.count)) }) { a, _ in a }),
      "eventsByKind": .object(eventsByKind.mapValues { .int($0) }),
      "eventsByAuthor": .object(authors.mapValues { .int($0) }),
      "transactions": .int(statistics.transactions), "events": .int(statistics.events),
      "entities": .int(statistics.entities), "quarantined": .int(statistics.quarantined),
      "bytes": .int(statistics.bytes), "freeBytes": .int(statistics.freeBytes),
      "mapSize": .int(statistics.mapSize), "pages": .text(Self.words(statistics.pages)),
      "readers": .int(statistics.readers), "openReads": .int(reads.count),
      "oldestRead": .int(Int(clamping: reads.first?.age ?? 0)),
      "consumers": .list(
        consumers.map { ["name": .text($0.name), "behind": JSON.Value($0.behind)] }),
    ]
    for statistic in more {
      json.merge(statistic.json) { old, new in
        guard case .object(let known) = old, case .object(let added) = new else { return new }
        return .object(known.merging(added) { _, last in last })
      }
    }
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
#endif
