// snippet: app-tool
import DaybookTool
import Pantry

@main struct PantryTool: StoreTool {
  static let schema = Schema.pantry
}
// end
