import ArgumentParser
import DaybookTool
import Interchange
import Nursery
import NurseryInterchange

struct ImportHuckleberry: AsyncParsableCommand, StoreCommand, ImportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "huckleberry", abstract: "Imports the CSV file of one child from Huckleberry.")

  @OptionGroup var options: ImportArguments

  @Argument(help: "The file.", completion: .file(extensions: ["csv"]))
  var file: String

  @Option(name: .long, help: "The name of the child; the file does not name it.")
  var child: String

  @OptionGroup var spreadsheet: SpreadsheetArguments

  var arguments: StoreArguments { options.store }

  func validate() throws {
    if child.allSatisfy(\.isWhitespace) {
      throw ValidationError("a child needs a name: --child NAME")
    }
    if options.zone == nil {
      throw ValidationError("say the zone of the family, which the file does not name: --zone ZONE")
    }
  }

  func run() async throws {
    let zone = options.zone ?? ""
    let source = try Terminal.activity("reading the file") {
      try spreadsheet.asking { dates in
        try HuckleberryFile(
          SourceFile(file), child: child, zone: zone, dates: dates,
          now: Surroundings.current.now)
      }
    }
    try await options.run(source, boundary: try DayBoundary(zone: zone, hour: 0, minute: 0))
  }
}

/// What files do not say that a spreadsheet has saved again.
struct SpreadsheetArguments: ParsableArguments {
  @Option(
    name: .long,
    help: "The order of dates that a spreadsheet has written, when no date proves it: dmy or mdy.",
    completion: .list(DateOrder.allCases.map(\.rawValue)), transform: Typed.choice)
  var dates: DateOrder?

  /// Says how to tell the order that the files leave out.
  func asking<Source>(_ body: (DateOrder?) throws -> Source) throws -> Source {
    do { return try body(dates) } catch let error as InterchangeError
      where error.code == .unanswered && !error.file.isEmpty
    {
      throw error.advising("that is --dates dmy or --dates mdy")
    }
  }
}

struct ImportNara: AsyncParsableCommand, StoreCommand, ImportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "nara", abstract: "Imports Nara's CSV file.")

  @OptionGroup var options: ImportArguments

  @Argument(help: "The file.", completion: .file(extensions: ["csv"]))
  var file: String

  @OptionGroup var spreadsheet: SpreadsheetArguments

  var arguments: StoreArguments { options.store }

  func run() async throws {
    let source = try Terminal.activity("reading the file") {
      try spreadsheet.asking { dates in
        try NaraFile(
          SourceFile(file), dates: dates, now: Surroundings.current.now)
      }
    }
    try await options.run(source, boundary: try .of(source))
  }
}

struct ImportNuzzle: AsyncParsableCommand, StoreCommand, ImportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "nuzzle",
    abstract: "Imports Nuzzle's nestling_data.json, or the data.json of a backup.")

  @OptionGroup var options: ImportArguments

  @Argument(help: "The file.", completion: .file(extensions: ["json"]))
  var file: String

  var arguments: StoreArguments { options.store }

  func run() async throws {
    let source = try Terminal.activity("reading the file") {
      try NuzzleFile(SourceFile(file), now: Surroundings.current.now)
    }
    try await options.run(source, boundary: try .of(source))
  }
}

extension DayBoundary {
  /// Days of the zone that a source tells, from midnight on; else those of this machine.
  static func of(_ source: some ImportSource) throws -> DayBoundary {
    try source.zone.map { try DayBoundary(zone: $0, hour: 0, minute: 0) } ?? ofThisMachine()
  }

  /// Days of the machine's zone that begin at seven, as those of a new store.
  static func ofThisMachine() throws -> DayBoundary {
    try DayBoundary(zone: Surroundings.current.zone, hour: 7, minute: 0)
  }
}
