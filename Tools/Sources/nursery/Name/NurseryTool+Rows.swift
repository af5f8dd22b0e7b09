import Daybook
import DaybookTool
import Foundation
import Nursery

/// What the family calls rows of views, and how these are shown.
extension NurseryTool {
  /// The sums of a day, such as `today's milk`, `diapers yesterday` or `Noor's sleep 2026-11-20`.
  ///
  /// The days are those of the store, also of a baby with a zone of its own.
  ///
  /// - Throws: `BadText` for a thing that is no kind of entry; `NameError` for a baby.
  static func row(
    named words: String, _ store: EventStore, _ screen: NurseryScreen
  ) throws -> NamedRow? {
    var (kind, day, names) = (EntryKind?.none, screen.day(of: screen.now), [String]())
    for word in words.split(separator: " ").map(plain) {
      if let found = entryKind(word) {
        kind = found
      } else if let found = TimeText.day(word, today: screen.day(of: screen.now)) {
        day = found
      } else {
        names.append(word)
      }
    }
    guard let kind else {
      throw BadText(
        "“\(words)” names no sums of a day; write such as \(kindWords.joined(separator: ", ")), "
          + "or a view and the key of a row")
    }
    let name = names.joined(separator: " ")
    let baby = try names.isEmpty ? screen.babies.only() : screen.babies.find(name)
    return NamedRow(
      view: HistoryGroups.name, table: HistoryGroups.totals.name,
      key: DayBabyKey(day: day, baby: baby).keyBytes, kinds: [kind.entity.kind])
  }

  /// The sums of a day; nil for other rows, whose properties say enough.
  static func words(of row: any PayloadCodable, _ screen: NurseryScreen) -> String? {
    guard let totals = row as? DayTotals else { return nil }
    let words = ShownDay.words(totals, screen)
    return words.isEmpty ? "nothing" : words
  }

  static func name(of id: UUID, _ screen: NurseryScreen) -> String? {
    screen.babies.names[id]
  }

  /// A word without the sign of whose it is.
  private static func plain(_ word: Substring) -> String {
    for end in ["'s", "’s"] where word.hasSuffix(end) { return String(word.dropLast(2)) }
    return String(word)
  }

  private static func entryKind(_ word: String) -> EntryKind? {
    let word = word.lowercased()
    if word == "milk" { return .feed }
    return EntryKind.allCases.first { kind in
      guard let words = words(of: kind) else { return false }
      return [words.word, words.plural].contains(word)
    }
  }

  private static func words(of kind: EntryKind) -> (word: String, plural: String)? {
    Kinds.words.first { $0.storedKind == kind.entity.kind }.map { ($0.word, $0.plural) }
  }

  private static var kindWords: [String] {
    ["milk"] + EntryKind.allCases.compactMap { words(of: $0)?.plural }
  }
}
