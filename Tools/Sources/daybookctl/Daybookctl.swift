import ArgumentParser
import Daybook
import DaybookTool

#if Hub
import HubServer
import InspectorServer
#endif

#if SQL
import MirrorTool
#endif

/// The tool for any store: what lies in the log, as kinds, names, field numbers and bytes.
@main
struct Daybookctl: StoreTool {
  static let abstract = "Shows what lies in any store, and looks after it."
  static let discussion = """
    It knows no app's schema: it shows events by their kinds, names and numbered fields, and never \
    builds or replaces a row of a view. An app's own tool shows the same store in its words. With \
    DAYBOOK_STORE set to the directory of a store, no command needs --store.
    """
  static let version = "0.1.0"
  static let schema = Schema()
  static var commands: [CommandGroup] {
    toolCommands + mirrors + [CommandGroup(name: "Measure", subcommands: [BenchCommand.self])]
  }

  /// What copies a store into SQLite, where the program was built with that.
  private static var mirrors: [CommandGroup] {
    #if SQL
    [CommandGroup(name: "Questions", subcommands: [MirrorCommand<Self>.self])]
    #else
    []
    #endif
  }
}

#if Hub
extension Daybookctl: HubTool, InspectorTool {}
#endif
