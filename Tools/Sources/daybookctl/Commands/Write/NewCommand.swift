import ArgumentParser
import Daybook
import Foundation
import Nursery

struct NewCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes an empty store.")

  @OptionGroup var arguments: StoreArguments

  @Option(name: .long, help: "The time zone of its days; this machine's unless told.")
  var zone: String?

  @Option(
    name: .long, help: "When its days begin, HH:MM; 07:00 unless told.", transform: Typed.clock)
  var dayStart: ClockTime?

  func run() throws {
    guard !FileManager.default.fileExists(atPath: arguments.path + "/data.mdb") else {
      throw CannotWrite("there is a store at \(arguments.path) already")
    }
    let boundary = try DayBoundary(
      zone: zone ?? Surroundings.current.zone, hour: dayStart?.hour ?? 7,
      minute: dayStart?.minute ?? 0)
    let store = try arguments.open(boundary: boundary, creates: true)
    if arguments.printsJSON {
      let screen = try Screen(Babies(store, arguments), boundary: boundary)
      return try arguments.print(
        json: screen.json.merging(["store": .text(store.id.uuidString)]) { _, new in new })
    }
    Terminal.line(
      "made a store at \(arguments.path), with \(boundary.words); next: "
        + arguments.command("profile add NAME"))
  }
}
