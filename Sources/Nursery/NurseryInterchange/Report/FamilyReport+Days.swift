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
    return HTMLText.escaped(parts.joined(separator: "; "))
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
    let tags = entry.tags.filter { !told.contains($0.lowercased()) }.map { "#" + $0 }
      .joined(separator: " ")
    let parts = [name, words(entry), entry.memo, tags.isEmpty ? nil : tags]
      .compactMap { $0 }.filter { !$0.isEmpty }.map(HTMLText.escaped)
    return "<tr><td>\(when)</td><td>\(parts.joined(separator: " · "))</td></tr>"
  }

  private func words(_ entry: HistoryEntry) -> String {
    switch entry {
    case .feed(let feed):
      let parts = [
        FeedText.content(feed.content), FeedText.route(feed.route), amount(feed.amount),
      ]
      return (["feed"] + parts.compactMap(\.self)).joined(separator: ", ")
    case .diaper(let diaper):
      let parts = [
        diaper.wet ? "wet" : nil, diaper.solid ? "solid" : nil,
        diaper.wet || diaper.solid ? nil : "dry", diaper.color,
        diaper.amount.map { "amount \(exact($0))" },
      ]
      return "diaper: " + parts.compactMap(\.self).joined(separator: ", ")
    case .pumping(let pumping):
      return ["pumping", amount(pumping.volume)].compactMap(\.self).joined(separator: ", ")
    case .measurement(let measured):
      return
        "\(measured.measure.words) \(exact(measured.value))\(measured.unitText.map { " \($0)" } ?? "")"
    case .medication(let dose):
      return [dose.name, amount(dose.dosage)].compactMap(\.self).joined(separator: ", ")
    default:
      let word = Self.word(entry.kind)
      if case .activity(let activity) = entry, activity.activity == .tummyTime {
        return "\(word): tummy time"
      }
      return entry.title.map { word == $0 ? word : "\(word): \($0)" } ?? word
    }
  }
}
