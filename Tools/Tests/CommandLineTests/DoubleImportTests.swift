import Daybook
import Foundation
import Nursery
import TemporaryFolders
import Testing

/// Two processes that import the same files at the same time.
struct DoubleImportTests {
  @Test(arguments: Corpus.all)
  func `each row is written by one of the two, and the other finds it there`(
    corpus: Corpus
  ) async throws {
    let alone = try HouseholdStore(corpus)
    let planned: [String: Any] = try nursery(
      corpus.importArguments(alone.folder.path("none")) + ["--plan"]
    ).json()
    let expected = try #require(planned["imported"] as? Int)
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    let runs = try await withThrowingTaskGroup(of: Run.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await Self.inThread { try nursery(corpus.importArguments(path)) }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for run in runs { #expect(run.status == 0) }
    #expect(try Self.boundary(path) == Self.boundary(alone.path))
    let reports: [[String: Any]] = try runs.map { try $0.json() }
    func sum(_ key: String) -> Int { reports.reduce(0) { $0 + ($1[key] as? Int ?? 0) } }
    #expect(sum("imported") == expected)
    #expect(sum("unchanged") == expected)
    #expect(sum("changed") == 0)
    let again: [String: Any] = try nursery(corpus.importArguments(path)).json()
    #expect(again["unchanged"] as? Int == expected)
    #expect(try nursery("verify", "--store", path).status == 0)
  }

  /// Where the days of a store's views begin.
  private static func boundary(_ path: String) throws -> String? {
    try EventStore.parameters(ofProjection: HistoryGroups.name, at: path)
  }

  /// Runs what blocks in a thread of its own, so that two of them run at the same time.
  private static func inThread<R: Sendable>(
    _ body: @escaping @Sendable () throws -> R
  ) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }
}
