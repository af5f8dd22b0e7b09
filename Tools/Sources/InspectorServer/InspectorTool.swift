public import ArgumentParser
public import Daybook
public import DaybookInspector
public import DaybookTool

/// A command line that shows its stores in a browser: `inspect`.
///
/// ```swift
/// extension PantryTool: InspectorTool {}
/// ```
public protocol InspectorTool: StoreTool {
  /// The pages of the app's own, which come first; none unless told.
  static func boards(_ store: EventStore, _ screen: Screen) -> [InspectorBoard]
}

extension InspectorTool {
  public static var inspectors: [any ParsableCommand.Type] { [InspectCommand<Self>.self] }
  public static func boards(_ store: EventStore, _ screen: Screen) -> [InspectorBoard] { [] }
}
