import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Nursery

/// Who writes.
struct WritingArguments: ParsableArguments {
  @Option(name: .long, help: "Who writes; DAYBOOK_AUTHOR unless told.")
  var author: String?

  /// Without blanks around it; nil for nobody, and so for a name of blanks alone.
  var name: String? {
    guard let author else { return Surroundings.current.author }
    let name = author.trimmingCharacters(in: .whitespacesAndNewlines)
    return name.isEmpty ? nil : name
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
            "transaction": JSON.Value(number), "token": .text(token.description),
            "undo": .text(undo),
            "changes": .list(try changes.map { .object(try $0.json(reader, screen)) }),
          ] as [String: JSON.Value])
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
          as [String: JSON.Value])
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
    try prepareToWrite(store)
    let before = try store.read { try $0.token() }
    do {
      token = try store.write(author: author, context: "nursery") { draft in
        try body(&draft)
        return draft.token
      }
    } catch NurseryError.invalid(let problems) {
      let words = try store.read { reader in try problems.map { try $0.words(reader, screen) } }
      let sentence = words.joined(separator: "; ")
      if problems.allSatisfy(\.isOfTypedTime) { throw BadText(sentence) }
      throw NameError(sentence)
    } catch let error as TakenName {
      throw error.sentence(command)
    }
    let screen =
      namesChange
      ? try Screen(
        Babies(store, self, namesGone: true), boundary: screen.boundary, unit: screen.unit)
      : screen
    let report = WriteReport(arguments: self, screen: screen, store: store)
    guard let token else { return try report.printNothing(nothing) }
    try report.print(token)
    try warn(of: token, since: before, store, screen)
  }

  /// Says what an import would say of what was written, where that was not so before.
  private func warn(
    of token: History.Token, since before: History.Token, _ store: EventStore, _ screen: Screen
  ) throws {
    try store.read { reader in
      for (name, id) in try reader.entities(touchedBy: token.number) {
        guard let kind = Kinds.stored(name) else { continue }
        for words in try kind.oddities(reader, id, since: before, screen) {
          let short = try reader.short(id)
          let change = try kind.change(for: words, reader, id)
          Terminal.error(
            "note: \(kind.word) \(short): \(words); to change it: "
              + command("edit \(short) \(change)"))
        }
      }
    }
  }
}

extension EntryProblem {
  /// Whether a time that somebody typed is wrong, whatever the store holds.
  fileprivate var isOfTypedTime: Bool {
    switch self {
    case .endBeforeStart, .inFuture, .dayInFuture: true
    default: false
    }
  }

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
