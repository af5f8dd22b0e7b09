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
    discussion: """
      A FILE is that of the feeds. With --json both files come as texts to standard output. Times \
      are in UTC, whatever the zone.
      """)

  @OptionGroup var arguments: StoreArguments

  @OptionGroup var output: FileArguments

  @Option(name: .long, help: "Where to write the feeds, as FILE.", completion: .file())
  var feeds: String?

  @Option(
    name: .long, help: "Where to write the diaper changes; with -, to standard output.",
    completion: .file())
  var diapers: String?

  @Option(name: .long, help: "Taken as by other exports: the files say every time in UTC.")
  var zone: String?

  @Option(
    name: .long,
    help: "Which app is to read them: swiftdata, the older, or coredata; coredata unless told.",
    completion: .list(BabyDashboardEra.allCases.map(\.rawValue)), transform: Typed.choice)
  var era = BabyDashboardEra.coreData

  private struct Document: Encodable {
    let feeds: String
    let diapers: String
    let losses: [BabyDashboardExporter.Loss]
  }

  func validate() throws {
    if feeds != nil, output.isTold {
      throw ValidationError("name the file of the feeds once: as it is, with --output or --feeds")
    }
  }

  /// Where the feeds go, as it was told; nil when nothing was.
  private var feedsPlace: String? { feeds ?? (output.isTold ? output.path ?? "-" : nil) }

  /// Refuses one file for both, of which the second would replace the first.
  private func checkDiffer() throws {
    guard let feeds = feedsPlace, let diapers else { return }
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
    _ = try zone.map { try DayBoundary(zone: $0, hour: 0, minute: 0) }
    let told = [(feedsPlace, "feeds"), (diapers, "diaper changes")]
    for case let (file?, _) in told where file != "-" { try output.place.check(file) }
    let store = try arguments.open()
    let texts = try BabyDashboardExporter.texts(of: store, era: era)
    let losses = try BabyDashboardExporter.losses(of: store, era: era)
    let files = zip(told, [texts.feeds, texts.diapers]).compactMap { place, text in
      place.0.map { (path: $0, text: text) }
    }
    try output.place.write(files.filter { $0.path != "-" })
    if arguments.printsJSON {
      return try arguments.print(
        json: Document(feeds: texts.feeds, diapers: texts.diapers, losses: losses))
    }
    // One alone, or the other is a file.
    let shown = files.isEmpty ? texts.feeds : files.first { $0.path == "-" }?.text
    if let shown { Terminal.file(shown) }
    let descriptor: Int32? = shown == nil ? nil : 2
    for case let (file?, what) in told where file != "-" {
      let line = "The \(what) are in \(file)."
      if shown == nil { Terminal.line(line) } else { Terminal.error(line) }
    }
    Terminal.losses(losses.map(\.reason), to: descriptor)
  }
}
