// snippet: inspector-tool
import Daybook
import DaybookTool
import Grocer
import InspectorServer

/// The app's own command line, which also shows its stores in a browser: `grocer inspect`.
@main struct GrocerTool: StoreTool, InspectorTool {
  static let schema = Schema.grocer

  /// What sums say, on pages and at a terminal.
  static func words(of row: any PayloadCodable, _ screen: PlainScreen) -> String? {
    guard let spent = row as? Tally else { return nil }
    let cents = spent.sum % 100
    return "\(spent.count) bought for € \(spent.sum / 100).\(cents < 10 ? "0" : "")\(cents)"
  }
}
// end
