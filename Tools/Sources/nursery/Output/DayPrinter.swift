import Daybook
import DaybookTool
import Nursery

/// One day of the history for people and as JSON.
struct ShownDay: Sendable {
  struct Entry: Sendable {
    let short: String
    let shown: Shown
  }

  let day: CivilDay
  let totals: [BabyDayTotals]
  let entries: [Entry]

  init(_ day: HistoryDay, _ reader: borrowing Reader, _ screen: Screen) throws {
    self.day = day.day
    totals = day.totals
    entries = try day.entries.map { row in
      Entry(short: try reader.short(row.id), shown: row.entry.shown(row.id, screen))
    }
  }

  /// The date with its weekday, what each baby had, then the entries, newest first.
  func print(_ screen: Screen) {
    Terminal.line("\(day) \(day.weekday)")
    for sums in totals { Terminal.line("  \(Self.sentence(sums, screen))") }
    var table = TextTable(["  time", "id", "baby", "what", "memo"])
    for entry in entries {
      let (shown, facts) = (entry.shown, entry.shown.facts)
      let time = facts.day == nil ? screen.clock(facts.date, on: day) : "–"
      table.add([
        "  \(time)", entry.short, screen.babies[facts.baby], Self.what(shown), facts.memo ?? "",
      ])
    }
    table.print(nothing: "  nothing")
    Terminal.line()
  }

  var json: [String: JSON.Value] {
    [
      "day": .text(day.description), "month": .text(day.month.description),
      "entries": .list(
        entries.map {
          .object($0.shown.json.merging(["short": .text($0.short)]) { _, new in new })
        }),
    ]
  }

  /// Totals with their unit and the names of the babies, beside the entries.
  func json(_ screen: Screen) -> [String: JSON.Value] {
    json.merging([
      "totals": .list(totals.map { .object(TotalsReport.json($0, screen, withDay: false)) })
    ]) { _, new in new }
  }

  static func what(_ shown: Shown) -> String {
    let words =
      shown.words == shown.kind.word ? shown.words : "\(shown.kind.word): \(shown.words)"
    guard case .list(let photos)? = shown.json["photos"] else { return words }
    return "\(words) (\(Measures.count(photos.count, "photo")))"
  }

  /// Such as `Noor: 8 feeds, 840 mL; 6 diapers, 5 wet, 2 solid`.
  static func sentence(_ sums: BabyDayTotals, _ screen: Screen) -> String {
    "\(screen.babies.heading(sums.baby)): \(words(sums.totals, screen))"
  }

  /// Such as `8 feeds, 840 mL; 6 diapers, 5 wet, 2 solid`.
  static func words(_ totals: DayTotals, _ screen: Screen) -> String {
    var parts: [String] = []
    if totals.feedCount > 0 {
      let amount =
        totals.feedsWithAmount == 0
        ? "" : ", " + totals[.feed].amountText(screen)
      parts.append(Measures.count(Int(totals.feedCount), "feed") + amount)
    }
    if totals.diaperCount > 0 {
      parts.append(
        "\(Measures.count(Int(totals.diaperCount), "diaper")), \(totals.wetCount) wet, "
          + "\(totals.solidCount) solid")
    }
    for kind in totals.kinds where ![.feed, .diaper].contains(kind.kind) {
      parts.append(kind.words(screen))
    }
    return parts.joined(separator: "; ")
  }
}

extension KindTotals {
  /// Such as `2 sleeps, 3 h`; of one that began on the day before, `3 h of sleep`.
  func words(_ screen: Screen) -> String {
    let words = Kinds.of(kind)
    let amount = !amounts.isEmpty ? ", \(amountText(screen))" : ""
    if count == 0 { return "\(Measures.span(seconds)) of \(words.word)\(amount)" }
    let length = microseconds > 0 ? ", \(Measures.span(seconds))" : ""
    return Measures.count(Int(count), words.word, words.plural) + length + amount
  }

  /// The sum of amounts, and beside it those whose unit is not known.
  func amountText(_ screen: Screen) -> String {
    AmountText.total(amounts, in: screen.unit)
  }
}

extension CivilDay {
  /// The day of the week in three letters.
  var weekday: String {
    let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    return names[Int(((daysSince1970 % 7) + 7) % 7)]
  }
}
