import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Nursery
import NurseryInterchange

struct ExportReport: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes one HTML page to print: totals, charts, every entry.",
    discussion: "The page needs nothing else: no script, no picture, no network.")

  @OptionGroup var arguments: StoreArguments

  @OptionGroup var output: FileArguments

  @Option(name: .long, help: "The heading; the names of the babies unless told.")
  var title: String?

  @Option(
    name: .long, help: "The unit of volumes: \(VolumeUnit.words).", transform: FamilyUnit.read)
  var unit: VolumeUnit = .millilitre

  func validate() throws { try output.checkReport(arguments) }

  func run() throws {
    try output.check()
    let store = try arguments.open()
    let page = try store.read { reader in
      let names = try reader.view(CurrentProfiles.self).all().map(\.profile.name)
      let title = title ?? names.joined(separator: ", ")
      return try FamilyReport(title: title.isEmpty ? "Daybook" : title, unit: unit).html(reader)
    }
    try output.write(page)
    guard let file = output.path else { return }
    if arguments.printsJSON { return try arguments.print(json: ["file": file]) }
    Terminal.line("The page is in \(file).")
  }
}
