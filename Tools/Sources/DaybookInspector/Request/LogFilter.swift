import Daybook
import DaybookTool
import Foundation

/// The filter of the log as somebody types it, such as `kind:feed author:"Ada L" -author:sync`.
struct LogFilter: Sendable {
  /// As it was typed.
  let text: String
  /// What is wanted; everything where nothing was typed.
  let filter: History.Filter
  /// What is wrong with it; nil when nothing is.
  let problem: String?
  /// The authors that it names.
  private let authors: [String]

  /// What can be asked for, for people.
  static let help =
    "kind:KIND, author:Ben, -author:Ben, event:TYPE, context:undo, origin:remote, "
    + "from:2026-11-20, to:yesterday, entity:KIND/ID, replica:ID"

  /// Reads which kinds the store has, where one is named, and who its members are.
  init(_ text: String, _ context: PageContext) {
    self.text = text
    var wanted: [String: History.Filter] = [:]
    var problem: String?
    var authors: [String] = []
    for words in Self.fields(of: text) {
      do {
        guard words.count == 1 else { throw Self.unknown(words) }
        let (name, filter) = try Self.filter(words[0], context)
        if name == "author" { authors.append(String(words[0].dropFirst(name.count + 1))) }
        // Several of one sort are several that will do; different sorts all have to fit.
        let isBoth = ["-author", "from", "to"].contains(name)
        wanted[name] = wanted[name].map { isBoth ? $0 && filter : $0 || filter } ?? filter
      } catch {
        problem = problem ?? "\(error)"
      }
    }
    filter = wanted.sorted { $0.key < $1.key }.reduce(.all) { $0 && $1.value }
    self.problem = problem
    self.authors = authors
  }

  /// What to add where nothing is found: who has written, where it names somebody else.
  func lack(_ context: PageContext) throws -> String {
    try context.store.read { reader in
      for author in authors where Self.nobody(author) != nil {
        let lack = try reader.lack(ofWriter: author)
        if !lack.isEmpty { return lack }
      }
      return ""
    }
  }

  /// Words, where quotation marks keep spaces together.
  private static func terms(_ text: String) -> [String] {
    var (found, term, isQuoted) = ([String](), "", false)
    for character in text.prefix(1000) {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted:
        if !term.isEmpty { found.append(term) }
        term = ""
      default: term.append(character)
      }
    }
    return term.isEmpty ? found : found + [term]
  }

  /// Each term that names a field, with the words after it that name none.
  private static func fields(of text: String) -> [[String]] {
    terms(text).reduce(into: []) { found, term in
      if found.isEmpty || term.contains(":") {
        found.append([term])
      } else {
        found[found.count - 1].append(term)
      }
    }
  }

  private static func filter(
    _ term: String, _ context: PageContext
  ) throws -> (String, History.Filter) {
    guard let colon = term.firstIndex(of: ":") else { throw unknown(term) }
    let (name, value) = (String(term[..<colon]), String(term[term.index(after: colon)...]))
    let filter: History.Filter
    switch name {
    case "kind": filter = try .kind(named: kind(value, context))
    case "author":
      filter = try context.store.read { try History.Filter.writer(nobody(value), $0) }
    case "-author":
      filter = try context.store.read { try !History.Filter.writer(nobody(value), $0) }
    case "event": filter = .event(value)
    case "context": filter = .context(value == "none" ? nil : value)
    case "origin" where value == "local": filter = .origin(.local)
    case "origin" where value == "remote": filter = .origin(.remote)
    case "replica":
      guard let id = UUID(uuidString: value) else { throw unknown(term) }
      filter = .replica(ReplicaID(id))
    case "entity":
      let parts = value.split(separator: "/")
      guard parts.count == 2, let id = UUID(uuidString: String(parts[1])) else {
        throw unknown(term)
      }
      filter = try .entity(kind: kind(String(parts[0]), context), id)
    case "from":
      guard let day = context.clock.day(value)?.lowerBound else { throw unknown(term) }
      filter = .time(day..<max(day, .distantFuture))
    case "to":
      guard let end = context.clock.day(value)?.upperBound else { throw unknown(term) }
      filter = .time(min(end, .distantPast)..<end)
    default: throw unknown(term)
    }
    return (name, filter)
  }

  /// The stored kind that somebody means by its word or by its name.
  private static func kind(_ word: String, _ context: PageContext) throws -> String {
    if let known = context.words.kind(named: word) { return known }
    let stored = try context.store.read { try $0.storedKinds().map(\.name) }
    if stored.contains(word) || context.words.word(ofKind: word) != nil { return word }
    let names = stored.map { context.words.name(ofKind: $0) }
    throw InspectorError.bad(
      names.isEmpty
        ? "the store holds nothing"
        : "there is no kind \(word); there is \(names.joined(separator: ", "))"
          + Suggestion.sentence(for: word, among: names))
  }

  private static func nobody(_ name: String) -> String? { name == "nobody" ? nil : name }

  /// What is wrong with words after a field, which may be the rest of a name.
  private static func unknown(_ words: [String]) -> InspectorError {
    let fields = ["author:", "-author:"]
    guard let field = fields.first(where: { words[0].hasPrefix($0) }) else {
      return unknown(words[0].contains(":") ? words[1] : words[0])
    }
    let name = words.joined(separator: " ").dropFirst(field.count)
    return .bad(
      "“\(words[1])” is no filter; a name with a blank stands in quotes: \(field)\"\(name)\"")
  }

  private static func unknown(_ term: String) -> InspectorError {
    .bad("“\(term)” is no filter; there is \(help)")
  }
}
