import Daybook
import Foundation
import Nursery
import TemporaryFolders
import Testing

/// `drop`.
struct DropCommandTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("store") }

  /// A store that another version of the app kept another view in.
  init() throws {
    folder = try TemporaryFolder()
    let boundary = try DayBoundary(zone: "Europe/Amsterdam")
    let store = try EventStore.open(
      at: folder.path("store"), schema: .nursery(boundary: boundary).projection(Naps()))
    let start = Date(timeIntervalSinceReferenceDate: 784_119_600)
    try store.append { draft in
      for number in 0..<500 {
        try draft.record(UUID(), SleepSession(start: start + Double(number)))
      }
    }
  }

  private func drop(_ view: String, _ more: String...) throws -> Run {
    try nursery(["drop", view, "--store", path] + more)
  }

  @Test func `a view that left the app goes with consent, and its room is free`() throws {
    let before = try nursery("stats", "--json", "--store", path).json(as: [String: Any].self)
    let refused = try drop(Naps.name)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("say --yes"), "\(refused.errors)")
    let run = try drop(Naps.name, "--yes", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let result = try run.json(as: [String: Any].self)
    #expect(Set(result.keys).subtracting(["version"]) == (try GuidePage().commands["drop"]))
    let free = try #require(result["freeBytes"] as? Int)
    #expect(free > (before["freeBytes"] as? Int ?? .max) + 500 * 16)
    let again = try drop(Naps.name, "--yes")
    #expect(again.output.hasPrefix("the rows of naps are gone; "), "\(again.output)")
    #expect(try nursery("verify", "--store", path).status == 0)
  }

  @Test func `a view in use is built anew instead`() throws {
    let run = try drop("nursery.words", "--yes")
    #expect(run.status == 65)
    #expect(run.errors.contains("rebuild nursery.words"), "\(run.errors)")
  }

  @Test func `a terminal is asked`() throws {
    let arguments = ["drop", Naps.name, "--store", path]
    let no = try nurseryAtTerminal(arguments, typed: "no\n")
    #expect(no.status == 64)
    let yes = try nurseryAtTerminal(arguments, typed: "yes\n")
    #expect(yes.status == 0, "\(yes.sent)")
    #expect(yes.sent.contains("the rows of naps are gone"))
  }
}

/// A view that the command line does not have.
private struct Naps: Projection {
  static let name = "naps"
  static let starts = ViewTable<Key2<Date, UUID>, Empty>("starts", at: 0)
  static let tables: [any AnyViewTable] = [starts]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(SleepSession.self) { change, rows in
      try rows.replace(Self.starts, change) { (Key2($0.state.start, change.id.rawValue), Empty()) }
    }
  }
}
