public import Daybook
public import Nursery

/// What a family wrote down, as one page to print: totals, charts and every entry by day.
///
/// The page needs nothing else: no script, no font, no picture, no network. It holds what the
/// history holds at the reader's moment, so that a page of an earlier token can be made too.
public struct FamilyReport: Sendable {
  /// The heading.
  public var title: String
  /// The unit of volumes.
  public var unit: VolumeUnit
  /// The language of headings and lengths of time.
  public var language: TextLanguage

  /// A report.
  public init(title: String, unit: VolumeUnit = .millilitre, language: TextLanguage = .english) {
    self.title = title
    self.unit = unit
    self.language = language
  }

  /// The page, UTF-8.
  ///
  /// Cost: O(n) for n entries of the days, all of the text in memory.
  ///
  /// - Parameters:
  ///   - reader: of a store whose schema has the history and the profiles, now or as of a token.
  ///   - days: the days to show; all of them without.
  /// - Throws: `StoreError.notInSchema`; other `StoreError`s; `DayBoundaryError`.
  public func html(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable,
    days: ClosedRange<CivilDay>? = nil
  ) throws -> String {
    let history = try reader.view(HistoryGroups.self)
    return try html(history, of: reader.view(CurrentProfiles.self).all(), days: days)
  }

  /// The page by the days of a history, such as one that `EventStore.preview` groups in another
  /// zone.
  ///
  /// Cost: as the other.
  ///
  /// - Parameters:
  ///   - history: the entries. A baby with a zone of its own has its days and times in that zone.
  ///   - profiles: the babies that there are.
  ///   - days: the days to show; all of them without.
  /// - Throws: `StoreError`.
  public func html(
    _ history: borrowing ProjectionReader<HistoryGroups>, of profiles: [CurrentProfile],
    days: ClosedRange<CivilDay>? = nil
  ) throws -> String {
    let names = Dictionary(
      profiles.map { ($0.id, $0.profile.name) }, uniquingKeysWith: { first, _ in first })
    var shown: [HistoryDay] = []
    try history.forEachDay(in: days) { shown.append($0) }
    shown.reverse()
    let clocks = try BabyClocks(history, profiles)
    var lines = [head, "<h1>\(HTMLText.escaped(title))</h1>"]
    for known in profiles { lines.append(Self.line(known.profile, clocks.ownZone(of: known.id))) }
    if let newest = shown.first?.day, let oldest = shown.last?.day {
      lines.append(
        "<p>\(oldest) – \(newest), \(Self.count(shown.count { !$0.entries.isEmpty }, "day")) with entries</p>"
      )
      if let words = clocks.beginning { lines.append("<p>\(words)</p>") }
      lines += summary(shown, names)
      lines += charts(shown, from: oldest, through: newest)
    } else {
      lines.append("<p>Nothing was written down.</p>")
    }
    for day in shown { lines += self.lines(of: day, names, clocks) }
    return (lines + ["</main></body></html>", ""]).joined(separator: "\n")
  }

  private var head: String {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(HTMLText.plain(title))</title><style>
    body { font: 10pt/1.4 sans-serif; margin: 2em auto; max-width: 50em; color: #222 }
    h2 { font-size: 12pt; margin: 1.5em 0 .3em; break-after: avoid }
    table { border-collapse: collapse; width: 100% }
    td { padding: .15em .6em .15em 0; vertical-align: top }
    td:first-child { white-space: nowrap; width: 9em; color: #555 }
    tr { break-inside: avoid }
    figure { margin: 1em 0 } figcaption { color: #555 } svg { width: 100% } rect { fill: #4682b4 }
    svg line { stroke: #ccc } svg text { font-size: 9px; fill: #555 }
    .summary { width: auto } .summary th { text-align: left } .summary td:first-child { width: auto }
    .totals { color: #555; margin: 0 0 .3em }
    </style></head><body><main>
    """
  }

  private static func line(_ profile: BabyProfile, _ zone: String?) -> String {
    let birth = profile.birthDate.map { ", born \(HTMLText.escaped($0))" } ?? ""
    let place = zone.map { ", days and times of \(HTMLText.escaped($0))" } ?? ""
    return "<p>\(HTMLText.escaped(profile.name))\(birth)\(place)</p>"
  }

  // MARK: Summary

  /// What each baby had, and how much of it on a day with entries.
  private func summary(_ days: [HistoryDay], _ names: [UUID: String]) -> [String] {
    var sums: [UUID?: DayTotals] = [:]
    var counts: [UUID?: Int] = [:]
    for totals in days.flatMap(\.totals) {
      sums[totals.baby] = (sums[totals.baby] ?? DayTotals()) + totals.totals
      counts[totals.baby, default: 0] += 1
    }
    var lines = ["<table class=\"summary\"><tr><td></td><th>in all</th><th>a day</th></tr>"]
    for (baby, sum) in sums.sorted(by: { name($0.key, names) < name($1.key, names) }) {
      lines.append("<tr><th colspan=\"3\">\(HTMLText.escaped(name(baby, names)))</th></tr>")
      for (label, total, mean) in measures(sum, days: Double(counts[baby] ?? 1)) {
        let cells = [label, total, mean].map { "<td>\(HTMLText.escaped($0))</td>" }.joined()
        lines.append("<tr>\(cells)</tr>")
      }
    }
    return lines + ["</table>"]
  }

  private func measures(_ sum: DayTotals, days: Double) -> [(String, String, String)] {
    func row(_ label: String, _ value: Double, _ text: (Double) -> String) -> (
      String, String, String
    )? {
      value > 0 ? (label, text(value), text(value / days)) : nil
    }
    var rows = [
      row("feeds", Double(sum.feedCount), number), amounts("fed", sum.feedAmounts, days),
      row("diapers", Double(sum.diaperCount), number), row("wet", Double(sum.wetCount), number),
      row("solid", Double(sum.solidCount), number),
    ]
    for kind in sum.kinds where kind.kind != .feed && kind.kind != .diaper {
      rows.append(row(Self.plural(kind.kind), Double(kind.count), number))
      rows.append(amounts("amount of \(Self.word(kind.kind))", kind.amounts, days))
      rows.append(row("time of \(Self.word(kind.kind))", kind.seconds, time))
    }
    return rows.compactMap(\.self)
  }

  /// Volumes, and what is in other units beside them.
  private func amounts(
    _ label: String, _ sum: AmountSum, _ days: Double
  ) -> (String, String, String)? {
    if sum.isEmpty { return nil }
    let mean = AmountSum(
      nanolitres: Int64(exactly: (Double(sum.nanolitres) / days).rounded()) ?? .max,
      count: sum.count,
      unknown: UnitSums(
        sum.unknown.sums.map {
          let mean = Int64(exactly: (Double($0.millionths) / days).rounded()) ?? .max
          return UnitSums.Sum(unitText: $0.unitText, count: $0.count, millionths: mean)
        }))
    return (label, AmountText.total(sum, in: unit), AmountText.total(mean, in: unit))
  }

  private func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\((value * 10).rounded() / 10)"
  }

  /// The number with all of its digits; a whole one without a point.
  func exact(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  func name(_ baby: UUID?, _ names: [UUID: String]) -> String {
    baby.flatMap { names[$0] } ?? "Unknown"
  }

  private func volume(_ nanolitres: Double) -> String {
    AmountText.total(nanolitres: Int64(exactly: nanolitres.rounded()) ?? .max, in: unit)
  }

  func time(_ seconds: Double) -> String {
    DurationText.hoursAndMinutes(seconds, in: language)
  }

  // MARK: Charts

  private func charts(
    _ days: [HistoryDay], from first: CivilDay, through last: CivilDay
  ) -> [String] {
    let sums = Dictionary(
      uniqueKeysWithValues: days.map { day in
        (day.day, day.totals.reduce(DayTotals()) { $0 + $1.totals })
      })
    // Of years of days only those that a bar can be seen of.
    let count = min(Int(last.daysSince1970) - Int(first.daysSince1970) + 1, 366)
    let shown = (0..<count).map {
      CivilDay(daysSince1970: last.daysSince1970 - Int32(count - 1 - $0))
    }
    func bars(
      _ title: String, _ text: @escaping (Double) -> String, _ value: (DayTotals) -> Double
    ) -> String? {
      let values = shown.map { ($0, sums[$0].map(value) ?? 0) }
      return values.contains { $0.1 > 0 }
        ? DayBars(title: title, values: values.map { (day: $0.0, value: $0.1) }, text: text).svg
        : nil
    }
    let others = sums.values.reduce(into: Set<String>()) { units, totals in
      units.formUnion(totals.unknownFeedAmounts.sums.map(\.unitText))
    }
    let fed = others.sorted().map { unit in
      bars("Fed, \(unit.isEmpty ? "without a unit" : unit)", number) { totals in
        totals.unknownFeedAmounts.sums.first { $0.unitText == unit }?.value ?? 0
      }
    }
    let known = bars("Fed", volume) { Double($0.feedNanolitres) }
    let counts = [
      bars("Feeds", number) { Double($0.feedCount) },
      bars("Diapers", number) { Double($0.diaperCount) },
      bars("Sleep", time) { $0[.sleep].seconds },
    ]
    return ([known] + fed + counts).compactMap(\.self)
  }

  func amount(_ amount: Amount?) -> String? {
    amount.map { AmountText.text($0, in: unit) }
  }

  static func count(_ count: some BinaryInteger, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  static func word(_ kind: EntryKind) -> String {
    switch kind {
    case .customEvent: "event"
    default: "\(kind)"
    }
  }

  static func plural(_ kind: EntryKind) -> String {
    kind == .activity ? "activities" : "\(word(kind))s"
  }
}
