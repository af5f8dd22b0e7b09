// snippet: cook-tool-main
import Daybook
import Foundation

@main struct TodosTool {
  static func main() throws {
    let store = try EventStore.open(at: "todos.daybook", schema: .todos)
    let arguments = Array(CommandLine.arguments.dropFirst())
    for line in try runTodos(arguments, in: store, by: NSUserName()) { print(line) }
  }
}
// end
