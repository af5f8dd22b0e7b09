#if Tools
  import Daybook
  import Foundation
  import Nursery

  /// Days of the history for people.
  enum HistoryPrinter {
    /// Prints a day with its newest entries.
    static func print(
      _ day: HistoryDay, _ names: Names, _ zone: String, limit: Int = .max
    ) {
      let totals = day.totals.map { sums in
        let (baby, totals) = (sums.baby, sums.totals)
        let amount = AmountText.total(nanolitres: totals.feedNanolitres, in: .millilitre)
        return "\(names[baby]): \(totals.feedCount) feeds, \(amount), \(totals.diaperCount) diapers"
      }
      Terminal.line("\(day.day)  " + totals.joined(separator: "; "))
      var table = TextTable(["  time", "baby", "what", "memo"])
      for entry in day.entries.prefix(limit).map(\.entry) {
        let time = Instant.local(entry.date, zone).suffix(5)
        table.add(["  \(time)", names[entry.baby], describe(entry), entry.memo ?? ""])
      }
      table.print()
      let rest = day.entries.count - limit
      if rest > 0 { Terminal.line("  and \(rest) more") }
      Terminal.line()
    }

    private static func describe(_ entry: HistoryEntry) -> String {
      switch entry {
      case .feed(let feed):
        let amount = feed.amount.map { "\(formatted($0.value)) \($0.unitText ?? "?")" }
        let length = feed.durationSeconds.map { "\(minutes($0)) min" } ?? "in progress"
        return ([feed.content.rawValue, amount, length] as [String?]).compactMap(\.self)
          .joined(separator: ", ")
      case .diaper(let diaper):
        let parts = [diaper.wet ? "wet" : nil, diaper.solid ? "solid" : nil, diaper.color]
        let text = parts.compactMap(\.self).joined(separator: ", ")
        return "diaper: " + (text.isEmpty ? "dry" : text)
      default:
        return [entry.kind.name, entry.title].compactMap(\.self).joined(separator: ": ")
      }
    }

    /// Whole minutes; the dates of a feed may be any two.
    private static func minutes(_ seconds: Double) -> Int {
      Int(exactly: (seconds / 60).rounded(.towardZero)).map { max(0, $0) } ?? 0
    }

    private static func formatted(_ value: Double) -> String {
      value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }
  }

  /// A day of the history as JSON.
  struct HistoryDayRow: Encodable {
    struct Entry: Encodable {
      let id: UUID
      let kind: String
      let baby: Nullable<UUID>
      let name: String
      let date: String
      let end: Nullable<String>
      let amount: Nullable<Double>
      let unit: Nullable<String>
      let wet: Nullable<Bool>
      let solid: Nullable<Bool>
      let memo: Nullable<String>
    }

    let day: String
    let month: String
    let entries: [Entry]

    init(_ day: HistoryDay, _ names: Names) {
      self.day = day.day.description
      month = day.month.description
      entries = day.entries.map { row in
        let (id, entry) = (row.id, row.entry)
        let feed: FeedSession? = if case .feed(let feed) = entry { feed } else { nil }
        let diaper: DiaperChange? = if case .diaper(let diaper) = entry { diaper } else { nil }
        return Entry(
          id: id, kind: feed == nil ? "diaper" : "feed", baby: Nullable(entry.baby),
          name: names[entry.baby], date: Instant.iso(entry.date),
          end: Nullable(feed?.end.map(Instant.iso)), amount: Nullable(feed?.amount?.value),
          unit: Nullable(feed?.amount?.unitText), wet: Nullable(diaper?.wet),
          solid: Nullable(diaper?.solid), memo: Nullable(entry.memo))
      }
    }
  }
#endif
