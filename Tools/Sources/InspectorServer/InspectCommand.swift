public import ArgumentParser
internal import Daybook
internal import DaybookInspector
public import DaybookTool

/// `inspect`: shows a store in a browser of this machine.
public struct InspectCommand<Tool: InspectorTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "inspect", abstract: "Shows the store in a browser on this machine.",
      discussion: """
        Prints the address of the pages, which only this machine reaches and which holds a secret \
        of this run: the log as it grows, things and their versions, views and why each row is as \
        it is, the store at earlier times, and its health. Shows only, unless --write lets pages \
        take transactions back. Answers until control-C.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  @Option(name: .long, help: "The port on 127.0.0.1 and ::1; 0 takes a free one.")
  var port = 0

  @Flag(name: .long, help: "Open the browser, too; `ps` does not show it the address.")
  var open = false

  @Flag(name: .long, help: "Let pages take transactions back and bring them back.")
  var write = false

  @Option(name: .long, help: "A second store to show beside this one.", completion: .directory)
  var beside: String?

  public init() {}

  public func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("--port takes 0 to 65535, not \(port)") }
  }

  public func run() async throws {
    let (store, other) = try opened()
    let inspector = Inspector(
      store, beside: other,
      writing: write
        ? Inspector.Writing(secret: Secret.make(), author: Surroundings.current.author) : nil,
      words: words(store))
    let (printsJSON, opens, path) = (arguments.printsJSON, open, arguments.path)
    let browser = Browser()
    defer { browser.close() }
    try await InspectorServer(inspector, port: port).run { address in
      Terminal.end()
      if printsJSON {
        try? JSON.print(
          ["version": .int(JSON.version), "address": .text(address)] as [String: JSON.Value],
          onOneLine: true)
      } else {
        Terminal.line("\(path) is shown at \(address)")
        Terminal.line("Whoever has this address can read the store. Control-C ends it.")
      }
      if opens { browser.open(address) }
    }
  }

  private func opened() throws -> (EventStore, (store: EventStore, name: String)?) {
    let store = try arguments.open()
    if write { try arguments.prepareToWrite(store) }
    let second = try beside.map { path in
      var arguments = arguments
      arguments.store = path
      return (store: try arguments.open(), name: path)
    }
    return (store, second)
  }

  /// The words of each page: the screen is made anew, because time passes and names change.
  private func words(_ store: EventStore) -> @Sendable () throws -> any InspectorWords {
    let (look, arguments) = (UncheckedLook(look: look), arguments)
    return {
      let screen = try Tool.screen(look.look, of: store, arguments, asOf: nil)
      return ToolWords<Tool>(store, screen, boards: Tool.boards(store, screen))
    }
  }
}

/// What somebody said about the screen, which nobody changes once it was parsed.
private struct UncheckedLook<Look: ParsableArguments>: @unchecked Sendable {
  // Safety: a value that was parsed and is only read from then on.
  let look: Look
}
