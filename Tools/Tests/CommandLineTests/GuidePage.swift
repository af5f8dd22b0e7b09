import Foundation
import TemporaryFolders

/// The tables of the guide's page on the command line.
struct GuidePage {
  /// What a row says of an object: keys that it always has, and others.
  struct Shape {
    var keys: Set<String> = []
    var more: Set<String> = []

    func allows(_ found: Set<String>) -> Bool {
      keys.isSubset(of: found) && found.isSubset(of: keys.union(more))
    }
  }

  /// The keys of each command's object, by the words of the command.
  let commands: [String: Set<String>]
  /// What every entry has.
  let entry: Shape
  /// The shapes of things by their kind, without what every entry has.
  let kinds: [String: Shape]
  /// The shapes of rows by the key of their list, such as `days of totals` or `changes`.
  let lists: [String: Shape]

  init() throws {
    let page = Repository.file("Sources/Engine/Daybook/Daybook.docc/CommandLine.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var commands: [String: Set<String>] = [:]
    for row in Self.rows(under: "| command | keys |", in: text) {
      for command in Self.words(row[0]) { commands[command] = Set(Self.words(row[1])) }
    }
    self.commands = commands
    var entry = Shape()
    var (kinds, lists): ([String: Shape], [String: Shape]) = ([:], [:])
    for row in Self.rows(under: "| in | keys | sometimes |", in: text) {
      let shape = Shape(keys: Set(Self.words(row[1])), more: Set(Self.words(row[2])))
      let names = Self.words(row[0])
      if names.isEmpty {
        entry = shape
      } else if row[0].hasPrefix("a ") || row[0].hasPrefix("an ") {
        kinds[names[0]] = shape
      } else if row[0].contains("` of `") {
        lists[names.joined(separator: " of ")] = shape
      } else {
        for name in names { lists[name] = shape }
      }
    }
    (self.entry, self.kinds, self.lists) = (entry, kinds, lists)
  }

  /// The shape of a thing: entries have what every entry has beside their own.
  func shape(ofKind kind: String) -> Shape? {
    guard let own = kinds[kind] else { return nil }
    if own.keys.contains("id") { return own }
    return Shape(keys: own.keys.union(entry.keys), more: own.more.union(entry.more))
  }

  private static func rows(under header: String, in text: String) -> [[String]] {
    let table = text.components(separatedBy: header).dropFirst().first ?? ""
    return table.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst().map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// What stands in backticks, but not in brackets.
  private static func words(_ cell: String) -> [String] {
    cell.replacing(#/\([^)]*\)/#, with: "").matches(of: #/`([A-Za-z0-9 -]+)`/#)
      .map { String($0.output.1) }
  }
}
