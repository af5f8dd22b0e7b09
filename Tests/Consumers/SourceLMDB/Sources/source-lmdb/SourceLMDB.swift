import Daybook
import Foundation
import Nursery

/// Writes to a store, opens it anew, and looks at what is there.
@main struct SourceLMDB {
  static func main() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let schema = try Schema.nursery(boundary: DayBoundary(zone: "UTC"))
    let store = try EventStore.open(at: path, schema: schema)
    let baby = UUID()
    try await store.append { try $0.addBaby(baby, BabyProfile(name: "Ada", createdAt: Date())) }
    try await store.close()
    let opened = try EventStore.open(at: path, schema: schema)
    let name = try opened.read { try $0.entity(BabyProfile.self, baby)?.name }
    guard name == "Ada", try await opened.verify().ok else { throw Missing() }
    print("written, read and verified with LMDB from its sources")
  }

  struct Missing: Error {}
}
