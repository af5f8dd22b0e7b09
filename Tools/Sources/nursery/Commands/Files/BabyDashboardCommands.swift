import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Interchange
import Nursery
import NurseryInterchange

struct ImportBabyDashboard: AsyncParsableCommand, StoreCommand, ImportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "babydashboard",
    abstract: "Imports BabyDashboard's CSV files, or its own store, of older versions too.",
    discussion: """
      A store is a file such as BabyDashboard.sqlite, with the file beside it that ends in -wal. \
      It is copied first and stays as it is. Reading it needs a nursery that was built with \
      the trait CoreData.
      """)

  @OptionGroup var options: ImportArguments

  @Argument(help: "The file with the feeds, or a store.")
  var feeds: String

  @Option(name: .long, help: "The file with the diaper changes.", completion: .file())
  var diapers: String?

  @Option(
    name: .long, help: "With a store: the one with what others share.", completion: .file())
  var shared: String?

  @Option(
    name: .long, help: "With a store: where to write a record of the import.",
    completion: .file())
  var log: String?

  @OptionGroup var output: OutputArguments

  var arguments: StoreArguments { options.store }

  func run() async throws {
    if SQLiteFile.isOne(feeds) { return try await importStore() }
    for (option, value) in [("--shared", shared), ("--log", log)] where value != nil {
      throw BadText("\(option) goes with a store, and \(feeds) is none")
    }
    let source = try Terminal.activity("reading the files") {
      try BabyDashboardFiles(
        feeds: SourceFile(feeds),
        diapers: diapers.map { try SourceFile($0) })
    }
    try await options.run(source, boundary: try .ofThisMachine())
  }
}

struct ExportBabyDashboard: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "babydashboard",
    abstract: "Writes BabyDashboard's CSV; without options the feeds, to standard output.",
    discussion: "With --json both files come as texts to standard output.")

  @OptionGroup var arguments: StoreArguments

  @Option(name: .long, help: "Where to write the feeds.")
  var feeds: String?

  @Option(name: .long, help: "Where to write the diaper changes.")
  var diapers: String?

  @Option(
    name: .long,
    help: "Which app is to read them: swiftdata, the older, or coredata; coredata unless told.",
    completion: .list(BabyDashboardEra.allCases.map(\.rawValue)), transform: Typed.choice)
  var era = BabyDashboardEra.coreData

  @OptionGroup var output: OutputArguments

  private struct Document: Encodable {
    let feeds: String
    let diapers: String
    let losses: [BabyDashboardExporter.Loss]
  }

  /// Refuses one file for both, of which the second would replace the first.
  private func checkDiffer() throws {
    guard let feeds, let diapers else { return }
    let places = [feeds, diapers].map { path in
      // The folder is there, though the file may not be.
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      let folder = file.deletingLastPathComponent().resolvingSymlinksInPath()
      return folder.appendingPathComponent(file.lastPathComponent).path
    }
    if places[0] == places[1] {
      throw BadText(
        "--feeds and --diapers name the same file, \(feeds), which would hold the diaper changes "
          + "alone: give two files")
    }
  }

  func run() throws {
    try checkDiffer()
    for file in [feeds, diapers].compactMap(\.self) { try output.check(file) }
    let store = try arguments.open()
    let texts = try BabyDashboardExporter.texts(of: store, era: era)
    try output.write(
      [feeds.map { ($0, texts.feeds) }, diapers.map { ($0, texts.diapers) }].compactMap(\.self))
    if arguments.printsJSON {
      return try arguments.print(
        json: Document(
          feeds: texts.feeds, diapers: texts.diapers,
          losses: try BabyDashboardExporter.losses(of: store, era: era)))
    }
    let losses = try BabyDashboardExporter.losses(of: store, era: era).map(\.reason)
    if feeds == nil, diapers == nil {
      Terminal.file(texts.feeds)
      return Terminal.losses(losses, to: 2)
    }
    if let feeds { Terminal.line("The feeds are in \(feeds).") }
    if let diapers { Terminal.line("The diaper changes are in \(diapers).") }
    Terminal.losses(losses)
  }
}
