import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

// snippet: export-view
func writeFeeds(of store: EventStore, at token: History.Token, to path: String) throws -> Int {
  let feeds = NurseryViewWriter(.feeds, as: .csv)
  return try store.read(asOf: token) { try feeds.write($0, to: path) }
}
// end

struct FilesOutSnippetRuns {
  private func store() throws -> EventStore {
    try .temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 0)).importing())
  }

  @Test func `feeds are written as they were`() async throws {
    let store = try store()
    let feed = UUID()
    let token = try await store.append { draft in
      try draft.record(feed, FeedSession(start: Date(timeIntervalSince1970: 1_795_000_000)))
    }
    try await store.append { try $0.delete(FeedSession.self, feed) }
    let folder = try TemporaryFolder()
    let path = folder.path("feeds.csv")
    let rows = try await Task { try writeFeeds(of: store, at: token, to: path) }.value
    #expect(rows == 1)
  }
}
