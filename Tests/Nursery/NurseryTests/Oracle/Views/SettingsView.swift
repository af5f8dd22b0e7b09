import Daybook
import DaybookTesting
import Nursery

/// The settings, and the values that were used last.
enum SettingsView: OracleView {
  static let name = "settings"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let view = try reader.view(CurrentSettings.self)
    if try view.settings() != expected.settings ?? AppSettings() {
      return "\(try view.settings()), expected \(String(describing: expected.settings))"
    }
    for (kind, type) in RandomNursery.used {
      let id = LastUsedValues.entityID(kind, type: type)
      let wanted = expected.lastUsed.first {
        $0.id == id && $0.value.kindName == kind.entity.kind
          && $0.value.type.utf8.elementsEqual(type.utf8)
      }?.value
      if try view.lastUsed(kind, type: type) != wanted { return "last used of \(kind) \(type)" }
    }
    return NurseryTests.difference(
      "all that was used last", ordered(try view.allLastUsed()),
      ordered(expected.lastUsed.map(\.value)))
  }

  /// In any one order: that of the rows is the view's own.
  private static func ordered(_ values: [LastUsedValues]) -> [String] {
    values.map { "\($0)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
