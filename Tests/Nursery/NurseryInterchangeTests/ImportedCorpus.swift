import Daybook
import Interchange
import Nursery
import TemporaryFolders

/// A store into which one of the sets was imported, made once for all tests, because an import
/// takes most of a test's time. Tests read it together; a test that writes takes a copy.
struct ImportedCorpus: Sendable {
  let store: EventStore
  let report: ImportReport
  /// Where the days of its views begin.
  private let zone: String

  /// The store of a set; its days begin at midnight in the zone, which is the set's own unless
  /// another one is named.
  static func of(
    _ corpus: CorpusFolder, zone: String? = nil, author: String? = nil
  ) async throws -> ImportedCorpus {
    let zone = zone ?? corpus.zone
    return try await made.task([corpus.testDescription, zone, author ?? ""], zone) { store in
      try await store.take(corpus.source(), author: author)
    }.value
  }

  /// The store of what the API gave of a set.
  static func ofPages(_ corpus: CorpusFolder) async throws -> ImportedCorpus {
    try await made.task([corpus.name, "api"], corpus.zone) { store in
      try await store.take(corpus.pages())
    }.value
  }

  private static let made = Made()

  private actor Made {
    private var tasks: [[String]: Task<ImportedCorpus, any Error>] = [:]

    func task(
      _ key: [String], _ zone: String,
      fill: @escaping @Sendable (EventStore) async throws -> ImportReport
    ) -> Task<ImportedCorpus, any Error> {
      if let task = tasks[key] { return task }
      let task = Task {
        let store = try EventStore.family(zone: zone)
        return ImportedCorpus(store: store, report: try await fill(store), zone: zone)
      }
      tasks[key] = task
      return task
    }
  }

  /// A copy of the store for one test.
  func copy(in folder: TemporaryFolder) throws -> EventStore {
    _ = try store.copy(to: folder.path("copy"))
    let boundary = try DayBoundary(zone: zone, hour: 0, minute: 0)
    return try EventStore.open(
      at: folder.path("copy"), schema: .nursery(boundary: boundary).importing())
  }
}
