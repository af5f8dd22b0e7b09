internal import Daybook
internal import Nursery

/// Every entry, by day.
extension FamilyReport {
  func lines(
    of day: HistoryDay, _ names: [UUID: String], _ clocks: BabyClocks
  ) -> [String] {
    var lines = ["<h2>\(day.day)</h2>"]
    for totals in day.totals {
      let name = name(totals.baby, names)
      lines.append("<p class=\"totals\">\(HTMLText.escaped(name)): \(text(of: totals.totals))</p>")
    }
    lines.append("<table>")
    for item in day.entries.reversed() {
      let name = names.count > 1 ? item.entry.baby.flatMap { names[$0] } : nil
      lines.append(row(item.entry, name, on: day.day, clocks.calendar(of: item.entry.baby)))
    }
    return lines + ["</table>"]
  }

  private func text(of totals: DayTotals) -> String {
    var parts: [String] = []
    if totals.feedCount > 0 {
      parts.append(Self.count(totals.feedCount, "feed") + text(of: totals.feedAmounts))
    }
    if totals.diaperCount > 0 {
      parts.append(
        "\(Self.count(totals.diaperCount, "diaper")) (\(totals.wetCount) wet, \(totals.solidCount) solid)"
      )
    }
    for kind in totals.kinds where kind.kind != .feed && kind.kind != .diaper {
      let amount = text(of: kind.amounts)
      let length = time(kind.seconds)
      if kind.count == 0 {
        parts.append("\(length) of \(Self.word(kind.kind))\(amount)")
      } else {
        let word = kind.count == 1 ? Self.word(kind.kind) : Self.plural(kind.kind)
        parts.append("\(kind.count) \(word)\(kind.seconds == 0 ? "" : ", \(length)")\(amount)")
      }
    }
    return parts.map(HTMLText.escaped).joined(separator: "; ")
  }

  private func text(of amounts: AmountSum) -> String {
    amounts.isEmpty ? "" : ", \(AmountText.total(amounts, in: unit))"
  }

  private func row(
    _ entry: HistoryEntry, _ name: String?, on day: CivilDay, _ calendar: DayCalendar
  ) -> String {
    var when = calendar.clock(of: entry.date, on: day)
    if entry.entry.toldDay != nil { when = "" }
    if let end = entry.end, end != entry.date { when += "–\(calendar.clock(of: end))" }
    if entry.isInProgress { when += "–" }
    // The memo says its own.
    let told = Set(Hashtags.all(in: entry.memo).map { $0.lowercased() })
    let tags = entry.tags.filter { !told.contains($0.lowercased()) }
      .map { HTMLText.escaped("#" + $0) }.joined(separator: " ")
    let parts = [
      name.map(HTMLText.escaped), words(entry), entry.memo.map(HTMLText.escaped), tags,
    ]
    let line = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    return "<tr><td>\(when)</td><td>\(line)</td></tr>"
  }

  /// What an entry says, as HTML: each text that somebody wrote by itself, so that none shows the
  /// numbers after it in another order.
  private func words(_ entry: HistoryEntry) -> String {
    switch entry {
    case .feed(let feed):
      let parts = [
        FeedText.content(feed.content), FeedText.route(feed.route), amount(feed.amount),
      ]
      return list(["feed"] + parts)
    case .diaper(let diaper):
      let parts = [
        diaper.wet ? "wet" : nil, diaper.solid ? "solid" : nil,
        diaper.wet || diaper.solid ? nil : "dry", diaper.color,
        diaper.amount.map { "amount \(exact($0))" },
      ]
      return "diaper: " + list(parts)
    case .pumping(let pumping): return list(["pumping", amount(pumping.volume)])
    case .measurement(let measured):
      let unit = measured.unitText.map { " " + HTMLText.escaped($0) } ?? ""
      return "\(HTMLText.escaped(measured.measure.words)) \(exact(measured.value))\(unit)"
    case .medication(let dose): return list([dose.name, amount(dose.dosage)])
    default:
      let word = Self.word(entry.kind)
      if case .activity(let activity) = entry, activity.activity == .tummyTime {
        return "\(word): tummy time"
      }
      return entry.title.map { word == $0 ? word : "\(word): \(HTMLText.escaped($0))" } ?? word
    }
  }

  private func list(_ parts: [String?]) -> String {
    parts.compactMap(\.self).map(HTMLText.escaped).joined(separator: ", ")
  }
}
