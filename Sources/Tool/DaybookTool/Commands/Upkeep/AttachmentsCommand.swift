#if Tools
public import ArgumentParser
import Daybook

public struct AttachmentsCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "attachments",
      abstract: "The files that the store refers to, and whether they are here.",
      discussion: """
        What is not here comes with an exchange, or from a backup. Exit status 1 when a file was \
        changed. Works with stores of any app.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Flag(
    name: .long,
    help: "Remove the files to which nothing refers any more, as after a purge; not of today.")
  var collect = false

  public init() {}

  public func run() throws {
    let attachments = try arguments.openAny().attachments
    let collected = collect ? try attachments.collect() : nil
    let all = try attachments.all()
    if arguments.printsJSON {
      try arguments.print(
        json: "attachments",
        all.map {
          [
            "name": .text($0.attachment.name), "bytes": JSON.Value($0.attachment.length),
            "state": .text($0.state.rawValue),
          ]
        }, with: ["collected": JSON.Value(collected?.files)])
    } else {
      if let collected {
        Terminal.line(
          "removed \(Measures.count(collected.files, "file")), \(Measures.bytes(collected.bytes))")
      }
      var table = TextTable(["name", "size", "is"], right: [1])
      for (attachment, state) in all {
        table.add([
          attachment.name, Measures.bytes(attachment.length), Self.word(state),
        ])
      }
      table.print(nothing: "The store refers to no file.")
    }
    if all.contains(where: { $0.state == .changed }) {
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }

  private static func word(_ state: Attachment.State) -> String {
    switch state {
    case .here: "here"
    case .notHere: "not here yet"
    case .changed: "changed"
    }
  }
}
#endif
