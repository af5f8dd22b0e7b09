import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Interchange
import Nursery
import NurseryInterchange

struct ImportBabyBuddy: AsyncParsableCommand, StoreCommand, ImportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "babybuddy",
    abstract:
      "Imports Baby Buddy's CSV files, all tables, its REST API's pages, or its database.",
    discussion: """
      Pages of the REST API are files named after its endpoints, such as feedings.json or \
      feedings.page2.json; a folder with children.json counts as such. They tell exact times and \
      zones, so they need no --zone. Neither does the database, db.sqlite3, which is copied first; \
      reading it needs a nursery that was built with the trait CoreData.

      With --server they are downloaded from a Baby Buddy that is running. The token is that of a \
      user, in a file that --token-file names or in BABYBUDDY_TOKEN; a command line shows in lists \
      of processes. With --keep the pages stay in a folder, and an interrupted download goes on.
      """)

  @OptionGroup var options: ImportArguments

  @Argument(
    help:
      "The folder with child.csv, feeding.csv and the others, or db.sqlite3; none with --server.")
  var directory: String?

  @OptionGroup var download: BabyBuddyDownload

  @Option(
    name: .long,
    help: "The unit of what is fed and pumped: \(VolumeUnit.words), or “unknown”.",
    transform: Self.readVolume)
  var volume: String?

  @Option(
    name: .long, help: "The unit of weights: \(BodyUnits.weight.words).",
    transform: BodyUnits.weight.read)
  var weight: String?

  @Option(
    name: .long, help: "The unit of heights: \(BodyUnits.length.words).",
    transform: BodyUnits.length.read)
  var length: String?

  @Option(
    name: .long, help: "The unit of temperatures: \(BodyUnits.temperature.words).",
    transform: BodyUnits.temperature.read)
  var temperature: String?

  @OptionGroup var spreadsheet: SpreadsheetArguments

  @Option(name: .long, help: "A name for the installation, when there are several.")
  var instance = ""

  var arguments: StoreArguments { options.store }

  func validate() throws {
    if (directory == nil) == (download.server == nil) {
      throw ValidationError("name the folder with the files, or a --server")
    }
  }

  func run() async throws {
    var told = BabyBuddyOptions(
      zone: options.zone, dates: spreadsheet.dates, instance: instance,
      now: Surroundings.current.now)
    let units: [(BabyBuddyUnit, String?)] = [
      (.volume, volume), (.weight, weight), (.length, length), (.temperature, temperature),
    ]
    for (unit, text) in units { told.units[unit] = text }
    do { try await run(told) } catch let open as OpenQuestions {
      throw open.naming(Self.unitOptions)
    }
  }

  /// The options that tell the units of tables, by the questions about these.
  private static let unitOptions = [
    "feeding:unit": "--volume", "pumping:unit": "--volume", "weight:unit": "--weight",
    "height:unit": "--length", "headcircumference:unit": "--length",
    "temperature:unit": "--temperature",
  ]

  /// Nobody knows the unit when it is empty.
  @Sendable private static func readVolume(_ text: String) throws -> String {
    text.lowercased() == "unknown" ? "" : try FamilyUnit.read(text).symbol
  }

  private func run(_ told: BabyBuddyOptions) async throws {
    let boundary = try options.zone.map { try DayBoundary(zone: $0, hour: 0, minute: 0) }
    guard let directory else {
      return try await download.run { [told] folder in
        let source = try Self.asking { try BabyBuddyPages(folder, options: told) }
        try await options.run(source, boundary: boundary ?? .ofThisMachine())
      }
    }
    let isPages = FileManager.default.fileExists(atPath: "\(directory)/children.json")
    if let database = Self.database(directory), !isPages {
      return try await importDatabase(database, told, boundary ?? .ofThisMachine())
    }
    let source: any ImportSource = try Terminal.activity("reading the files") {
      [told] in
      try Self.asking {
        if isPages { return try BabyBuddyPages(directory, options: told) }
        return try spreadsheet.asking { _ in try BabyBuddyFolder(directory, options: told) }
      }
    }
    try await options.run(source, boundary: boundary ?? .ofThisMachine())
  }

  /// The database that a path names, or that lies in a folder without CSV files; nil for none.
  private static func database(_ path: String) -> String? {
    if SQLiteFile.isOne(path) { return path }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let file = "\(path)/db.sqlite3"
    let hasFiles = names.contains { $0.lowercased().hasSuffix(".csv") }
    return !hasFiles && SQLiteFile.isOne(file) ? file : nil
  }

  /// Says how to tell what the files leave out.
  static func asking<Source>(_ body: () throws -> Source) throws -> Source {
    do { return try body() } catch let error as InterchangeError
      where error.code == .unanswered && error.file.isEmpty
    {
      throw error.advising("each is an option of that name, and a unit may be “unknown”")
    }
  }
}

/// The units of what is measured of a body, as the store writes them.
private struct BodyUnits {
  static let weight = BodyUnits(known: ["kg", "g", "lb", "oz"])
  static let length = BodyUnits(known: ["cm", "mm", "m", "in"])
  static let temperature = BodyUnits(known: ["C", "F"])

  let known: [String]

  var words: String { known.joined(separator: ", ") + ", or “unknown” when nobody knows" }

  /// Nobody knows the unit when it is empty.
  @Sendable func read(_ text: String) throws -> String {
    if text.lowercased() == "unknown" { return "" }
    if let unit = known.first(where: { $0.lowercased() == text.lowercased() }) { return unit }
    throw BadText("takes \(known.joined(separator: ", ")) or unknown")
  }
}
