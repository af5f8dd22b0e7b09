#if Tools
  import ArgumentParser
  import Daybook
  import Nursery

  struct SearchCommand: ParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Entries that hold all the words, newest first.",
      discussion: """
        A word is found at the beginning of a word of the memo, of the content such as “formula”, of the \
        baby's name and of the tags, in any case of its letters. `#sick` finds the tag alone.
        """)

    @Argument(help: "The words.")
    var words: [String]

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var look: ScreenArguments

    @Option(name: .long, help: "Only the entries of this baby: a name, or the beginning of an id.")
    var baby: String?

    @Option(name: .long, help: "At most so many, from 1.")
    var limit = Count(50)

    func run() throws {
      let (store, screen) = try arguments.open(look)
      let baby = try baby.map { try screen.babies.find($0) }
      let wanted = words.flatMap { SearchText.words($0) }
      let limit = limit.value
      let (rows, hasMore) = try store.read { reader in
        var (found, hasMore): ([(String, Shown)], Bool) = ([], false)
        try reader.forEachEntry { id, entry in
          guard baby == nil || entry.facts.baby == baby else { return true }
          let shown = entry.shown(id, screen)
          guard SearchText(shown, screen).holds(wanted) else { return true }
          hasMore = found.count == limit
          if !hasMore { found.append((try reader.short(id), shown)) }
          return !hasMore
        }
        return (found, hasMore)
      }
      if arguments.printsJSON {
        return try arguments.print(
          json: "entries",
          rows.map { $0.1.json.merging(["short": .text($0.0)]) { _, new in new } },
          with: screen.json.merging(["hasMore": JSONValue(hasMore)]) { _, new in new })
      }
      EntryTable.print(rows, screen, nothing: "Nothing holds \(words.joined(separator: " ")).")
      if hasMore { Terminal.line("There are more: --limit \(limit * 2)") }
    }
  }

  /// Entries of several days as a table.
  enum EntryTable {
    static func print(_ rows: [(short: String, shown: Shown)], _ screen: Screen, nothing: String) {
      var table = TextTable(["when", "id", "baby", "what", "memo"])
      for (short, shown) in rows {
        table.add([
          screen.time(shown.facts.date), short, screen.babies[shown.facts.baby],
          ShownDay.what(shown), shown.facts.memo ?? "",
        ])
      }
      table.print(nothing: nothing)
      if !rows.isEmpty { Terminal.line("Times in \(screen.boundary.zone).") }
    }
  }

  /// What can be found of an entry.
  private struct SearchText {
    private let words: [String]
    private let tags: [String]

    init(_ shown: Shown, _ screen: Screen) {
      let facts = shown.facts
      tags = facts.allTags.map { "#" + $0.lowercased() }
      let texts = [shown.kind.word, shown.words, facts.memo ?? "", screen.babies[facts.baby]]
      words = texts.flatMap { Self.words($0) } + facts.allTags.map { $0.lowercased() }
    }

    /// Whether each of the wanted words begins one of these.
    func holds(_ wanted: [String]) -> Bool {
      wanted.allSatisfy { word in
        if word.hasPrefix("#") { return tags.contains(word) }
        return words.contains { $0.hasPrefix(word) }
      }
    }

    /// The words of a text in lower case; a hashtag keeps its sign.
    static func words(_ text: String) -> [String] {
      text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "#" || $0 == "_") }
        .map(String.init)
    }
  }

  struct TagsCommand: ParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "tags", abstract: "The tags of memos and imports, the last used first.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var look: ScreenArguments

    private struct Row {
      let tag: String
      var count: Int
      let last: Date
    }

    func run() throws {
      let (store, screen) = try arguments.open(look)
      let rows: [Row] = try store.read { reader in
        var (order, rows): ([String], [String: Row]) = ([], [:])
        try reader.forEachEntry { _, entry in
          for tag in entry.facts.allTags {
            let key = tag.lowercased()
            if rows[key] == nil { order.append(key) }
            rows[key, default: Row(tag: tag, count: 0, last: entry.facts.date)].count += 1
          }
          return true
        }
        return order.compactMap { rows[$0] }
      }
      if arguments.printsJSON {
        return try arguments.print(
          json: "tags",
          rows.map { row in
            ["tag": .text(row.tag), "count": .int(row.count)].with("lastUsed", row.last)
          })
      }
      var table = TextTable(["tag", "entries", "last used"], right: [1])
      for row in rows { table.add(["#\(row.tag)", "\(row.count)", screen.time(row.last)]) }
      table.print(nothing: "There are no tags yet; write one in a memo: --memo \"rash #sick\"")
      if !rows.isEmpty { Terminal.line("Times in \(screen.boundary.zone).") }
    }
  }
#endif
