import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Interchange
import NurseryInterchange

struct ExportBabyBuddy: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "babybuddy", abstract: "Writes Baby Buddy's 14 CSV files into a folder.",
    discussion: """
      Files that were imported from Baby Buddy come out as they were. Says which entries the format \
      cannot hold, or not whole.
      """)

  @OptionGroup var arguments: StoreArguments

  @Argument(help: "The folder; it is made, and must not hold such files.", completion: .directory)
  var directory: String

  @Option(
    name: .long, help: "The zone of the person who is to import them; the store's unless told.")
  var zone: String?

  @Option(name: .long, help: "The name that the installation had when it was imported.")
  var instance = ""

  private struct Report: Encodable {
    let files: [String]
    let losses: [BabyBuddyExporter.Loss]
  }

  func run() throws {
    let (store, screen) = try arguments.openScreen()
    let export = try BabyBuddyExporter.export(
      store, zone: zone ?? screen.zone.identifier, instance: instance)
    let folder = URL(fileURLWithPath: directory)
    let names = export.files.keys.sorted()
    for name in names {
      let path = folder.appendingPathComponent(name).path
      if FileManager.default.fileExists(atPath: path) {
        throw CannotWrite("\(path) is there already; name a folder without such files")
      }
    }
    try StoreFolder.make(directory)
    try write(export.files, to: folder)
    if arguments.printsJSON {
      return try arguments.print(json: Report(files: names, losses: export.losses))
    }
    Terminal.line(
      "\(Measures.count(names.count, "file")) \(Measures.verb(names.count)) in \(directory).")
    Terminal.losses(export.losses.map(\.reason))
  }

  /// Writes all files, or none.
  private func write(_ files: [String: String], to folder: URL) throws {
    var written: [URL] = []
    do {
      for (name, text) in files.sorted(by: { $0.key < $1.key }) {
        let file = folder.appendingPathComponent(name)
        try OutputFile.write(text, to: file.path)
        written.append(file)
      }
    } catch {
      for file in written { try? FileManager.default.removeItem(at: file) }
      throw error
    }
  }
}
