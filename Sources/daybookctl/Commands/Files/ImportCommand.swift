#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Interchange
  import Nursery

  struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Imports another app's files.",
      subcommands: [ImportBabyBuddy.self, ImportBabyDashboard.self])
  }

  struct ImportBabyBuddy: AsyncParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "babybuddy",
      abstract: "Imports a folder of Baby Buddy's CSV files; a second run adds nothing.")

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The folder with child.csv, feeding.csv, diaperchange.csv and tag.csv.")
    var directory: String

    @Option(name: .long, help: "The zone of the person who exported; the files do not name it.")
    var zone: String

    @Option(
      name: .long, help: "The unit of amounts: \(VolumeUnit.words); the files do not name it.",
      transform: Typed.unit)
    var volume: VolumeUnit

    @Option(name: .long, help: "A name for the installation, when there are several.")
    var instance = ""

    @Flag(
      name: .long,
      help: "Amend everything, because the zone or unit told last time was wrong.")
    var correct = false

    @Flag(name: .long, help: "Only say what would be done.")
    var plan = false

    func run() async throws {
      let export = try Terminal.activity("reading the files") {
        try BabyBuddyFolder.read(
          directory: URL(fileURLWithPath: directory), zone: zone, volume: volume, now: Date(),
          instance: instance)
      }
      let boundary = try DayBoundary(zone: zone, hour: 0, minute: 0)
      if plan {
        let report = try Terminal.activity("comparing") {
          try planned(export, boundary)
        }
        return try ImportPrinter.print(report, arguments)
      }
      let store = try arguments.openForImport(boundary)
      let report = try await BabyBuddyImporter.run(export, into: store, corrects: correct) {
        Terminal.progress("importing", $0, of: $1)
      }
      try ImportPrinter.print(report, arguments)
    }

    /// Plans against the store when there is one, else against an empty one that leaves nothing.
    private func planned(_ export: BabyBuddyExport, _ boundary: DayBoundary) throws -> ImportReport
    {
      if FileManager.default.fileExists(atPath: arguments.path + "/data.mdb") {
        return try BabyBuddyImporter.plan(export, in: try arguments.open(), corrects: correct)
      }
      let store = try EventStore.temporary(schema: .nursery(boundary: boundary))
      return try BabyBuddyImporter.plan(export, in: store)
    }
  }

  extension StoreArguments {
    /// Opens the store, or makes one whose days begin as `boundary` says.
    func openForImport(_ boundary: DayBoundary) throws -> EventStore {
      let exists = FileManager.default.fileExists(atPath: path + "/data.mdb")
      // One that was made by a run which was killed may have no days yet.
      return try open(
        boundary: (exists ? storedBoundary() : nil) ?? boundary, creates: true)
    }
  }
#endif
