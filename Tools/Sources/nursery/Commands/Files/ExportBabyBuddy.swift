import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import NurseryInterchange

struct ExportBabyBuddy: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "babybuddy", abstract: "Writes Baby Buddy's 14 CSV files into a folder.",
    discussion: """
      Files that were imported from Baby Buddy come out as they were. Says which entries the format \
      cannot hold, or not whole.
      """)

  @OptionGroup var arguments: StoreArguments

  @Argument(help: "The folder; it is made when it is missing.", completion: .directory)
  var directory: String

  @Option(
    name: .long, help: "The zone of the person who is to import them; the store's unless told.")
  var zone: String?

  @Option(name: .long, help: "The name that the installation had when it was imported.")
  var instance = ""

  @OptionGroup var output: OutputArguments

  private struct Report: Encodable {
    let files: [String]
    let losses: [BabyBuddyExporter.Loss]
  }

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let export = try BabyBuddyExporter.export(
      store, zone: zone ?? screen.zone.identifier, instance: instance)
    let names = export.files.keys.sorted()
    try output.write(export.files, into: directory)
    if arguments.printsJSON {
      return try arguments.print(json: Report(files: names, losses: export.losses))
    }
    Terminal.line(
      "\(Measures.count(names.count, "file")) \(Measures.verb(names.count)) in \(directory).")
    Terminal.losses(export.losses.map(\.reason))
  }
}
