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
  _ address: String, token: String, through folder: String, into store: EventStore
) async throws -> ImportReport {
  let server = try BabyBuddyServer(address, token: token)
  try await server.download(to: folder) { endpoint, rows, all in
    print(endpoint, rows, "of", all)
  }
  let options = BabyBuddyOptions(units: [.volume: "mL", .weight: "kg"], now: Date())
  return try await Import(BabyBuddyPages(folder, options: options)).run(into: store)
}
// end

struct ServerSnippetRuns {
  @Test func `a server needs an address`() async throws {
    let folder = try TemporaryFolder()
    let store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 0)).importing())
    await #expect(throws: InterchangeError.self) {
      try await importFromServer("here", token: "x", through: folder.path, into: store)
    }
  }
}
