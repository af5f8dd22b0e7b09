import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import NurseryInterchange

struct ExportNuzzle: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "nuzzle", abstract: "Writes a backup of Nuzzle: babies, events and settings.",
    discussion: """
      `import nuzzle` restores it, into an empty store or any other. Says which entries the format \
      cannot hold, or not whole.
      """)

  @OptionGroup var arguments: StoreArguments

  @OptionGroup var output: FileArguments

  @Option(
    name: .long, help: "The zone of babies of whom none is known; the store's unless told.")
  var zone: String?

  private struct Report: Encodable {
    let file: String
    let losses: [NuzzleExporter.Loss]
  }

  func validate() throws { try output.checkReport(arguments) }

  func run() throws {
    try output.check()
    let (store, screen) = try arguments.openScreen()
    let export = try NuzzleExporter.export(store, zone: zone ?? screen.zone.identifier)
    try output.write(export.text)
    guard let file = output.path else {
      return Terminal.losses(export.losses.map(\.reason), to: 2)
    }
    if arguments.printsJSON {
      return try arguments.print(json: Report(file: file, losses: export.losses))
    }
    Terminal.line("The backup is in \(file).")
    Terminal.losses(export.losses.map(\.reason))
  }
}
