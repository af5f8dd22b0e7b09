#if Tools
public import ArgumentParser
import Daybook

public struct DropCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "drop", abstract: "Removes the rows of a view that this version does not have.",
      discussion: """
        They stay when a view leaves the app, because another version may read them. One that has the \
        view builds it anew when it opens the store. `compact` gives the room back to the disk. Needs \
        --yes, or an answer at a terminal.
        """)
  }

  @Argument(help: "The name of the view.")
  var view: String

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var consent: ConsentArguments

  public init() {}

  public func run() throws {
    let store = try arguments.open()
    guard try !store.projectionNames().contains(view) else {
      throw NameError(
        "\(view) is in use; build it anew: \(arguments.command("rebuild \(view.quoted)"))")
    }
    try consent.ask("The rows of \(view) would go, for every version of the app.")
    try Terminal.activity("removing") { try store.dropProjection(view) }
    let free = try store.statistics().freeBytes
    if arguments.printsJSON {
      return try arguments.print(
        json: ["view": .text(view), "freeBytes": .int(free)] as [String: JSON.Value])
    }
    Terminal.line(
      "the rows of \(view) are gone; \(Measures.bytes(free)) of the file are free, which compact "
        + "gives back: \(arguments.command("compact"))")
  }
}
#endif
