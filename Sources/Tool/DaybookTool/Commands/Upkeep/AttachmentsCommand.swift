#if Tools
public import ArgumentParser
import Daybook
import Foundation

public struct AttachmentsCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "attachments",
      abstract: "The files that the store refers to, and whether they are here.",
      discussion: """
        Reads every file. What is not here comes with an exchange, or with --from from another folder \
        that has it, and so does a changed one. Exit status 1 when a file was changed, or is missing \
        in a store that is not shared. Works with stores of any app.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Option(
    name: .long,
    help: "Bring what is missing or changed from the folder of another store, or of backups.",
    completion: .directory)
  var from: String?

  @Flag(
    name: .long,
    help: "Remove the files to which nothing refers any more, as after a purge; not of today.")
  var collect = false

  public init() {}

  public func run() throws {
    let attachments = try arguments.openAny().attachments
    if let from, !FileManager.default.isFolder(from) {
      throw MissingPath("there is no folder \(from); name that of another store, or of backups")
    }
    let brought = try from.map { try attachments.bring(from: $0) }
    let collected = collect ? try attachments.collect() : nil
    let all = try attachments.all(checksAll: true)
    let isShared = try attachments.isShared()
    if arguments.printsJSON {
      try arguments.print(
        json: "attachments",
        all.map {
          [
            "name": .text($0.attachment.name), "bytes": JSON.Value($0.attachment.length),
            "state": .text($0.state.rawValue),
          ]
        },
        with: [
          "collected": JSON.Value(collected?.files), "brought": JSON.Value(brought?.files),
        ])
    } else {
      if let brought { Terminal.line("brought \(Measures.count(brought.files, "file"))") }
      if let collected {
        Terminal.line(
          "removed \(Measures.count(collected.files, "file")), \(Measures.bytes(collected.bytes))")
      }
      var table = TextTable(["name", "size", "is"], right: [1])
      for (attachment, state) in all {
        table.add([
          attachment.name, Measures.bytes(attachment.length), Self.word(state, isShared),
        ])
      }
      table.print(nothing: "The store refers to no file.")
    }
    if all.contains(where: { $0.state == .changed || $0.state == .notHere && !isShared }) {
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
  }

  private static func word(_ state: Attachment.State, _ isShared: Bool) -> String {
    switch state {
    case .here: "here"
    case .notHere: isShared ? "not here yet" : "missing"
    case .changed: "changed"
    }
  }
}
#endif
