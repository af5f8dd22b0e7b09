import Daybook
import DaybookInspector
import DaybookTool
import Nursery
import NurseryInterchange

/// The family's pages in a browser: today, the last week, charts, what was last, and the report to
/// print, from the same views as the widgets and the commands.
struct NurseryBoards {
  private let store: EventStore
  private let screen: NurseryScreen

  init(_ store: EventStore, _ screen: NurseryScreen) {
    (self.store, self.screen) = (store, screen)
  }

  var all: [InspectorBoard] {
    [
      InspectorBoard(name: "today", title: "Today") { _ in .html(try today()) },
      InspectorBoard(name: "week", title: "Week") { _ in .html(try week()) },
      InspectorBoard(name: "charts", title: "Charts") { query in .html(try charts(query)) },
      InspectorBoard(name: "report", title: "Report") { query in .document(try report(query)) },
    ]
  }

  // MARK: Today

  private func today() throws -> HTML {
    let day = screen.day(of: screen.now)
    let (running, last) = try store.read { reader in
      (
        try Running(reader, screen) { IDPrefix.shortest($0) },
        try LastCommand.rows(reader, screen) { IDPrefix.shortest($0) }
      )
    }
    let (shown, areStored) = (try days(1).first { $0.day == day }, try sumsAreStored())
    return """
      \(runs(running))
      \(shown.map { dayList($0, areStored) } ?? "<p>Nothing was written down today.</p>")
      <h2>Last of each kind</h2>
      <div class="cards">\(last.map(card))</div>
      """
  }

  private func runs(_ running: Running) -> HTML {
    let items = running.entries.map { entry -> HTML in
      let facts = entry.shown.facts
      return """
        <p class="lead">\(screen.babies.heading(facts.baby)): \
        \(link(entry.shown, entry.shown.kind.word)) since \
        \(screen.time(facts.date)), \(screen.ago(facts.date))</p>
        """
    }
    return "\(items)"
  }

  private func card(_ last: LastOfBaby) -> HTML {
    let lines = last.lines.map { label, _, shown -> HTML in
      "<p>\(link(shown, label)): \(shown.words), \(screen.ago(shown.facts))</p>"
    }
    let none: HTML = lines.isEmpty ? "<p>Nothing yet.</p>" : ""
    return #"<div class="card"><h3>\#(last.baby.profile.name)</h3>\#(lines)\#(none)</div>"#
  }

  private func link(_ shown: Shown, _ words: String) -> HTML {
    let address = PageLink(
      "entity", ("kind", shown.kind.storedKind), ("id", shown.id.uuidString))
    return #"<a href="\#(address)">\#(words)</a>"#
  }

  // MARK: Days

  private func week() throws -> HTML {
    let (found, areStored) = (try days(7), try sumsAreStored())
    if found.isEmpty { return "<p>Nothing was written down.</p>" }
    return "<p class=\"dim\">\(screen.legend)</p>\(found.map { dayList($0, areStored) })"
  }

  private func days(_ count: Int) throws -> [HistoryDay] {
    try store.history(screen) { try $0.days(limit: count) }
  }

  /// Whether the sums that are shown are stored: of other days there are no rows to ask about.
  private func sumsAreStored() throws -> Bool {
    try store.read { try $0.view(HistoryGroups.self).projection.boundary == screen.boundary }
  }

  private func dayList(_ day: HistoryDay, _ areStored: Bool) -> HTML {
    let totals = day.totals.map { sums -> HTML in
      let sentence = ShownDay.sentence(sums, screen)
      let isElsewhere = sums.baby.flatMap { NurseryTool.otherDays(of: $0, screen) } != nil
      guard areStored, !isElsewhere else { return "<p>\(sentence)</p>" }
      let why = PageLink.why(
        view: HistoryGroups.name, table: HistoryGroups.totals.name, key: sums.id.keyBytes)
      return #"<p><a href="\#(why)">\#(sentence)</a></p>"#
    }
    let rows = day.entries.map { entry -> HTML in
      let shown = entry.entry.shown(entry.id, screen)
      let facts = shown.facts
      let time = facts.day == nil ? screen.clock(facts.date, on: day.day) : "–"
      return """
        <tr><td class="when">\(time)</td><td class="who">\(screen.babies[facts.baby])</td>\
        <td class="what">\(link(shown, ShownDay.what(shown)))</td>\
        <td>\(facts.memo ?? "")</td></tr>

        """
    }
    return """
      <section><h2>\(day.day.description) \(day.day.weekday)</h2>\(totals)
      <table class="log"><caption class="hidden">Entries, the newest first</caption>
      <thead><tr><th scope="col">Time</th><th scope="col">Baby</th><th scope="col">What</th>\
      <th scope="col">Memo</th></tr></thead><tbody>\(rows)</tbody></table></section>
      """
  }

  // MARK: Charts

  private func charts(_ query: InspectorQuery) throws -> HTML {
    let count = min(max(Int(clamping: try query.number("days") ?? 14), 1), 366)
    let today = screen.day(of: screen.now)
    let (rows, first, last) = try store.history(screen) { history in
      let newest = try history.last(HistoryGroups.totals)?.key.day ?? today
      var oldest = newest
      try history.forEach(HistoryGroups.totals) { key, _ in
        oldest = key.day
        return false
      }
      let last = min(today, newest)
      let asked = CivilDay(daysSince1970: last.daysSince1970 - Int32(count - 1))
      // Of the days before the first entry nobody knows anything.
      let first = min(max(asked, oldest), last)
      return (try history.totals(from: first, through: last), first, last)
    }
    let trends = screen.babies.all.flatMap { Trend.all(of: $0, rows, first...last, screen) }
    let links = [14, 30, 90].map { days -> HTML in
      let current: HTML = days == count ? #" aria-current="true""# : ""
      return #"<a href="\#(PageLink("charts", ("days", "\(days)")))"\#(current)>\#(days) days</a> "#
    }
    return """
      <p class="links">\(links)</p>
      <p class="dim">\(first.description) to \(last.description). \(screen.daysLegend)</p>
      \(trends.map { TrendBars($0, first: first).html })
      """
  }

  // MARK: To print

  private func report(_ query: InspectorQuery) throws -> String {
    let babies = screen.babies.all
    let title = babies.map(\.profile.name).joined(separator: ", ")
    let report = FamilyReport(title: title.isEmpty ? "Daybook" : title, unit: screen.unit)
    let last = screen.day(of: screen.now)
    let count = min(max(Int(clamping: try query.number("days") ?? 31), 1), 366)
    let first = CivilDay(daysSince1970: last.daysSince1970 - Int32(count - 1))
    return try store.history(screen) { try report.html($0, of: babies, days: first...last) }
  }
}

/// A row of bars, one for each day.
private struct TrendBars {
  private let trend: Trend
  private let first: CivilDay

  private static let (width, height, left) = (720, 90, 70)

  init(_ trend: Trend, first: CivilDay) { (self.trend, self.first) = (trend, first) }

  var html: HTML {
    let label =
      "\(trend.name): \(trend.measure), at most \(trend.most) a day, \(trend.mean) on average"
    return """
      <figure><figcaption>\(label)</figcaption>
      <svg viewBox="0 0 \(Self.width) \(Self.height + 24)" role="img" aria-label="\(label)">\
      \(axes)\(bars)</svg></figure>

      """
  }

  private var bars: [HTML] {
    let most = trend.values.max() ?? 0
    let step = Double(Self.width - Self.left) / Double(max(1, trend.values.count))
    return trend.values.enumerated().filter { $0.element > 0 }.map { index, value in
      let tall = max(1, Int((value / most * Double(Self.height)).rounded()))
      let x = Self.left + Int((Double(index) * step).rounded())
      let wide = max(1, Int((step * 0.8).rounded()))
      let day = CivilDay(daysSince1970: first.daysSince1970 + Int32(index))
      return """
        <rect x="\(x)" y="\(Self.height + 4 - tall)" width="\(wide)" height="\(tall)">\
        <title>\(day.description): \(trend.told(value))</title></rect>
        """
    }
  }

  private var axes: HTML {
    let base = Self.height + 4
    let last = CivilDay(daysSince1970: first.daysSince1970 + Int32(max(1, trend.values.count) - 1))
    return """
      <line x1="\(Self.left)" x2="\(Self.width)" y1="\(base)" y2="\(base)"/>\
      <line x1="\(Self.left)" x2="\(Self.width)" y1="4" y2="4"/>\
      <text x="\(Self.left - 6)" y="12" text-anchor="end">\(trend.most)</text>\
      <text x="\(Self.left - 6)" y="\(base)" text-anchor="end">0</text>\
      <text x="\(Self.left)" y="\(base + 14)">\(first.description)</text>\
      <text x="\(Self.width)" y="\(base + 14)" text-anchor="end">\(last.description)</text>
      """
  }
}
