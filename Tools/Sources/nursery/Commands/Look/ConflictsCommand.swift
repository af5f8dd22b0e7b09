import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct ConflictsCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Entries that may be wrong: two that run, and possible duplicates.",
    discussion: "Nothing is dropped by itself; look at each and delete what is wrong.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  /// Entries that cannot all be right.
  private struct ShownConflict {
    let sort: String
    let words: String
    let entries: [(short: String, shown: Shown)]
  }

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let found = try store.read { reader in
      try reader.conflicts().map { try Self.shown($0, reader, screen) }
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "conflicts",
        found.map { conflict in
          [
            "sort": .text(conflict.sort),
            "entries": .list(
              conflict.entries.map {
                .object($0.shown.json.merging(["short": .text($0.short)]) { _, new in new })
              }),
          ]
        }, with: screen.json)
    }
    if found.isEmpty { return Terminal.line("There are no conflicts.") }
    for conflict in found {
      Terminal.line(conflict.words)
      for (short, shown) in conflict.entries {
        Terminal.line("  \(short)  \(screen.time(shown.facts))  \(ShownDay.what(shown))")
      }
    }
    Terminal.line(
      "Times in \(screen.boundary.zone). Remove one: \(arguments.command("delete ID"))")
  }

  private static func shown(
    _ conflict: Conflict, _ reader: borrowing Reader, _ screen: Screen
  ) throws -> ShownConflict {
    let entries = try conflict.entries.compactMap { id in
      try conflict.kind.shown(reader, id, screen).map { (try reader.short(id), $0) }
    }
    let count = Measures.count(entries.count, conflict.kind.word, conflict.kind.plural)
    let name = screen.babies[conflict.baby]
    switch conflict {
    case .running:
      return ShownConflict(
        sort: "running", words: "\(name) has \(count) in progress:", entries: entries)
    case .possibleDuplicates:
      return ShownConflict(
        sort: "duplicate", words: "\(name) has \(count) at one time:", entries: entries)
    }
  }
}

extension Conflict {
  fileprivate var kind: any NurseryKind.Type {
    switch self {
    case .running(let kind, _, _), .possibleDuplicates(let kind, _, _): Kinds.of(kind)
    }
  }

  fileprivate var baby: UUID? {
    switch self {
    case .running(_, let baby, _), .possibleDuplicates(_, let baby, _): baby
    }
  }
}
