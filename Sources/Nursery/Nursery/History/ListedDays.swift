internal import Daybook

/// Which entries of a day a list shows, and which days it lists.
struct ListedDays {
  private let predicate: HistoryFilter.Predicate?
  private let isParity: Bool
  private let keepsEmptyDays: Bool
  /// The baby that alone is shown.
  let onlyBaby: UUID?

  /// - Parameter keepsEmptyDays: whether days are listed of which the filter wants nothing.
  init(_ filter: HistoryFilter?, _ keepsEmptyDays: Bool) {
    let filter = filter.flatMap { $0.isEmpty ? nil : $0 }
    predicate = filter?.predicate
    isParity = filter?.mode == .parity
    onlyBaby = filter.flatMap { $0.babies.count == 1 ? $0.babies.first ?? nil : nil }
    self.keepsEmptyDays = keepsEmptyDays
  }

  /// Whether an entry is shown.
  func wants(_ entry: HistoryEntry) -> Bool { predicate?.matches(entry) != false }

  /// Whether a day with entries is listed: for parity one of which nothing is shown must have a
  /// feed or a diaper change, whosever it is.
  func contains(_ day: HistoryDay) -> Bool {
    !day.entries.isEmpty || keepsEmptyDays && (!isParity || day.hasDashboardTotals)
  }
}

extension HistoryDay {
  fileprivate var hasDashboardTotals: Bool {
    totals.contains { $0.totals.feedCount > 0 || $0.totals.diaperCount > 0 }
  }
}
