public import Daybook

/// What a list says above a day: a line for each baby, from the totals of the whole day.
///
/// A function of a day and the profiles, so a rename or a restored baby shows everywhere at once.
public struct DaySummary: Identifiable, Hashable, Codable, Sendable {
  /// How babies are told apart.
  public enum Grouping: String, Codable, Sendable, Hashable {
    /// Each baby has its own line. What belongs to deleted babies or to nobody shares one under
    /// `unknownName`, the feeds of deleted babies left out.
    case byBaby
    /// By name, as BabyDashboard does: babies of one name share a line, and what belongs to a
    /// deleted baby or to nobody is under `unknownName`, its diapers counted and its feeds left
    /// out. Amounts whose unit is not known count as if they were in the unit of the header.
    case byName
  }

  /// What one line tells.
  public struct Line: Identifiable, Hashable, Codable, Sendable {
    /// The name, or `unknownName`.
    public let name: String
    /// Whose totals these are; several when they share a name. nil is nobody.
    public let babies: [UUID?]
    /// The sums, feeds left out where the grouping says so.
    public let totals: DayTotals
    let grouping: Grouping

    public var id: [UUID?] { babies }
    /// Diapers that were wet; one that was both counts as a poo, too.
    public var peeCount: Int64 { totals.wetCount }
    /// Diapers that were solid.
    public var pooCount: Int64 { totals.solidCount }
    /// All diapers, dry ones included.
    public var diaperCount: Int64 { totals.diaperCount }
  }

  /// The name of what belongs to a deleted baby or to nobody.
  public static let unknownName = "Unknown"

  /// The day.
  public let day: CivilDay
  /// The lines, by name; those of one name in the order of the babies, nobody last.
  public let lines: [Line]

  public var id: CivilDay { day }
}

extension HistoryDay {
  /// The summary of the whole day, whatever entries are shown.
  ///
  /// - Parameters:
  ///   - profiles: the babies that there are, as `CurrentProfiles` lists them.
  ///   - grouping: how babies are told apart.
  public func summary(
    of profiles: [CurrentProfile], _ grouping: DaySummary.Grouping = .byBaby
  ) -> DaySummary {
    let places = Dictionary(
      profiles.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var lines: [DaySummary.Line] = []
    for entry in totals where entry.totals.entryCount > 0 {
      let profile = entry.baby.flatMap { places[$0] }.map { profiles[$0].profile }
      let line = DaySummary.Line(
        name: profile?.name ?? DaySummary.unknownName, babies: [entry.baby],
        totals: profile == nil && (entry.baby != nil || grouping == .byName)
          ? entry.totals.withoutFeeds : entry.totals,
        grouping: grouping)
      let same = lines.firstIndex { other in
        let isUnknown = other.babies.allSatisfy { $0.map { places[$0] == nil } ?? true }
        return grouping == .byName ? other.name == line.name : profile == nil && isUnknown
      }
      if let same { lines[same] = lines[same].merged(with: line) } else { lines.append(line) }
    }
    let place = { (line: DaySummary.Line) in
      line.babies.compactMap { $0.flatMap { places[$0] } }.min() ?? profiles.count
    }
    return DaySummary(
      day: day,
      lines: lines.sorted { ($0.name, place($0)) < ($1.name, place($1)) })
  }
}

extension DaySummary.Line {
  /// The amount that was fed, in nanolitres; nil when no feed has one that counts.
  ///
  /// - Parameter unit: what amounts whose unit is not known count as, where the grouping is
  ///   `byName`; an amount without any unit is none there.
  public func feedNanolitres(in unit: VolumeUnit) -> Int64? {
    let amounts = totals.feedAmounts
    guard grouping == .byName else { return amounts.count > 0 ? amounts.nanolitres : nil }
    let unknown = amounts.unknown.sums
    let withoutUnit = unknown.filter(\.unitText.isEmpty).reduce(0) { $0 + $1.count }
    guard totals.feedsWithAmount > withoutUnit else { return nil }
    let guessed = unknown.filter { !$0.unitText.isEmpty }.reduce(0.0) { $0 + $1.value }
    let volume = (guessed * Double(unit.nanolitres)).rounded()
    // Beyond 9 000 000 000 litres it stays there.
    let (sum, overflow) = totals.feedNanolitres.addingReportingOverflow(
      Int64(min(max(volume, -9e18), 9e18)))
    return overflow ? (volume < 0 ? .min : .max) : sum
  }

  /// The line as text, such as `Mina 120 mL, 3 diapers`; nil when there is nothing to count.
  ///
  /// Where babies are told apart, amounts in unknown units stand beside the total, such as
  /// `Mina 120 mL + 4 oz`.
  public func text(in unit: VolumeUnit, _ language: TextLanguage = .english) -> String? {
    let diapers = CountText.diapers(Int(clamping: diaperCount), in: language)
    let parts = [
      feedText(in: unit),
      diaperCount > 0 ? diapers : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "\(name) \(parts.joined(separator: ", "))"
  }

  private func feedText(in unit: VolumeUnit) -> String? {
    if grouping == .byBaby {
      let sum = totals.feedAmounts
      return sum.isEmpty ? nil : AmountText.total(sum, in: unit)
    }
    return feedNanolitres(in: unit).map { AmountText.total(nanolitres: $0, in: unit) }
  }

  fileprivate func merged(with other: Self) -> Self {
    Self(
      name: name, babies: babies + other.babies, totals: totals + other.totals,
      grouping: grouping)
  }
}

extension DaySummary {
  /// The header of the day, a text for each line that has something to count.
  public func header(in unit: VolumeUnit, _ language: TextLanguage = .english) -> [String] {
    lines.compactMap { $0.text(in: unit, language) }
  }
}

extension DayTotals {
  /// These without feeds.
  fileprivate var withoutFeeds: DayTotals {
    var totals = self
    totals.feedCount = 0
    totals.feedsWithAmount = 0
    totals.feedNanolitres = 0
    totals.feedMicroseconds = 0
    totals.unknownFeedAmounts = UnitSums()
    return totals
  }
}
