// snippet: app-tool
import DaybookTool
import Grocer

@main struct GrocerTool: StoreTool {
  static let schema = Schema.grocer
}
// end
