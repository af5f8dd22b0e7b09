import DaybookMacros
import DaybookSync
import Foundation
import Pantry
import Testing

struct SyncSwitchTests {
  @Test func `FG-1: sync goes on and off again, and what is stored stays as it was`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pantry-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (path, key) = (
      folder.appendingPathComponent("store").path, folder.appendingPathComponent("ada.key").path
    )
    func open() throws -> Household {
      Household(store: try .open(at: path, schema: .pantry), person: "Ada")
    }
    let filled = try await FilledPantry(open())
    let (records, digests) = (
      try filled.household.records(), try filled.household.store.digests()
    )
    try await filled.household.store.close()
    // On.
    let shared = try await SharedHousehold.share(open(), as: "Home", key: key)
    try await shared.exchange(over: folder.appendingPathComponent("drive").path)
    #expect(try shared.household.records() == records)
    #expect(try shared.household.store.digests() == digests)
    try await shared.household.store.close()
    // And off.
    let plain = try open()
    #expect(try plain.records() == records)
    #expect(try plain.store.digests() == digests)
    try await plain.add("bread", to: filled.list)
    #expect(try await plain.store.verify().ok)
    try await plain.store.close()
    // And on again, with what was written meanwhile.
    let again = try SharedHousehold.open(at: path, person: "Ada", key: key)
    let report = try await again.exchange(over: folder.appendingPathComponent("drive").path)
    #expect(report.failure == nil && report.sent > 0)
    #expect(try again.household.texts(of: filled.list).contains("bread"))
    try await again.household.store.close()
  }
}
