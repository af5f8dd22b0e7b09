#if Tools
  import ArgumentParser
  import Daybook
  import Nursery

  /// Who writes.
  struct WritingArguments: ParsableArguments {
    @Option(name: .long, help: "Who writes; DAYBOOK_AUTHOR unless told.")
    var author: String?

    var name: String? { author ?? Surroundings.current.author }
  }

  /// What words and options say about an entry.
  struct EntryArguments: ParsableArguments {
    @Argument(
      help: "The kind of entry: \(Kinds.words).",
      completion: .list(Kinds.entries.map { $0.word }))
    var kind: String

    @Argument(help: "What is known of it: words such as 120ml or wet, and FIELD=VALUE.")
    var words: [String] = []

    @Option(name: .long, help: "The baby: the beginning of a name or an id; needed with several.")
    var baby: String?

    @Option(name: .long, help: "A time \(TimeText.help); now unless told.")
    var at: String?

    @Option(name: .long, help: "Free text; #tags are found in it.")
    var memo: String?

    /// The words, and what options say, as fields.
    var values: [String] { words + (memo.map { ["memo=\($0)"] } ?? []) }

    func baby(_ screen: Screen) throws -> UUID {
      try baby.map { try screen.babies.find($0) } ?? screen.babies.only()
    }

    func time(_ screen: Screen) throws -> Date {
      try at.map { try TimeText(screen.zone, now: screen.now).date($0) } ?? screen.now
    }
  }

  extension KindWords {
    /// Sets fields to what `name=value` and bare words say.
    ///
    /// - Throws: `BadText` for a word that no field takes.
    static func apply(_ words: [String], to state: inout State, _ screen: Screen) throws {
      let fields = fields.filter { $0.set != nil }
      var taken: Set<String> = []
      for word in joined(words) {
        if let sign = word.firstIndex(of: "="), sign > word.startIndex {
          let name = String(word[..<sign])
          guard let field = fields.first(where: { $0.name.lowercased() == name.lowercased() })
          else {
            let names = fields.map(\.name)
            throw BadText(
              "a \(self.word) has no field “\(name)”; it has \(names.joined(separator: ", "))"
                + Suggestion.sentence(for: name, among: names))
          }
          try field.set?(&state, String(word[word.index(after: sign)...]), screen)
        } else if let field = fields.first(where: { $0.takes(word) }) {
          guard taken.insert(field.name).inserted || field.property.isEmpty else {
            throw BadText("“\(word)” is a second \(field.name); write FIELD=VALUE")
          }
          try field.set?(&state, word, screen)
        } else {
          throw BadText(
            "“\(word)” says nothing about a \(self.word); write FIELD=VALUE, or \(help)")
        }
      }
    }

    /// What `--help` and errors say of the fields.
    private static var help: String {
      fields.filter { $0.set != nil && !$0.help.isEmpty && $0.name != "memo" }
        .prefix(6).map { "\($0.name) (\($0.help))" }.joined(separator: ", ")
    }

    /// A number and the unit after it as one word, such as `4 floz`.
    private static func joined(_ words: [String]) -> [String] {
      var joined: [String] = []
      for word in words {
        if let last = joined.last, Double(last) != nil, VolumeUnit(text: word) != nil {
          joined[joined.count - 1] = "\(last) \(word)"
        } else {
          joined.append(word)
        }
      }
      return joined
    }
  }

  /// What a write did: one line for people, an object for programs.
  struct WriteReport {
    let arguments: StoreArguments
    let screen: Screen
    let store: EventStore

    /// Says what a transaction did and how to take it back.
    func print(_ token: History.Token) throws {
      let number = token.number
      let undo = arguments.command("undo \(number)")
      try store.read { reader in
        let changes = try reader.shownChanges(in: number, screen)
        if arguments.printsJSON {
          return try arguments.print(
            json: [
              "transaction": JSONValue(number), "token": .text(token.description),
              "undo": .text(undo),
              "changes": .list(try changes.map { .object(try $0.json(reader)) }),
            ] as [String: JSONValue])
        }
        let words = try changes.map { try $0.sentence(reader, screen) }.joined(separator: "; ")
        Terminal.line("\(words) (transaction \(number); to take it back: \(undo))")
      }
    }

    /// Says that there was nothing to do.
    func printNothing(_ words: String) throws {
      if arguments.printsJSON {
        return try arguments.print(
          json: ["transaction": .null, "token": .null, "undo": .null, "changes": []]
            as [String: JSONValue])
      }
      Terminal.line(words)
    }
  }

  extension StoreArguments {
    /// Writes one transaction and says what it did.
    ///
    /// - Parameters:
    ///   - screen: names the babies in what is said.
    ///   - isNew: whether it makes or renames a baby, so that names are read again.
    func write(
      _ store: EventStore, _ screen: Screen, by author: String?, namesChange: Bool = false,
      otherwise nothing: String, _ body: @escaping @Sendable (inout Draft) throws -> Void
    ) throws {
      let token: History.Token?
      do {
        token = try store.write(author: author, context: "daybookctl") { draft in
          try body(&draft)
          return draft.token
        }
      } catch NurseryError.invalid(let problems) {
        let words = try store.read { reader in try problems.map { try $0.words(reader, screen) } }
        throw NameError(words.joined(separator: "; "))
      }
      let screen =
        namesChange
        ? try Screen(Babies(store), boundary: screen.boundary, unit: screen.unit) : screen
      let report = WriteReport(arguments: self, screen: screen, store: store)
      guard let token else { return try report.printNothing(nothing) }
      try report.print(token)
    }
  }

  extension EntryProblem {
    /// The sentence, with the ids and times of this screen.
    fileprivate func words(_ reader: borrowing Reader, _ screen: Screen) throws -> String {
      switch self {
      case .inFuture(let date): return "\(screen.time(date)) is in the future; check the date"
      case .overlaps(let id):
        guard let shown = try reader.shown(id, screen) else { return description }
        return "\(shown.kind.word) \(try reader.short(id)) of \(shown.line), has a part of the "
          + "same time; change one of both"
      default: return description
      }
    }
  }
#endif
