import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct SearchCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Entries that hold all the words, newest first.",
    discussion: """
      A word is found at the beginning of a word of the memo, of the tags, of names such as that of a \
      medication, and of the kinds such as “sleep”; case and accents make no difference. `#sick` finds \
      the tag alone. --baby finds those of one baby.
      """)

  @Argument(help: "The words.")
  var words: [String]

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(name: .long, help: "Only the entries of this baby: the beginning of a name or an id.")
  var baby: String?

  @Option(
    name: .long, help: "At most so many, from 1; 50 unless told.", transform: Typed.count)
  var limit = 50

  func validate() throws {
    if words.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("say what to look for, such as: \(arguments.command("search bath"))")
    }
  }

  func run() throws {
    let (store, screen) = try arguments.open(look)
    let baby = try baby.map { try screen.babies.find($0) }
    let (words, limit) = (words, limit)
    let (rows, hasMore) = try store.read { reader in
      var (found, hasMore): ([(String, Shown)], Bool) = ([], false)
      for (kind, id) in try reader.entries(holding: words) {
        guard let shown = try Kinds.of(kind).shown(reader, id, screen) else { continue }
        guard baby == nil || shown.facts.baby == baby else { continue }
        hasMore = found.count == limit
        if hasMore { break }
        found.append((try reader.short(id), shown))
      }
      return (found, hasMore)
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "entries",
        rows.map { $0.1.json.merging(["short": .text($0.0)]) { _, new in new } },
        with: screen.json.merging(["hasMore": JSON.Value(hasMore)]) { _, new in new })
    }
    EntryTable.print(rows, screen, nothing: "Nothing holds \(words.joined(separator: " ")).")
    if hasMore {
      let wider = arguments.sameCommand(with: ["--limit": "\(limit * 2)"])
      Terminal.line("There are more: \(wider)")
    }
  }
}

extension Reader {
  /// The entries that hold all of some words, newest first; a word with `#` before it is a tag.
  fileprivate func entries(holding words: [String]) throws -> [(kind: EntryKind, id: UUID)] {
    let words = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
    let tagged = try words.filter { $0.hasPrefix("#") }.map {
      try view(TagIndex.self).entries(with: $0)
    }
    let text = words.filter { !$0.hasPrefix("#") }.joined(separator: " ")
    let found: [(kind: EntryKind, id: UUID)] =
      text.isEmpty
      ? tagged.first?.map { ($0.kind, $0.id) } ?? []
      : try search(text, limit: .max).map { ($0.kind, $0.id) }
    let wanted = tagged.map { Set($0.map(\.id)) }
    return found.filter { entry in wanted.allSatisfy { $0.contains(entry.id) } }
  }
}

/// Entries of several days as a table.
enum EntryTable {
  static func print(_ rows: [(short: String, shown: Shown)], _ screen: Screen, nothing: String) {
    var table = TextTable(["when", "id", "baby", "what", "memo"])
    for (short, shown) in rows {
      table.add([
        screen.time(shown.facts), short, screen.babies[shown.facts.baby],
        ShownDay.what(shown), shown.facts.memo ?? "",
      ])
    }
    table.print(nothing: nothing)
    if !rows.isEmpty { Terminal.line("Times in \(screen.boundary.zone).") }
  }
}
