import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Interchange
import NurseryInterchange

struct ExportNuzzle: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "nuzzle", abstract: "Writes a backup of Nuzzle: babies, events and settings.",
    discussion: """
      `import nuzzle` restores it, into an empty store or any other. Says which entries the format \
      cannot hold, or not whole.
      """)

  @OptionGroup var arguments: StoreArguments

  @Argument(help: "The file to write.", completion: .file(extensions: ["json"]))
  var file: String

  @Option(name: .long, help: "The zone of the babies; the store's unless told.")
  var zone: String?

  @OptionGroup var output: OutputArguments

  private struct Report: Encodable {
    let file: String
    let losses: [NuzzleExporter.Loss]
  }

  func run() throws {
    try output.check(file)
    let (store, screen) = try arguments.openScreen()
    let export = try NuzzleExporter.export(store, zone: zone ?? screen.zone.identifier)
    try output.write(export.text, to: file)
    if arguments.printsJSON {
      return try arguments.print(json: Report(file: file, losses: export.losses))
    }
    Terminal.line("The backup is in \(file).")
    Terminal.losses(export.losses.map(\.reason))
  }
}
