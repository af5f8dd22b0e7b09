import Daybook
import Foundation
import Nursery
import StoreFixtures
import TemporaryFolders
import Testing

/// What the status of a shared store says when that was purged to a frontier that counts no more.
struct StartAgainStatusTests {
  @Test func `the status says that a store must start again, and with what`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("store")
    try StoreFixtures.makeStoreThatMustStartAgain(
      at: path, schema: .nursery(boundary: DayBoundary(zone: "UTC"))
    ) { try $0.addBaby(UUID(), BabyProfile(name: "Noor", createdAt: Date())) }
    let json = try nursery("sync", "status", "--store", path, "--json")
    let status = try json.json(as: [String: Any].self)
    #expect(status["mustStartAgain"] as? Bool == true, "\(json.errors)")
    let words = try nursery("sync", "status", "--store", path)
    #expect(words.output.contains("starts again with the snapshot of an owner"))
  }
}
