import Daybook
import DaybookTesting

/// One view, or one way to ask it, beside what the oracle says.
///
/// The next view is a type of its own, listed in `OracleViews`.
protocol OracleView {
  static var name: String { get }

  /// The first thing that differs, for people; nil when nothing does.
  ///
  /// - Parameters:
  ///   - reader: one state of the store.
  ///   - expected: what it should say.
  ///   - random: for questions of which there are too many to ask them all.
  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String?
}

enum OracleViews {
  static var all: [any OracleView.Type] {
    [
      ProfilesView.self, HistoryRowsView.self, HistoryPagesView.self, HistoryFilterView.self,
      LastRowsView.self, LastAnswersView.self, TagsView.self, WordsView.self,
      TimersView.self, SettingsView.self, CatalogueView.self, ConflictsView.self, HeadersView.self,
    ]
  }

  /// The first thing of any view that differs; nil when nothing does.
  static func difference(
    _ store: EventStore, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    try store.read { reader in
      for view in all {
        if let difference = try view.difference(reader, expected, &random) {
          return "\(view.name): \(difference)"
        }
      }
      return nil
    }
  }
}

/// The first place where two lists differ, for people.
func difference<Row: Equatable>(
  _ name: @autoclosure () -> String, _ rows: [Row], _ expected: [Row]
) -> String? {
  if rows == expected { return nil }
  for (place, (row, other)) in zip(rows, expected).enumerated() where row != other {
    return "\(name()), row \(place): \(row), expected \(other)"
  }
  return "\(name()): \(rows.count) rows, expected \(expected.count)"
}
