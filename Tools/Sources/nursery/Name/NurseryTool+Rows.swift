import Daybook
import DaybookTool
import Nursery

/// What the family calls rows of views, and how these are shown.
extension NurseryTool {
  /// The sums of a day, such as `today's milk`, `diapers yesterday` or `Noor's sleep 2026-11-20`.
  ///
  /// The days are those of the store, also of a baby with a zone of its own: for other days there
  /// is no row that is stored.
  ///
  /// - Throws: `BadText` for a thing that is no kind of entry; `NameError` for a baby.
  static func row(
    named words: String, _ store: EventStore, _ screen: NurseryScreen
  ) throws -> NamedRow? {
    let stored = try store.read { try $0.view(HistoryGroups.self).projection.boundary }
    guard screen.boundary == stored else {
      throw BadText(
        "`why` tells of the sums that are stored, with \(stored.words); leave out --zone "
          + "and --day-start")
    }
    var (kind, day, names) = (EntryKind?.none, screen.day(of: screen.now), [String]())
    let said = words.split(separator: " ").map(plain)
    for word in said {
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
    let baby =
      try names.isEmpty
      ? screen.babies.only { name in
        screen.babies.command("why " + (said + [name]).joined(separator: " ").quoted)
      }
      : screen.babies.find(name)
    return NamedRow(
      view: HistoryGroups.name, table: HistoryGroups.totals.name,
      key: DayBabyKey(day: day, baby: baby).keyBytes, kinds: [kind.entity.kind],
      note: otherDays(of: baby, screen))
  }

  static var rowWords: String? {
    let sums = kindWords.joined(separator: ", ")
    return "Sums of a day are named in one text by what they are of, whose, and when, such as "
      + "\"milk\", \"Noor's milk\" or \"milk Noor yesterday\"; there is \(sums)."
  }

  /// That other commands show a baby's days by its own zone; nil where they do not.
  static func otherDays(of baby: UUID, _ screen: NurseryScreen) -> String? {
    guard let zone = screen.babies.all.first(where: { $0.id == baby })?.profile.zone,
      zone != screen.boundary.zone
    else { return nil }
    return "this is the stored sum of a day of \(screen.boundary.zone); `totals` shows the days of "
      + "\(screen.babies[baby]) by \(zone)"
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
