import Daybook
import Foundation
import Interchange
import Nursery
import Testing

/// A store that takes imports, and what is asked of it.
struct NeighbourStore {
  let store: EventStore

  static let now = Date(timeIntervalSince1970: 1_795_209_463)

  init(zone: String = "UTC") throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: zone, hour: 0)).importing())
  }

  /// Imports a source, and expects that the same import once more writes nothing.
  func run(
    _ source: some ImportSource, answers: [String: String] = [:], removesVanished: Bool = false
  ) throws -> ImportReport {
    let work = Import(source, answers: answers, removesVanished: removesVanished)
    let report = try work.commit(work.plan(in: store), to: store)
    let end = try token
    let again = try work.commit(work.plan(in: store), to: store)
    #expect(try token == end)
    #expect(again.counts.imported + again.counts.changed + again.counts.conflicts == 0)
    return report
  }

  func all<E: Entity>(_ type: E.Type) throws -> [E] {
    try store.read { try $0.entities(of: type).map(\.state) }
  }

  var token: History.Token { get throws { try store.read { try $0.token() } } }

  /// The source of a text that stands for a file.
  static func file(_ text: String, _ name: String) -> SourceFile {
    SourceFile(bytes: Array(text.utf8), name: name)
  }
}

func date(_ text: String) -> Date {
  // The tests' own texts are dates.
  (try? Date(text, strategy: .iso8601)) ?? .distantPast
}
