import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import NurseryServers
import TemporaryFolders
import Testing

// snippet: import-server
func importFromServer(
  _ address: String, token: String, through folder: URL, into store: EventStore
) async throws -> ImportReport {
  let server = try BabyBuddyServer(address, token: token)
  try await server.download(to: folder) { endpoint, rows, all in
    print(endpoint, rows, "of", all)
  }
  let options = BabyBuddyOptions(units: [.volume: "mL", .weight: "kg"], now: Date())
  return try await Import(BabyBuddyPages(folder, options: options)).run(into: store)
}
// end

// snippet: export-view
func writeFeeds(of store: EventStore, at token: History.Token, to url: URL) throws -> Int {
  let feeds = NurseryViewWriter(.feeds, as: .csv)
  return try store.read(asOf: token) { try feeds.write($0, to: url) }
}
// end

@Suite struct FilesOutSnippetRuns {
  private func store() throws -> EventStore {
    try .temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 0)).importing())
  }

  @Test func `a server needs an address`() async throws {
    let (folder, store) = (try TemporaryFolder(), try store())
    await #expect(throws: InterchangeError.self) {
      try await importFromServer("here", token: "x", through: folder.url, into: store)
    }
  }

  @Test func `feeds are written as they were`() async throws {
    let store = try store()
    let feed = UUID()
    let token = try await store.append { draft in
      try draft.record(feed, FeedSession(start: Date(timeIntervalSince1970: 1_795_000_000)))
    }
    try await store.append { try $0.delete(FeedSession.self, feed) }
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("feeds.csv")
    let rows = try await Task { try writeFeeds(of: store, at: token, to: url) }.value
    #expect(rows == 1)
  }
}
