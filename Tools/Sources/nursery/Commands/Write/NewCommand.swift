import ArgumentParser
import Daybook
import DaybookTool

struct NewCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes an empty store.")

  @OptionGroup var arguments: StoreArguments

  @OptionGroup var days: DayArguments

  func run() throws {
    let boundary = try days.boundary()
    let store = try arguments.makeNew { try days.schema(for: $0) }
    if arguments.printsJSON {
      let screen = try Screen(Babies(store, arguments), boundary: boundary)
      return try arguments.print(
        json: screen.json.merging(["store": .text(store.id.uuidString)]) { _, new in new })
    }
    Terminal.line(
      "made a store at \(arguments.path), with \(boundary.words); next: "
        + arguments.command("profile add NAME"))
  }
}
