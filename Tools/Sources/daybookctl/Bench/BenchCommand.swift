import ArgumentParser
import DaybookTool
import Foundation

/// Measures Daybook on this machine, beside the figures of ours.
struct BenchCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bench", abstract: "Measures Daybook on this machine, beside one of ours.",
      discussion: """
        It writes the log of a made-up family into a folder of its own, which it removes at the end, \
        and reads no other store. --in says on which disk. It takes half a minute or so, and other \
        work on the machine makes everything slower.
        """)
  }

  private static let range = 1_000...1_000_000

  @Option(
    name: .long, help: "How many events the log has; 100000 unless told.",
    transform: { text in
      guard let number = Int(text), range.contains(number) else {
        throw BadText("takes a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    })
  var events = OurFigures.figures.events

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "The folder whose disk is measured; that of temporary files unless told.",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Option(
    name: .long, help: ArgumentHelp("Draw a picture into this file too.", valueName: "file"),
    completion: .file())
  var svg: String?

  @OptionGroup var output: OutputArguments

  @Flag(name: .long, help: "Print JSON.")
  var json = false

  func run() async throws {
    if let svg { try output.check(svg) }
    let parent = folder ?? FileManager.default.temporaryDirectory.path
    let report = BenchReport(
      figures: try await figures(in: parent), folder: parent, time: Surroundings.current.now)
    if let svg { try output.write(BenchPicture(report).text, to: svg) }
    if json { return try JSON.print(report.json) }
    report.print()
    if let svg { Terminal.line("The picture is in \(svg).") }
  }

  private func figures(in parent: String) async throws -> Figures {
    let place = try BenchFolder(in: parent)
    // Before anything is printed, which may end the process.
    defer { place.remove() }
    do {
      var run = try BenchRun(events: events, in: place)
      return try await run.figures()
    } catch {
      place.waitWhenEnding()
      throw error
    }
  }
}
